import type { CallInput, CallOutput } from '@tradebook/contract'
import { useEffect, useState } from 'react'
import { useCall } from '../../../api/use-call.ts'

/** How long the figures rest before the server is asked about them, in milliseconds. */
const RESTS_MS = 250
/** How long an answer counts, in milliseconds: other orders of the account change it. */
const FRESH_MS = 2_000

type PreviewCall = 'Order/PreviewOrder' | 'Order/PreviewOrderReplace' | 'Order/PreviewCrossDealOrder'

/** What the server says that a request would come to. `none`: nothing is asked yet. */
export type Previewed<Answer> =
  | { readonly status: 'none' | 'pending' | 'failed' }
  | { readonly status: 'known'; readonly preview: Answer }

/**
 * Asks the server what a request would come to, once it has not changed for a moment. What is `known` is
 * always of the request as it is: an answer to an earlier one is never shown for it.
 *
 * @param input `undefined` while there is nothing to ask.
 */
export function usePreview<Name extends PreviewCall>(
  name: Name,
  input: CallInput<Name> | undefined,
): Previewed<CallOutput<Name>> {
  const wanted = input && JSON.stringify(input)
  const isRested = useRested(wanted) === wanted && wanted !== undefined
  const { data, isError } = useCall(name, (input ?? {}) as CallInput<Name>, {
    enabled: isRested,
    failure: 'typed',
    staleTime: FRESH_MS,
  })
  if (wanted === undefined) return { status: 'none' }
  if (isRested && isError) return { status: 'failed' }
  return isRested && data !== undefined ? { status: 'known', preview: data } : { status: 'pending' }
}

/** The text as it was when it had not changed for a moment. */
function useRested(text: string | undefined): string | undefined {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), RESTS_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
