import { type CustomerRow, type Period, periodOf } from '@tradebook/contract'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { useMarketDate } from '../live/use-live.ts'
import { useCan, useMayRead } from '../session.ts'
import { isDay } from '../ui/days.ts'
import { useCustomers } from './customer-select.tsx'

const ACCOUNT = 'account'
const FROM = 'from'
const TO = 'to'

/** Whether the person looks at the accounts of all customers. */
export const useSeesCustomers = (): boolean =>
  [useMayRead('VIEW_CUSTOMERS'), useCan('TRADE_ALL_ACCOUNTS')].includes(true)

/** Whose account the portal shows, as far as it is known. */
export type PortalAccount =
  | { readonly status: 'waiting' | 'none' }
  /** Nobody has been chosen yet. */
  | { readonly status: 'choose' }
  | { readonly status: 'unknown'; readonly asked: string }
  | { readonly status: 'failed'; readonly retry: () => void }
  | { readonly status: 'known'; readonly account: CustomerRow }

export interface PortalChoice {
  readonly shown: PortalAccount
  /** Whether an account is found by searching among all of the firm. */
  readonly searches: boolean
  /** The accounts that were found: those of a customer, as soon as they are known. */
  readonly own: readonly CustomerRow[]
  readonly choose: (accountNumber: string) => void
}

/**
 * The account that the address names, or a customer's own: the first of them where the address names
 * none. Who trades for all accounts names one.
 */
export function usePortalAccount(): PortalChoice {
  const [query] = useSearchParams()
  const change = useAddress()
  const searches = useSeesCustomers()
  const asked = query.get(ACCOUNT)
  const { data, isError, refetch } = useCustomers(searches ? (asked ?? '') : '')
  const found = data?.items
  const choose = useCallback((accountNumber: string) => change({ [ACCOUNT]: accountNumber }), [change])
  const account = asked === null ? found?.[0] : found?.find(({ accountNumber }) => accountNumber === asked)
  const shown: PortalAccount =
    searches && asked === null
      ? { status: 'choose' }
      : account
        ? { status: 'known', account }
        : isError
          ? { status: 'failed', retry: () => void refetch() }
          : found === undefined
            ? { status: 'waiting' }
            : asked === null
              ? { status: 'none' }
              : { status: 'unknown', asked }
  return { shown, searches, own: found ?? [], choose }
}

/** The days of the address, which the server completes; and, once the market day is known, what they are. */
export function usePeriod(): {
  readonly asked: Partial<Period>
  readonly period: Period | undefined
  readonly choose: (days: Partial<Record<keyof Period, string>>) => void
} {
  const [query] = useSearchParams()
  const change = useAddress()
  const marketDate = useMarketDate()
  const dayOf = (name: string) => {
    const day = query.get(name)
    return day !== null && isDay(day) ? day : undefined
  }
  const [from, to] = [dayOf(FROM), dayOf(TO)]
  const asked = { ...(from && { from }), ...(to && { to }) }
  const period = marketDate === undefined && !to ? undefined : periodOf(asked, marketDate ?? '')
  return { asked, period, choose: change }
}

/** Changes names of the address; an empty value leaves it. Lists begin at their first page again. */
function useAddress() {
  const [, setQuery] = useSearchParams()
  return useCallback(
    (change: Readonly<Record<string, string>>) =>
      setQuery(
        (before) => {
          const after = new URLSearchParams([...before].filter(([name]) => !name.endsWith('.page')))
          for (const [name, value] of Object.entries(change))
            if (value === '') after.delete(name)
            else after.set(name, value)
          return after
        },
        { flushSync: true },
      ),
    [setQuery],
  )
}
