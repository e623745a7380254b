import { QueryClientContext } from '@tanstack/react-query'
import type { CallInput, CallName, CallOutput } from '@tradebook/contract'
import { useContext, useRef, useState } from 'react'
import { call } from './client.ts'
import { type SendOutcome, send } from './send.ts'
import { callKey } from './use-call.ts'

/** Where a change stands. `slow` is still pending; `failed` carries whether it was refused or is unknown. */
export type SendState<Output> =
  | { readonly status: 'idle' }
  | { readonly status: 'pending' | 'slow' }
  | SendOutcome<Output>

export const isPending = ({ status }: SendState<unknown>): boolean =>
  status === 'pending' || status === 'slow'

interface UseSendOptions {
  /** The reads whose answers the change makes stale; they are fetched again. */
  readonly makesStale?: readonly CallName[]
  /** The files of a call that takes them, by the names of their parts. */
  readonly files?: Readonly<Record<string, File>> | undefined
}

interface Send<Input, Output> {
  readonly state: SendState<Output>
  /**
   * Sends the change, and resolves to what became of it. While one is pending a second is not sent
   * and resolves to `undefined`.
   */
  readonly send: (input: Input) => Promise<SendOutcome<Output> | undefined>
  /** Returns to `idle`; what is pending goes on, and its outcome is shown. */
  readonly reset: () => void
}

/**
 * Sends changes from a component: one at a time, never by itself, never twice. The component shows
 * the state and has a failure read aloud, so that the notification of it is only seen.
 *
 * @param change a call of the contract, or a function for a change that takes several calls.
 */
export function useSend<Name extends CallName>(
  change: Name,
  options?: UseSendOptions,
): Send<CallInput<Name>, CallOutput<Name>>
export function useSend<Input, Output>(
  change: (input: Input) => Promise<Output>,
  options?: UseSendOptions,
): Send<Input, Output>
export function useSend(
  change: CallName | ((input: never) => Promise<unknown>),
  { makesStale = [], files }: UseSendOptions = {},
): Send<never, unknown> {
  // The public screens have no query client: nothing they show is cached.
  const queries = useContext(QueryClientContext)
  const [state, setState] = useState<SendState<unknown>>({ status: 'idle' })
  const isUnderway = useRef(false)

  const sendOnce = async (input: never) => {
    if (isUnderway.current) return undefined
    isUnderway.current = true
    setState({ status: 'pending' })
    try {
      const outcome = await send(
        () =>
          typeof change === 'string' ? call(change, input, { failure: 'inline', files }) : change(input),
        () => setState({ status: 'slow' }),
      )
      setState(outcome)
      // A change of unknown outcome may have been made.
      if (outcome.status === 'done' || outcome.failure.standing === 'unknown') {
        for (const name of makesStale) void queries?.invalidateQueries({ queryKey: callKey(name) })
      }
      return outcome
    } catch (fault) {
      setState({ status: 'idle' })
      throw fault
    } finally {
      isUnderway.current = false
    }
  }

  return {
    state,
    send: sendOnce,
    reset: () => setState((now) => (isUnderway.current ? now : { status: 'idle' })),
  }
}
