import type { CustomerRow } from '@tradebook/contract'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../api/use-call.ts'
import style from './customer-select.module.css'

const MOST_FOUND = 20

/** Customers of the firm that match; a customer finds itself. */
export const useCustomers = (query: string) =>
  useCall(
    'BackOffice/GetCustomers',
    { query, maxResultCount: MOST_FOUND },
    { silent: true, placeholderData: (previous) => previous },
  )

interface CustomerSelectProps {
  /** Where a label of the form names it. */
  readonly id?: string
  /** Its name, where no label does. */
  readonly label?: string
  readonly account: CustomerRow | undefined
  readonly onChoose: (account: CustomerRow) => void
}

/** Chooses the account of a customer: found by name, account, CSCS account or telephone. */
export function CustomerSelect({ id, label, account, onChoose }: CustomerSelectProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const { data, isFetching } = useCustomers(useDeferredValue(search.trim()))
  const found = data?.items ?? []
  const rows =
    account && search === '' && !found.some(({ id: other }) => other === account.id)
      ? [account, ...found]
      : found
  return (
    <Select
      {...(id !== undefined && { id })}
      aria-label={label}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      className={style.select}
      placeholder={t('Account.placeholder')}
      loading={isFetching}
      value={account?.accountNumber ?? null}
      onChange={(accountNumber) => {
        setSearch('')
        const chosen = rows.find((row) => row.accountNumber === accountNumber)
        if (chosen) onChoose(chosen)
      }}
      notFoundContent={t(isFetching ? 'Account.Searching' : 'Account.None')}
      options={rows.map(({ accountNumber, customerName }) => ({
        value: accountNumber,
        label: `${customerName} · ${accountNumber}`,
        customerName,
      }))}
      optionRender={({ data }) => <Customer name={data.customerName} number={data.value} />}
      labelRender={({ label: shown }) =>
        account ? <Customer name={account.customerName} number={account.accountNumber} /> : shown
      }
    />
  )
}

const Customer = ({ name, number }: { name: string; number: string }) => (
  <span className={style.customer}>
    <span title={name}>{name}</span>
    <span>{` · ${number}`}</span>
  </span>
)
