import { useQueryClient } from '@tanstack/react-query'
import type { CustomerRow } from '@tradebook/contract'
import { type ComponentProps, useEffect, useRef } from 'react'
import { useBalancesShown } from '../../../accounts/balances-shown.ts'
import { CustomerSelect, useCustomers } from '../../../accounts/customer-select.tsx'
import { callKey, useCall } from '../../../api/use-call.ts'
import { useOrders } from '../../../live/use-live.ts'
import { useCan } from '../../../session.ts'
import { arrange, useArrangement } from '../preferences.ts'

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
  const isAllowed = useBalancesShown()
  const enabled = account !== undefined && isAllowed
  const balance = useCall(
    'Order/GetDashAccountBalance',
    { cscsAccount: account?.cscsAccount ?? '' },
    { enabled },
  )
  const holdings = useCall(
    'BackOffice/GetDashAccountPortfolioHolding',
    { cscsAcct: account?.cscsAccount ?? '' },
    { enabled: account !== undefined },
  )
  useFreshMeans(account?.accountNumber)
  // What was read before the firm kept balances back is not shown either.
  return { balance: isAllowed ? balance.data : undefined, holdings: holdings.data?.items }
}

/** The reads that an order of the account makes stale. */
const movedByOrders = [
  'Order/GetDashAccountBalance',
  'BackOffice/GetDashAccountPortfolioHolding',
  'Order/PreviewOrder',
  'Order/PreviewOrderReplace',
  'Order/PreviewCrossDealOrder',
] as const

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
    for (const name of movedByOrders) void queries.invalidateQueries({ queryKey: callKey(name) })
  }, [queries, steps])
}

type AccountChooserProps = Omit<ComponentProps<typeof CustomerSelect>, 'onChoose'>

/** For whom. */
export const AccountChooser = (props: AccountChooserProps) => (
  <CustomerSelect {...props} onChoose={({ accountNumber }) => tradeFor(accountNumber)} />
)
