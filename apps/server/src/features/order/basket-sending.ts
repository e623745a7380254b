import {
  type BasketOutcome,
  type CallRequest,
  isRefusal,
  type Refusal,
  type RefusalName,
  refusalInWords,
  refusals,
  refuse,
} from '@tradebook/contract'
import type { DeskPort } from '../../desk/desk-port.ts'
import { originOf } from '../../desk/inputs.ts'
import type { CallContext } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Sessions } from '../../platform/sessions.ts'
import type { Store } from '../../store/store.ts'
import { openAsking } from './asking.ts'
import type { Claims } from './basket-claims.ts'
import { basketInputs } from './basket-orders.ts'
import type { StopListener } from './basket-stops.ts'

/** What sending a basket needs, and its clock. */
export interface SendingDependencies {
  /** Milliseconds, never running backwards. */
  readonly monotonic: () => number
  readonly wait: (ms: number) => Promise<unknown>
  readonly desk: Pick<DeskPort, 'submit'>
  readonly store: Store
  /** Calls the listener with every user whose baskets are to stop. Returns how to stop listening. */
  readonly onStopped: (listener: StopListener) => () => void
  /** The user of a token, as of now. */
  readonly authenticate: Sessions['authenticate']
}

type Line = BasketOutcome['lines'][number]

/** How long one request sends, because the caller waits for it. Another one sends the rest, under the same id. */
const LONGEST_MS = 20_000
/** The pause before an order that came too fast is tried again. */
const PAUSE_MS = 50
/** Refusals of orders that were not entered, and may be if they are tried again. */
const passes: readonly RefusalName[] = ['busy', 'tooManyOrders']
/** Refusals after which nothing is known of this order or of the desk, and the next order would fare no better. */
const stops: readonly RefusalName[] = ['unavailable', 'tradingPaused', 'outcomeUnknown']
const doesStop = ({ refusal, values }: Refusal): boolean =>
  stops.includes(refusal) || (refusal === 'killSwitchOn' && values.scope !== 'account')

/**
 * Sends the orders of a basket one after the other, each as a request of its own: it waits its turn like everyone's
 * and is checked, journalled and audited like any other order, with the rights that its user has at that moment. It
 * is tried until the limits of orders per second let it pass. Nothing further is sent once its user is signed out or
 * cancels all orders, or stops this sending. Sent again under the same ids, each order that already exists is answered
 * with its outcome.
 *
 * @param claim gives the orders their ids. The sending can be stopped from before that on.
 */
export async function sendBasket(
  { sendID, orders: asked }: Pick<CallRequest<'Basket/Send'>, 'sendID' | 'orders'>,
  claim: () => Promise<Claims | Refusal>,
  context: CallContext<Caller>,
  { desk, store, onStopped, authenticate, monotonic, wait }: SendingDependencies,
): Promise<BasketOutcome | Refusal> {
  const { ask } = openAsking({ desk, store })
  let stop: Refusal | undefined
  let underWay: ReturnType<typeof ask> | undefined
  const { tenantId, userId } = context.caller
  const unlisten = onStopped((user) => {
    if (user.tenantId !== tenantId || user.userId !== userId) return
    if (user.sendID !== undefined && user.sendID !== sendID) return
    stop ??= refuse('basketStopped')
    // Its failure is that of the basket.
    return underWay?.catch(() => {})
  })
  try {
    const claims = await claim()
    if (isRefusal(claims)) return claims
    const { clOrdIDs, version } = claims
    const inputs = await basketInputs(asked, (line) => clOrdIDs[line - 1] ?? '', context, store)
    const until = monotonic() + LONGEST_MS
    const lines: Line[] = []
    for (const input of inputs) {
      let answer: Awaited<ReturnType<typeof ask>> | undefined
      while (!stop && answer === undefined) {
        const caller = await authenticate(context.bearer ?? '')
        if (!caller) stop = refuse('basketStopped')
        else if (monotonic() >= until) stop = refuse('busy')
        else if (!stop) {
          const origin = originOf({ ...input.origin, caller })
          underWay = ask({ ...input, isPaced: true, origin }, context)
          answer = await underWay
        }
        if (!isRefusal(answer) || !passes.includes(answer.refusal)) continue
        answer = undefined
        await wait(PAUSE_MS)
      }
      if (isRefusal(answer) && doesStop(answer)) stop = answer
      lines.push(outcomeOf(input.request.clOrdID, answer, stop, context))
    }
    return { version, lines }
  } finally {
    unlisten()
  }
}

function outcomeOf(
  clOrdID: string,
  answer: Exclude<Line['order'], null> | Refusal | undefined,
  stop: Refusal | undefined,
  { translate }: Pick<CallContext, 'translate'>,
): Line {
  const refused = answer ?? stop
  if (!refused || !isRefusal(refused))
    return { clOrdID, outcome: 'accepted', order: refused ?? null, refusal: null }
  const { code } = refusals[refused.refusal]
  const isUnknown = answer !== undefined && refused.refusal === 'outcomeUnknown'
  const isSent = answer !== undefined && refused !== stop
  return {
    clOrdID,
    outcome: isUnknown ? 'unknown' : isSent ? 'refused' : 'notSent',
    order: null,
    refusal: { code, ...refusalInWords(refused, translate) },
  }
}
