import type { CustomerRow } from '@tradebook/contract'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tradeFor, useCustomers } from './accounts.ts'
import style from './ticket.module.css'
import { review } from './ticket-store.ts'

interface AccountChooserProps {
  readonly id: string
  readonly account: CustomerRow | undefined
}

/** For whom: found by name, account, CSCS account or telephone. */
export function AccountChooser({ id, account }: AccountChooserProps) {
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
      id={id}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      className={style.account}
      placeholder={t('Trading.Ticket.Account.placeholder')}
      loading={isFetching}
      value={account?.accountNumber ?? null}
      onChange={(accountNumber) => {
        setSearch('')
        if (accountNumber === null) return
        tradeFor(accountNumber)
        // What was reviewed was for somebody else.
        review(false)
      }}
      notFoundContent={isFetching ? t('Trading.Ticket.Account.Searching') : t('Trading.Ticket.Account.None')}
      options={rows.map(({ accountNumber, customerName }) => ({
        value: accountNumber,
        label: `${customerName} · ${accountNumber}`,
        customerName,
      }))}
      optionRender={({ data }) => <Customer name={data.customerName} number={data.value} />}
      labelRender={({ label }) =>
        account ? <Customer name={account.customerName} number={account.accountNumber} /> : label
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
