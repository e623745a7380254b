import { useQueryClient } from '@tanstack/react-query'
import { type CustomerRow, type Kobo, nairaToKobo } from '@tradebook/contract'
import { Select } from 'antd'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callKey, useCall } from '../../../api/use-call.ts'
import { useOrders } from '../../../live/use-live.ts'
import { useCan, useSession } from '../../../session.ts'
import { arrange, useArrangement } from '../preferences.ts'
import style from './ticket.module.css'
import { review } from './ticket-store.ts'

const MOST_FOUND = 20
const SHOW_ACCOUNT_BALANCE = 'SHOW_ACCOUNT_BALANCE'

/** Customers of the firm that match; a customer finds itself. */
export const useCustomers = (query: string) =>
  useCall(
    'BackOffice/GetCustomers',
    { query, maxResultCount: MOST_FOUND },
    { silent: true, placeholderData: (previous) => previous },
  )

/** The account orders are entered for: the one traded last, or a customer's own. */
export function useTradingAccount(): CustomerRow | undefined {
  const kept = useArrangement(({ account }) => account)
  const tradesForOthers = useCan('TRADE_ALL_ACCOUNTS')
  const { data } = useCustomers(tradesForOthers ? (kept ?? '') : '')
  const found = data?.items.find(({ accountNumber }) => accountNumber === kept)
  const own = tradesForOthers ? undefined : data?.items[0]
  const isWaiting = tradesForOthers && kept === null
  return isWaiting ? undefined : (found ?? own)
}

export const tradeFor = (account: string): void => arrange({ account })

/** What an account can spend and sell, kept current by the orders that change it. */
export function useAccountFunds(account: CustomerRow | undefined) {
  const isAllowed = useMaySeeBalances()
  const enabled = account !== undefined && isAllowed
  const balance = useCall(
    'Order/GetDashAccountBalance',
    { cscsAccount: account?.cscsAccount ?? '' },
    { enabled, silent: true },
  )
  const holdings = useCall(
    'BackOffice/GetDashAccountPortfolioHolding',
    { cscsAcct: account?.cscsAccount ?? '' },
    { enabled: account !== undefined, silent: true },
  )
  useFreshMeans(account?.accountNumber)
  const buyingPower: Kobo | undefined = balance.data && nairaToKobo(balance.data.buyingPower)
  return { balance: balance.data, holdings: holdings.data?.items, buyingPower }
}

/** A firm may keep balances from its brokers; everybody sees their own. */
const useMaySeeBalances = (): boolean =>
  useSession(
    ({ settings, permissions }) =>
      settings[SHOW_ACCOUNT_BALANCE]?.toLowerCase() === 'true' || !permissions.has('TRADE_ALL_ACCOUNTS'),
  )

/** Every step of an order of the account moves money or shares: ask again. */
function useFreshMeans(accountNumber: string | undefined): void {
  const queries = useQueryClient()
  const steps = useOrders().reduce(
    (sum, { account, version }) => (account === accountNumber ? sum + version + 1 : sum),
    0,
  )
  const seen = useRef(steps)
  useEffect(() => {
    if (seen.current === steps) return
    seen.current = steps
    void queries.invalidateQueries({ queryKey: callKey('Order/GetDashAccountBalance') })
    void queries.invalidateQueries({ queryKey: callKey('BackOffice/GetDashAccountPortfolioHolding') })
  }, [queries, steps])
}

interface AccountChooserProps {
  /** Where a label of the form names it. */
  readonly id?: string
  /** Its name, where no label does. */
  readonly label?: string
  readonly account: CustomerRow | undefined
}

/** For whom: found by name, account, CSCS account or telephone. */
export function AccountChooser({ id, label: ownLabel, account }: AccountChooserProps) {
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
      aria-label={ownLabel}
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
