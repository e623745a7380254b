import {
  type BasketOutcome,
  type CallRequest,
  clOrdIDOfLine,
  isRefusal,
  type Refusal,
  type RefusalName,
  refusalInWords,
  refusals,
  refuse,
} from '@tradebook/contract'
import type { DeskPort } from '../../desk/desk-port.ts'
import type { CallContext } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Store } from '../../store/store.ts'
import { openAsking } from './asking.ts'
import { basketInputs } from './basket-orders.ts'

/** The time in which a basket is sent. */
export interface Pace {
  /** Milliseconds, never running backwards. */
  readonly monotonic: () => number
  readonly wait: (ms: number) => Promise<unknown>
}

interface SendingDependencies extends Pace {
  readonly desk: Pick<DeskPort, 'preview' | 'submit'>
  readonly store: Store
}

type Line = BasketOutcome['lines'][number]

/** How long one request sends: the caller waits for it. What is left is sent by another one, under the same id. */
const LONGEST_MS = 20_000
/** Before an order that came too fast is tried again. */
const PAUSE_MS = 50
/** Nothing is known of this order or of the desk, and nothing better of the next one. */
const stops: readonly RefusalName[] = ['unavailable', 'tradingPaused', 'outcomeUnknown']

/**
 * Sends the orders of a basket one after the other, each by a request of its own: it waits its turn among everybody's
 * and is checked, journalled and audited like any other order. No order is sent before the limits of orders per second
 * let it pass. Sent again under the same id, each order that is there already answers what became of it.
 */
export async function sendBasket(
  { sendID, orders: asked }: CallRequest<'Basket/Send'>,
  context: CallContext<Caller>,
  { desk, store, monotonic, wait }: SendingDependencies,
): Promise<BasketOutcome> {
  const { ask } = openAsking({ desk, store })
  const inputs = await basketInputs(asked, (line) => clOrdIDOfLine(sendID, line), context, store)
  const until = monotonic() + LONGEST_MS
  const lines: Line[] = []
  let stop: Refusal | undefined
  for (const input of inputs) {
    const { clOrdID } = input.request
    /** Whether the limits would refuse it for its pace alone. */
    const isTooSoon = async () => {
      const preview = await desk.preview(input)
      return !isRefusal(preview) && preview.refusals.some(({ refusal }) => refusal === 'tooManyOrders')
    }
    let answer: Awaited<ReturnType<typeof ask>> | undefined
    while (!stop && answer === undefined) {
      if (monotonic() >= until) stop = refuse('busy')
      else if (await isTooSoon()) await wait(PAUSE_MS)
      else answer = await ask(input, context)
      if (!isRefusal(answer) || answer.refusal !== 'busy') continue
      answer = undefined
      await wait(PAUSE_MS)
    }
    if (isRefusal(answer) && stops.includes(answer.refusal)) stop = answer
    lines.push(outcomeOf(clOrdID, answer, stop, context))
  }
  return { lines }
}

function outcomeOf(
  clOrdID: string,
  answer: Exclude<Line['order'], null> | Refusal | undefined,
  stop: Refusal | undefined,
  { translate }: Pick<CallContext, 'translate'>,
): Line {
  const refused = answer ?? stop
  if (!refused || !isRefusal(refused))
    return { clOrdID, outcome: 'taken', order: refused ?? null, refusal: null }
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
