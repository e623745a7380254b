import type { CustomerRow } from '@tradebook/contract'
import { Select } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../api/use-call.ts'
import style from './customer-select.module.css'

const MOST_FOUND = 20

/** Customers of the firm that match; a customer finds itself. */
export const useCustomers = (query: string) =>
  useCall('BackOffice/GetCustomers', { query, maxResultCount: MOST_FOUND })

/**
 * Searching customers in a select: those that match what is typed, and none until they are known. Enter waits for
 * them: it would choose, or give back, somebody who was found by another text.
 */
export function useCustomerSearch() {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const { data, isFetching } = useCustomers(search.trim())
  const isSearching = data === undefined && isFetching
  return {
    isTyped: search !== '',
    found: data?.items ?? [],
    clear: () => setSearch(''),
    props: {
      showSearch: { filterOption: false, onSearch: setSearch },
      placeholder: t('Account.placeholder'),
      loading: isFetching,
      notFoundContent: t(isSearching ? 'Account.Searching' : 'Account.None'),
      onInputKeyDown: (event: KeyboardEvent) => {
        if (!isSearching || event.key !== 'Enter') return
        event.preventDefault()
        event.stopPropagation()
      },
    },
  } as const
}

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
  const { isTyped, found, clear, props } = useCustomerSearch()
  const rows =
    account && !isTyped && !found.some(({ id: other }) => other === account.id) ? [account, ...found] : found
  return (
    <Select
      {...props}
      {...(id !== undefined && { id })}
      aria-label={label}
      className={style.select}
      value={account?.accountNumber ?? null}
      onChange={(accountNumber) => {
        clear()
        const chosen = rows.find((row) => row.accountNumber === accountNumber)
        if (chosen) onChoose(chosen)
      }}
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
