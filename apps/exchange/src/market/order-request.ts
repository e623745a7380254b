import {
  acceptance,
  durations,
  ExecInst,
  isTaken,
  leastShown,
  mayHaveMinimum,
  mayShowPart,
  OrdRejReason,
  OrdType,
  type Phase,
  type PriceKobo,
  priceKobo,
  type Quantity,
  quantity,
  type Side,
  type TimeInForce,
} from '@tradebook/contract'
import type { Fields } from '@tradebook/fix'
import { koboOf, priceText, whole } from '../../../server/src/gateway/decimals.ts'
import type { Listing } from '../../../server/src/venue/listing.ts'
import type { Capabilities } from './venue-profile.ts'

/** Why a request is not done: OrdRejReason (103), and the words of Text (58). */
export interface Refused {
  readonly reason: number
  readonly text: string
}

/** What an order asks for, in the terms of the market. */
export interface OrderRequest {
  readonly clOrdID: string
  readonly account: string | null
  readonly side: Side
  readonly ordType: OrdType
  readonly price: PriceKobo | null
  readonly quantity: Quantity
  readonly timeInForce: TimeInForce
  readonly expireDate: string | null
  readonly execInst: ExecInst | null
  readonly minQty: Quantity | null
  readonly displayQty: Quantity | null
}

interface Asked {
  readonly message: Fields
  readonly listing: Listing | undefined
  readonly phase: Phase
  readonly capabilities: Capabilities
  readonly date: string
}

const no = (text: string, reason: number = OrdRejReason.brokerOption): Refused => ({ text, reason })
const { unsupportedOrder, incorrectQuantity, outsidePriceBand, invalidPriceIncrement } = OrdRejReason

/** Fields that would change what an order means, and that this market does not act on. */
const notSupported: readonly (readonly [tag: number, name: string])[] = [
  [99, 'StopPx(99)'],
  [152, 'CashOrderQty(152)'],
  [168, 'EffectiveTime(168)'],
  [126, 'ExpireTime(126)'],
  [211, 'PegOffsetValue(211)'],
  [388, 'DiscretionInst(388)'],
  [847, 'TargetStrategy(847)'],
  [526, 'SecondaryClOrdID(526)'],
]

/** The first thing that is wrong with a new order; the order of the rows is that in which they are told. */
const rules: readonly ((asked: Asked) => Refused | false | undefined)[] = [
  ({ message, capabilities: { longestClOrdID } }) =>
    message.get(11)!.length > longestClOrdID && no(`ClOrdID(11) has more than ${longestClOrdID} characters.`),
  ({ message, listing }) =>
    !listing && no(`No security ${message.get(55) ?? ''} is listed here.`, OrdRejReason.unknownSymbol),
  ({ message }) => {
    const other = notSupported.find(([tag]) => message.get(tag) !== undefined)
    return other && no(`${other[1]} is not supported.`, unsupportedOrder)
  },
  ({ message }) =>
    message.get(15) !== undefined && message.get(15) !== 'NGN' && no('Orders are in NGN.', unsupportedOrder),
  ({ message }) =>
    !['1', '2'].includes(message.get(54)!) && no('Side(54) is 1 (buy) or 2 (sell).', unsupportedOrder),
  ({ message, capabilities: { ordTypes } }) =>
    !(ordTypes as readonly string[]).includes(message.get(40)!) &&
    no(`OrdType(40) ${message.get(40)} is not supported here.`, unsupportedOrder),
  ({ message, capabilities: { timeInForce } }) =>
    !(timeInForce as readonly string[]).includes(message.get(59) ?? '0') &&
    no(`TimeInForce(59) ${message.get(59)} is not supported here.`, unsupportedOrder),
  ({ message, capabilities: { execInst } }) =>
    message.get(18) !== undefined &&
    !(execInst as readonly string[]).includes(message.get(18)!) &&
    no(`ExecInst(18) ${message.get(18)} is not supported here.`, unsupportedOrder),
  ({ message, capabilities: { mostQty } }) => {
    const asked = whole(message.get(38))
    if (asked === undefined || asked < 1)
      return no('OrderQty(38) is a whole number of at least 1.', incorrectQuantity)
    return asked > mostQty && no(`OrderQty(38) is at most ${mostQty}.`, incorrectQuantity)
  },
  ({ message }) =>
    message.get(40) === OrdType.market
      ? message.get(44) !== undefined && no('A market order has no Price(44).', unsupportedOrder)
      : message.get(44) === undefined && no('A limit order has a Price(44).', unsupportedOrder),
  ({ message, listing }) => {
    const text = message.get(44)
    if (text === undefined || !listing) return undefined
    const price = koboOf(text)
    const { tickKobo, lowLimitPx, highLimitPx } = listing
    if (price === undefined || price < 1 || price % tickKobo !== 0)
      return no(`Price(44) is a multiple of ${priceText(tickKobo)}.`, invalidPriceIncrement)
    return (
      (price < lowLimitPx || price > highLimitPx) &&
      no(`Price(44) is from ${priceText(lowLimitPx)} to ${priceText(highLimitPx)} today.`, outsidePriceBand)
    )
  },
  ({ message, date }) => {
    const { lastDay } = durations[(message.get(59) ?? '0') as TimeInForce]
    const given = message.get(432)
    if (lastDay !== 'named') return given !== undefined && no('ExpireDate(432) is for TimeInForce(59) 6.')
    if (given === undefined) return no('TimeInForce(59) 6 has an ExpireDate(432).')
    return dateOf(given) < date && no('ExpireDate(432) is over.')
  },
  ({ phase }) =>
    acceptance[phase].newOrders.length === 0 &&
    no(phase === 'halted' ? 'Trading is halted.' : 'The market is closed.', OrdRejReason.exchangeClosed),
  ({ message, phase }) =>
    !isTaken(phase, termsOf(message)) &&
    no('The market does not take orders of this kind now.', OrdRejReason.exchangeClosed),
  ({ message, capabilities }) => {
    const shown = displayOf(message)
    if (shown === undefined) return undefined
    const asked = whole(shown)
    const total = whole(message.get(38))!
    if (!capabilities.icebergs || !mayShowPart(termsOf(message)))
      return no('An order of this kind shows all of its quantity.', unsupportedOrder)
    return (
      (asked === undefined || asked < leastShown(total)) &&
      no(`DisplayQty is a whole number of at least ${leastShown(total)}.`, incorrectQuantity)
    )
  },
  ({ message, capabilities, phase }) => {
    if (message.get(110) === undefined) return undefined
    const least = whole(message.get(110))
    if (!capabilities.minQty || !mayHaveMinimum(phase, termsOf(message)))
      return no('An order of this kind has no MinQty(110) here.', unsupportedOrder)
    return (
      (least === undefined || least < 1 || least > whole(message.get(38))!) &&
      no('MinQty(110) is a whole number up to OrderQty(38).', incorrectQuantity)
    )
  },
]

/** The order that a NewOrderSingle (D) asks for, or why the market does not take it. */
export function orderRequest(asked: Asked): OrderRequest | Refused {
  for (const rule of rules) {
    const refused = rule(asked)
    if (refused) return refused
  }
  const { message } = asked
  const terms = termsOf(message)
  const all = quantity(whole(message.get(38))!)
  const price = message.get(44)
  const least = whole(message.get(110))
  const shown = whole(displayOf(message))
  return {
    ...terms,
    clOrdID: message.get(11)!,
    account: message.get(1) ?? null,
    side: message.get(54) as Side,
    price: price === undefined ? null : priceKobo(koboOf(price)!),
    quantity: all,
    expireDate: message.get(432) === undefined ? null : dateOf(message.get(432)!),
    minQty: terms.execInst === ExecInst.allOrNone ? all : least === undefined ? null : quantity(least),
    displayQty: shown === undefined ? null : quantity(shown),
  }
}

const termsOf = (message: Fields) => ({
  ordType: message.get(40) as OrdType,
  timeInForce: (message.get(59) ?? '0') as TimeInForce,
  execInst: (message.get(18) ?? null) as ExecInst | null,
})

/** DisplayQty (1138), which is MaxFloor (111) before FIX 5.0. */
const displayOf = (message: Fields): string | undefined => message.get(1138) ?? message.get(111)

const dateOf = (text: string): string => `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`
