import {
  type keepPreviousData,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query'
import type { CallInput, CallName, CallOutput } from '@tradebook/contract'
import { call, type FailureKind } from './client.ts'

interface UseCallOptions<Name extends CallName> {
  /** False: do not ask yet. */
  readonly enabled?: boolean
  /** Milliseconds an answer counts as fresh; by default until it is invalidated. */
  readonly staleTime?: number
  /** Milliseconds an answer is kept that nobody shows; 0: the next who asks waits for a fresh one. */
  readonly gcTime?: number
  /** True: ask again whenever the page is looked at again, because another device may have changed the answer. */
  readonly isSharedByDevices?: boolean
  /** Milliseconds after which it is asked again while it is shown. */
  readonly refetchInterval?: number
  /** Of which answers another is awaited; by default of all. */
  readonly isAwaited?: (answer: CallOutput<Name>) => boolean
  /** What is special about a failure; a read that is asked again by an interval is notified when it begins to fail. */
  readonly failure?: FailureKind
  /** While other input is asked for: `keepPreviousData` goes on showing the last answer. */
  readonly placeholderData?: typeof keepPreviousData
}

/** The cache key of a call, for invalidating it: `['Order/getStockOrders', input]`. */
export const callKey = <Name extends CallName>(name: Name, input?: CallInput<Name>) =>
  input === undefined ? [name] : [name, input]

/** Reads a call as server state: cached by its name and input, cancelled when no component uses it. */
export const useCall = <Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  {
    isSharedByDevices = false,
    refetchInterval,
    isAwaited,
    failure = refetchInterval === undefined ? undefined : 'repeated',
    ...options
  }: UseCallOptions<Name> = {},
): UseQueryResult<CallOutput<Name>> => {
  const query: UseQueryOptions<CallOutput<Name>> = {
    queryKey: callKey(name, input),
    refetchOnWindowFocus: isSharedByDevices && 'always',
    ...(refetchInterval !== undefined && {
      refetchInterval: ({ state: { data } }) =>
        data === undefined || isAwaited?.(data) !== false ? refetchInterval : false,
    }),
    queryFn: ({ signal }) => call(name, input, { signal, failure }),
    ...options,
  }
  return useQuery(query)
}
