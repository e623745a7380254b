import { createHash } from 'node:crypto'
import {
  ExecType,
  OrdStatus,
  type PriceKobo,
  priceKobo,
  type Quantity,
  type StoredText,
} from '@tradebook/contract'
import { Fields, instantOf, readable } from '@tradebook/fix'
import { type OrderReport, type SaidTradeChange, UNREADABLE, type UnreadableReport } from '@tradebook/orders'
import type { VenueOrderName } from '../venue/venue.ts'
import { koboOf, whole } from './decimals.ts'
import type { KeptRequest } from './kept-order.ts'

/**
 * The reasons of a rejection that people read in words of their own; any other is shown as a refusal by the exchange.
 */
const byOrdRejReason: Readonly<Record<string, StoredText>> = {
  '1': 'Trading.Venue.unknownSecurity',
  '2': 'Trading.Venue.marketClosed',
  '13': 'Trading.Venue.quantityInvalid',
  '16': 'Trading.Venue.priceOutsideLimits',
  '18': 'Trading.Venue.priceOffTick',
}
export const REFUSED: StoredText = 'Trading.Venue.refused'
export const NEVER_ARRIVED: StoredText = 'Trading.Venue.neverArrived'

/** ExecType (150) of an answer to a status request. */
export const ORDER_STATUS = 'I'
/** What says only that a request has arrived: done for day, pending new, pending cancel, pending replace. */
const saysNothing: ReadonlySet<string> = new Set(['3', 'A', '6', 'E'])

/** What the session writes again when it sends a message again: framing, MsgSeqNum (34), times and duplicates. */
const ofSession: ReadonlySet<number> = new Set([8, 9, 10, 34, 43, 49, 52, 56, 97, 122])
/** Characters of an unreadable message that are kept. */
const LONGEST_SHOWN = 2000

type Said = OrderReport | SaidTradeChange

/**
 * What an ExecutionReport (8) says of its order; `undefined` where it says nothing that the desk does not know.
 *
 * @param request the request that its ClOrdID (11) names; `undefined` if it is not ours.
 */
export function reportOf(message: Fields, request: KeptRequest | undefined): Said | undefined {
  const execType = message.get(150) ?? ''
  if (saysNothing.has(execType)) return undefined
  const of = reports[execType]
  if (!of) throw new Error(`ExecType(150) ${execType} is not known`)
  return of(message, request)
}

const reports: Readonly<
  Record<string, ((message: Fields, request: KeptRequest | undefined) => Said) | undefined>
> = {
  [ExecType.new]: () => ({ execType: ExecType.new }),
  [ExecType.rejected]: (message) => ({
    execType: ExecType.rejected,
    text: byOrdRejReason[message.get(103) ?? ''] ?? REFUSED,
  }),
  [ExecType.trade]: (message) => ({ execType: ExecType.trade, ...tradeOf(message) }),
  [ExecType.tradeCanceled]: (message) => ({ execType: ExecType.tradeCanceled, ...tradeOf(message) }),
  [ExecType.tradeCorrected]: (message) => ({ execType: ExecType.tradeCorrected, ...tradeOf(message) }),
  [ExecType.canceled]: (_, request) => ({
    execType: ExecType.canceled,
    clOrdID: request?.kind === 'cancel' ? request.clOrdID : null,
    text: null,
  }),
  [ExecType.expired]: () => ({ execType: ExecType.expired, text: null }),
  [ExecType.restated]: (message) => ({ execType: ExecType.restated, ...openOf(message), text: null }),
  [ExecType.replaced]: replacedOf,
}

/** What the exchange has made of a replace; one that nobody here has asked for is a change of the exchange's own. */
export function replacedOf(message: Fields, request: KeptRequest | undefined): OrderReport {
  const is = openOf(message)
  return request?.kind === 'replace' && request.clOrdID !== null
    ? { execType: ExecType.replaced, clOrdID: request.clOrdID, ...is, keptPriority: false }
    : { execType: ExecType.restated, ...is, text: null }
}

/** How an order has ended, by OrdStatus (39); `undefined` of one that has not, or that traded all of it. */
export function endOf(message: Fields, request: KeptRequest | undefined): Said | undefined {
  const status = message.get(39)
  if (status === OrdStatus.canceled) return reports[ExecType.canceled]!(message, request)
  if (status === OrdStatus.expired) return reports[ExecType.expired]!(message, request)
  if (status === OrdStatus.rejected) return reports[ExecType.rejected]!(message, request)
  return undefined
}

/** What the exchange does not do: an OrderCancelReject (9), or a rejection of the message by either end. */
export const rejectionOf = ({ kind, clOrdID }: KeptRequest, text: StoredText = REFUSED): OrderReport =>
  kind === 'new' || clOrdID === null
    ? { execType: ExecType.rejected, text }
    : { execType: '9', responseTo: kind === 'cancel' ? 'cancel' : 'replace', clOrdID, text }

/** A message from which no report can be made: one that is repeated has the same ExecID, whatever its number is. */
export function unreadableOf(
  message: Fields,
  why: string,
): { readonly execID: string; readonly report: UnreadableReport } {
  const own = [...message].filter(([tag]) => !ofSession.has(tag))
  const text = readable(
    new Fields(
      own.map(([tag]) => tag),
      own.map(([, value]) => value),
    ),
  )
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const report = { execType: UNREADABLE, why, message: text.slice(0, LONGEST_SHOWN) } as const
  return { execID: `unreadable-${digest}`, report }
}

/** Whether an order is over there after a message about it. */
export const isOver = (message: Fields): boolean =>
  ([OrdStatus.filled, OrdStatus.canceled, OrdStatus.expired, OrdStatus.rejected] as string[]).includes(
    message.get(39) ?? '',
  )

/** Which order a message is about, in the exchange's words: a cancel is named by the order that it cancels. */
export const namesOf = (message: Fields): VenueOrderName | undefined => {
  const clOrdID = (message.get(150) === ExecType.canceled ? message.get(41) : undefined) ?? message.get(11)
  const [securityID, side] = [message.get(55), message.get(54)]
  return clOrdID === undefined || securityID === undefined || side === undefined
    ? undefined
    : { clOrdID, securityID, side }
}

/** TransactTime (60), or when the message was sent. */
export const timeOf = (message: Fields, now: number): number =>
  instantOf(message.get(60) ?? '') ?? instantOf(message.get(52) ?? '') ?? now

/** Price (44) and LeavesQty (151). */
function openOf(message: Fields) {
  const price = message.get(44)
  return {
    price: price === undefined || message.get(40) === '1' ? null : pricedAt(price),
    leavesQty: (whole(message.get(151)) ?? 0) as Quantity,
  }
}

function tradeOf(message: Fields) {
  const lastQty = whole(message.get(32))
  if (lastQty === undefined) throw new Error(`LastQty(32) is ${message.get(32) ?? 'missing'}`)
  return {
    lastQty: lastQty as Quantity,
    lastPx: pricedAt(message.get(31) ?? ''),
    tradeNumber: numberOf(message.get(880) ?? message.get(19) ?? message.get(17) ?? ''),
  }
}

function pricedAt(text: string): PriceKobo {
  const kobo = koboOf(text)
  if (kobo === undefined) throw new Error(`the price ${text} is not a whole number of kobo`)
  return priceKobo(kobo)
}

/** TrdMatchID (880) as a number; of one that is none, a number made of it, the same each time. */
const numberOf = (id: string): number =>
  /^\d{1,15}$/.test(id) ? Number(id) : createHash('sha256').update(id).digest().readUIntBE(0, 6)
