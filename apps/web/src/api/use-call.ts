import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { CallInput, CallName, CallOutput } from '@tradebook/contract'
import { call } from './client.ts'

interface UseCallOptions<Output> {
  /** False: do not ask yet. */
  readonly enabled?: boolean
  /** Milliseconds an answer counts as fresh; by default until it is invalidated. */
  readonly staleTime?: number
  readonly silent?: boolean
  /** What to show while other input is asked for, for example the page before. */
  readonly placeholderData?: (previous: Output | undefined) => Output | undefined
}

/** The cache key of a call, for invalidating it: `['Order/getStockOrders', input]`. */
export const callKey = <Name extends CallName>(name: Name, input?: CallInput<Name>) =>
  input === undefined ? [name] : [name, input]

/** Read a call as server state: cached by its name and input, given up when nobody looks any more. */
export const useCall = <Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  { silent = false, ...options }: UseCallOptions<CallOutput<Name>> = {},
): UseQueryResult<CallOutput<Name>> =>
  useQuery<CallOutput<Name>>({
    queryKey: callKey(name, input),
    queryFn: ({ signal }) => call(name, input, { signal, silent }),
    ...options,
  } as Parameters<typeof useQuery<CallOutput<Name>>>[0])
