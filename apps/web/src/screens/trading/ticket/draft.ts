import {
  acceptance,
  ExecInst,
  type IndicativeAuction,
  imbalanceOrderFault,
  isOnTick,
  isStop,
  isTaken,
  isTakenBy,
  isTriggeredAt,
  isUnpriced,
  type KillSwitchOn,
  type Kobo,
  leastShown,
  mayShowPart,
  namesLastDay,
  type OrdType,
  type Phase,
  type PriceKobo,
  type Quantity,
  Side,
  type TextKey,
  type TimeInForce,
  takesOrders,
  toNaira,
  untakenPart,
  type VenueTerms,
} from '@tradebook/contract'
import { killSwitchText } from '../../../live/kill-switch-text.ts'
import { readPrice, readQuantity, type Typed, wordedOf } from '../../../orders/typed-figures.ts'
import { isDay } from '../../../ui/days.ts'
import { quantity as count, date, price as written } from '../../../ui/format.ts'
import { isWorkedOut, type PriceRules, quantityOf } from './figures.ts'
import { durationsIn, instructionIn, mayHaveMinimumIn } from './offers.ts'
import { type MarketSnapshot, type Objection, sanityOf } from './sanity.ts'

// Longer than 300 lines, for all that prevents a draft is one list of checks.

/** What is in the ticket, as it was typed. */
export interface Draft {
  readonly side: Side
  readonly ordType: OrdType
  readonly timeInForce: TimeInForce
  /** The last day of an order that is good till a date, 'YYYY-MM-DD'; empty until it is chosen. */
  readonly expireDate: string
  readonly quantityText: string
  readonly priceText: string
  /** The price that triggers a stop order. */
  readonly stopText: string
  readonly options: DraftOptions
}

/** What few orders ask for. It belongs to the one order it was entered for: the next one begins without. */
export interface DraftOptions {
  /** How much of it the book shows at a time; empty: all of it. */
  readonly displayText: string
  /** How much has to trade at once; empty: any quantity. */
  readonly minText: string
  /** The note that the order carries for those who see it; empty: none. */
  readonly text: string
  /** The instruction that was chosen or repeated; `null`: what the phase asks for. */
  readonly execInst: ExecInst | null
}

export const NO_OPTIONS: DraftOptions = { displayText: '', minText: '', text: '', execInst: null }

/** What the draft is checked against. `undefined`: not known (yet), and not held against the draft. */
export interface DraftConditions {
  readonly securityID: string | undefined
  readonly account: string | undefined
  readonly rules: PriceRules | undefined
  readonly mayTrade: Readonly<Record<Side, boolean>>
  /** The phase of the market; `away` while the exchange itself cannot be reached. */
  readonly market: Phase | 'away' | undefined
  /** What the exchange takes of orders. */
  readonly venue?: VenueTerms | undefined
  /** The market day, and the latest day that an order may name as its last, both 'YYYY-MM-DD'. */
  readonly marketDate: string | undefined
  readonly latestExpireDate: string | undefined
  /** The kill switch that refuses orders of the person for the account. */
  readonly killSwitch?: KillSwitchOn | undefined
  /** What is shown may be traded on. */
  readonly isFresh: boolean
  readonly isHalted: boolean
  /** What an uncross of the security would do now. */
  readonly auction: IndicativeAuction | undefined
  readonly snapshot: MarketSnapshot
  readonly sellableShares: number | undefined
  readonly buyingPower?: Kobo | undefined
  /** The last price, else the previous close. */
  readonly lastPx: PriceKobo | undefined
}

/** An order that may be sent. */
export interface ReadyOrder {
  readonly account: string
  readonly securityID: string
  readonly side: Side
  readonly ordType: OrdType
  readonly timeInForce: TimeInForce
  /** There on an order that is good till a date. */
  readonly expireDate?: string
  /** What the phase asks of the order besides its terms. */
  readonly execInst?: ExecInst
  readonly orderQty: Quantity
  readonly displayQty?: Quantity
  readonly minQty?: Quantity
  /** Absent on an order without a limit. */
  readonly price?: PriceKobo
  /** There on a stop order. */
  readonly stopPx?: PriceKobo
  readonly text?: string
}

export interface DraftCheck {
  /** There when nothing prevents sending. */
  readonly order?: ReadyOrder
  /** What prevents it, the most important first. */
  readonly objections: readonly Objection[]
  /** What the firm will probably refuse; the server decides. */
  readonly warnings: readonly Objection[]
  /** Unusual size or price: an order that has any is reviewed, whatever the person chose. */
  readonly sanity: readonly Objection[]
  /** The order that the server may be asked about, whether or not it may be sent now. */
  readonly terms?: ReadyOrder
  /** The number of shares, where an amount or a percentage was typed. */
  readonly workedOut?: Quantity
}

/** The limit that is in a draft; `undefined` where its kind has none, or what was typed is not a price. */
export const limitOf = ({
  ordType,
  priceText,
}: Pick<Draft, 'ordType' | 'priceText'>): PriceKobo | undefined =>
  isUnpriced(ordType) ? undefined : readPrice(priceText).value

/** Reads a draft: an order that may be sent, or why not. */
export function checkDraft(draft: Draft, conditions: DraftConditions): DraftCheck {
  const { securityID, account, rules } = conditions
  const { side, ordType, timeInForce, expireDate } = draft
  const execInst = instructionOf(draft, phaseOf(conditions))
  const typedPrice = isUnpriced(ordType) ? undefined : readPrice(draft.priceText)
  const typedStop = isStop(ordType) ? readPrice(draft.stopText) : undefined
  const note = draft.options.text.trim()
  const price = typedPrice?.value
  const { buyingPower, sellableShares: sellable } = conditions
  const typedQuantity = quantityOf(draft.quantityText, side, { price, buyingPower, sellable })
  const orderQty = typedQuantity.value
  const stopPx = typedStop?.value
  const stopFaults = typedStop ? stopObjections(side, typedStop, conditions) : []
  const priceFaults = typedPrice ? priceObjections(typedPrice, rules) : []
  const objections = [
    ...ticketObjections(draft, conditions),
    ...expiryObjections(draft, conditions),
    ...(account === undefined ? [{ field: 'account', text: 'Trading.Ticket.AccountMissing' } as const] : []),
    ...partsObjections(draft, orderQty, phaseOf(conditions)),
    ...(typedQuantity.why ? [{ field: 'quantity', ...wordedOf(typedQuantity) } as const] : []),
    ...stopFaults,
    ...priceFaults,
    ...(priceFaults.length === 0 ? imbalanceObjections(draft, price, conditions) : []),
  ]
  const isPriced = (!typedPrice || price !== undefined) && (!typedStop || stopPx !== undefined)
  const isComplete = securityID !== undefined && account !== undefined && orderQty !== undefined && isPriced
  // At a price or until a day that no order can have nothing is asked.
  const isPossible = [...stopFaults, ...priceFaults, ...expiryObjections(draft, conditions)].length === 0
  const terms: ReadyOrder | undefined =
    isComplete && isPossible
      ? {
          account,
          securityID,
          side,
          ordType,
          timeInForce,
          orderQty,
          ...(namesLastDay(timeInForce) && { expireDate }),
          ...(execInst !== null && { execInst }),
          ...partsOf(draft.options),
          ...(price !== undefined && { price }),
          ...(stopPx !== undefined && { stopPx }),
          ...(note !== '' && { text: note }),
        }
      : undefined
  return {
    objections,
    warnings: orderQty === undefined ? [] : warningsOf(side, orderQty, conditions),
    sanity:
      orderQty !== undefined && isPriced
        ? sanityOf(
            { side, ordType, orderQty, price, timeInForce, execInst, minQty: partsOf(draft.options).minQty },
            conditions.snapshot,
          )
        : [],
    ...(orderQty !== undefined && isWorkedOut(draft.quantityText) && { workedOut: orderQty }),
    ...(terms && { terms }),
    ...(terms && objections.length === 0 && { order: terms }),
  }
}

const phaseOf = ({ market }: Pick<DraftConditions, 'market'>): Phase | undefined =>
  market === 'away' ? undefined : market

function ticketObjections(draft: Draft, conditions: DraftConditions): Objection[] {
  const { securityID, mayTrade, market, isFresh, isHalted, killSwitch } = conditions
  const { side } = draft
  const { endsDay, interrupts } = acceptance[phaseOf(conditions) ?? 'continuous']
  const against: readonly (readonly [boolean, TextKey])[] = [
    [!mayTrade[side], side === Side.buy ? 'Trading.Ticket.MayNotBuy' : 'Trading.Ticket.MayNotSell'],
    [securityID === undefined, 'Trading.Ticket.SecurityMissing'],
    [!isFresh, 'Trading.Ticket.NotLive'],
    [market === 'away', 'Trading.Ticket.Away'],
    [endsDay, 'Trading.Ticket.Closed'],
    [interrupts, 'Trading.Ticket.MarketHalted'],
    [isHalted, 'Trading.Ticket.Halted'],
  ]
  return [
    ...(killSwitch ? [{ field: 'ticket', ...killSwitchText(killSwitch) } as const] : []),
    ...against.flatMap(([holds, text]) => (holds ? [{ field: 'ticket', text } as const] : [])),
    ...venueObjections(draft, conditions),
    ...termsObjections(draft, phaseOf(conditions)),
  ]
}

/** What prevents the kind, the duration and the parts: that the exchange does not take them in any phase. */
function venueObjections(draft: Draft, conditions: DraftConditions): Objection[] {
  const { venue } = conditions
  const { ordType, timeInForce, options } = draft
  if (!venue) return []
  const execInst = instructionOf(draft, phaseOf(conditions))
  const texts = {
    kind: `Trading.OrdType.${ordType}`,
    duration: `Trading.TimeInForce.${timeInForce}`,
  } as const
  const part = untakenPart(venue, partsOf(options))
  return [
    ...(isTakenBy(venue, { ordType, timeInForce, execInst })
      ? []
      : [{ field: 'terms', text: 'Trading.Ticket.TermsNotAtVenue', texts } as const]),
    ...(part === 'displayQty' || part === 'minQty'
      ? [{ field: part, text: `Trading.Ticket.NotAtVenue.${part}` } as const]
      : []),
  ]
}

/** What prevents the kind and the duration: that the phase does not take them. */
function termsObjections(draft: Draft, phase: Phase | undefined): Objection[] {
  const { ordType, timeInForce } = draft
  if (phase === undefined || !takesOrders(phase)) return []
  const execInst = instructionOf(draft, phase)
  if (isTaken(phase, { ordType, timeInForce, execInst })) return []
  if (isTaken(phase, { ordType, timeInForce, execInst: instructionIn(phase, ordType) })) {
    const isForImbalance = execInst === ExecInst.imbalanceOnly
    const text = isForImbalance ? 'Trading.Ticket.ImbalanceNotTaken' : 'Trading.Ticket.AllOrNoneNotTaken'
    return [{ field: 'execInst', text }]
  }
  const isKindTaken = durationsIn(phase, ordType).length > 0
  return [
    {
      field: 'terms',
      text: isKindTaken ? 'Trading.Ticket.DurationNotTaken' : 'Trading.Ticket.KindNotTaken',
      texts: {
        phase: `Trading.Phase.${phase}`,
        kind: `Trading.OrdType.${ordType}`,
        duration: `Trading.TimeInForce.${timeInForce}`,
      },
    },
  ]
}

/** ExecInst (18): what was chosen, else what the phase asks for. */
const instructionOf = ({ options, ordType }: Draft, phase: Phase | undefined): ExecInst | null =>
  options.execInst ?? instructionIn(phase, ordType)

/** What prevents an imbalance order: the same that the desk checks, by the figures of the auction as published. */
function imbalanceObjections(
  draft: Draft,
  price: PriceKobo | undefined,
  conditions: Pick<DraftConditions, 'market' | 'auction'>,
): Objection[] {
  const { side, ordType, timeInForce } = draft
  const { auction } = conditions
  const phase = phaseOf(conditions)
  const execInst = instructionOf(draft, phase)
  if (execInst !== ExecInst.imbalanceOnly || auction === undefined || phase === undefined) return []
  if (!isTaken(phase, { ordType, timeInForce, execInst })) return []
  // Whether there is anything to offset does not depend on the price.
  const fault = imbalanceOrderFault({ side, price: price ?? auction.price ?? (1 as PriceKobo) }, auction)
  if (fault === undefined || fault === 'notInThisPhase') return []
  const indicative = auction.price === null ? '' : written(toNaira(auction.price))
  return [
    {
      field: fault === 'beyondTheoreticalPrice' ? 'price' : 'terms',
      text: `Trading.Ticket.Imbalance.${fault}`,
      values: { price: indicative },
    },
  ]
}

/** The quantities that are parts of the order's. */
function partsOf({ displayText, minText }: DraftOptions): Pick<ReadyOrder, 'displayQty' | 'minQty'> {
  const [displayQty, minQty] = [displayText, minText].map((text) => readQuantity(text).value)
  return { ...(displayQty !== undefined && { displayQty }), ...(minQty !== undefined && { minQty }) }
}

/** What prevents the quantity that is shown, and the one that has to trade at once. */
function partsObjections(
  draft: Draft,
  orderQty: Quantity | undefined,
  phase: Phase | undefined,
): Objection[] {
  const part = (
    field: 'displayQty' | 'minQty',
    text: string,
    isPossible: boolean,
    least: number,
  ): Objection[] => {
    if (text.trim() === '') return []
    if (!isPossible) return [{ field, text: `Trading.Ticket.NoPart.${field}` }]
    const typed = readQuantity(text)
    if (typed.why) return [{ field, ...wordedOf(typed) }]
    const { value } = typed
    if (orderQty === undefined || (value >= least && value <= orderQty)) return []
    const values = { least: count(least), most: count(orderQty) }
    return [{ field, text: 'Trading.Ticket.PartOutside', values }]
  }
  const terms = { ...draft, execInst: instructionOf(draft, phase) }
  return [
    ...part('displayQty', draft.options.displayText, mayShowPart(terms), leastShown(orderQty ?? 1)),
    ...part('minQty', draft.options.minText, mayHaveMinimumIn(phase, terms), 1),
  ]
}

/** What prevents the last day of an order that is good till a date. */
export function expiryObjections(
  { timeInForce, expireDate }: Pick<Draft, 'timeInForce' | 'expireDate'>,
  { marketDate: first, latestExpireDate: last }: Pick<DraftConditions, 'marketDate' | 'latestExpireDate'>,
): Objection[] {
  const object = (text: TextKey, values: Objection['values'] = {}): Objection[] => [
    { field: 'expireDate', text, values },
  ]
  if (!namesLastDay(timeInForce)) return []
  if (expireDate === '') return object('Trading.Ticket.ExpiryMissing')
  if (!isDay(expireDate)) return object('Form.NotDay')
  if (first !== undefined && expireDate < first)
    return object('Trading.Ticket.ExpiryPast', { date: date(first) })
  if (last !== undefined && expireDate > last)
    return object('Trading.Ticket.ExpiryTooLate', { date: date(last) })
  return []
}

/** What prevents a price. Limits that are not known yet are not held against it. */
export function priceObjections(typed: Typed<PriceKobo>, rules: PriceRules | undefined): Objection[] {
  const object = (text: TextKey, values?: Objection['values']): Objection[] => [
    { field: 'price', text, ...(values && { values }) },
  ]
  if (typed.why) return object(typed.why, typed.values)
  const price = typed.value
  if (!rules) return []
  const naira = (amount: number) => written(toNaira(amount as PriceKobo))
  if (!isOnTick(price, rules.tick)) return object('Trading.Ticket.PriceOffTick', { tick: naira(rules.tick) })
  if (price < rules.low || price > rules.high) {
    return object('Trading.Ticket.PriceOutside', { low: naira(rules.low), high: naira(rules.high) })
  }
  return []
}

/** What prevents a stop price: besides the rules of any price, that the market has reached it. */
export function stopObjections(
  side: Side,
  typed: Typed<PriceKobo>,
  { rules, lastPx }: Pick<DraftConditions, 'rules' | 'lastPx'>,
): Objection[] {
  const ofPrice = priceObjections(typed, rules).map(
    (objection): Objection => ({
      ...objection,
      field: 'stopPx',
      text: objection.text === 'Trading.Ticket.PriceMissing' ? 'Trading.Ticket.StopMissing' : objection.text,
    }),
  )
  if (ofPrice.length > 0 || typed.value === undefined || lastPx === undefined) return ofPrice
  if (!isTriggeredAt(side, typed.value, lastPx)) return []
  const text = side === Side.buy ? 'Trading.Ticket.StopNotAbove' : 'Trading.Ticket.StopNotBelow'
  return [{ field: 'stopPx', text, values: { last: written(toNaira(lastPx)) } }]
}

const warningsOf = (side: Side, orderQty: Quantity, { sellableShares }: DraftConditions): Objection[] =>
  side === Side.sell && sellableShares !== undefined && orderQty > sellableShares
    ? [{ field: 'quantity', text: 'Trading.Ticket.TooFewShares' }]
    : []
