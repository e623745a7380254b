import {
  acceptance,
  type CallInput,
  type KillSwitchOn,
  type Phase,
  type TextKey,
  toNaira,
} from '@tradebook/contract'
import { killSwitchText } from '../../../live/kill-switch-text.ts'
import { readPrice, readQuantity, wordedOf } from '../../../orders/typed-figures.ts'
import { price as written } from '../../../ui/format.ts'
import type { Worded } from '../../../ui/worded.ts'
import { priceObjections } from '../ticket/draft.ts'
import type { PriceRules } from '../ticket/figures.ts'

/** What is in the cross ticket, as it was typed. */
export interface CrossDraft {
  readonly buyAccount: string | undefined
  readonly sellAccount: string | undefined
  readonly quantityText: string
  readonly priceText: string
  /** What both orders carry in words; empty: nothing. */
  readonly text: string
}

/** What the draft is checked against. `undefined`: not known yet, and not held against it. */
export interface CrossConditions {
  readonly securityID: string | undefined
  readonly rules: PriceRules | undefined
  readonly phase: Phase | undefined
  readonly isHalted: boolean
  /** What is shown may be traded on, and the exchange can be reached. */
  readonly isFresh: boolean
  /** The kill switches that refuse the person's orders. */
  readonly killSwitches: readonly KillSwitchOn[]
  /** The best prices in naira; `null` for an empty side. */
  readonly bidPx: number | null | undefined
  readonly offerPx: number | null | undefined
}

export type CrossTerms = CallInput<'Order/PreviewCrossDealOrder'>

/** What forbids the cross, and the field that it is about. */
export interface CrossObjection extends Worded {
  readonly field: 'ticket' | 'buyAccount' | 'sellAccount' | 'quantity' | 'price'
}

export interface CrossCheck {
  readonly objections: readonly CrossObjection[]
  /** What the server may be asked about; with no objection it may be sent. */
  readonly terms?: CrossTerms
}

/** Reads a draft: a cross that may be sent, or why not. */
export function checkCrossDraft(draft: CrossDraft, conditions: CrossConditions): CrossCheck {
  const { buyAccount, sellAccount } = draft
  const { securityID, rules, phase, isHalted, isFresh } = conditions
  const killSwitch = conditions.killSwitches.find(
    ({ scope, account }) => scope !== 'account' || account === buyAccount || account === sellAccount,
  )
  const typedQuantity = readQuantity(draft.quantityText)
  const typedPrice = readPrice(draft.priceText)
  const against: readonly (readonly [boolean, CrossObjection['field'], TextKey])[] = [
    [securityID === undefined, 'ticket', 'Trading.Ticket.SecurityMissing'],
    [!isFresh, 'ticket', 'Trading.Ticket.NotLive'],
    [isHalted, 'ticket', 'Trading.Cross.Halted'],
    [phase !== undefined && !acceptance[phase].mayCross, 'ticket', 'Trading.Cross.NotInThisPhase'],
    [buyAccount === undefined, 'buyAccount', 'Trading.Cross.BuyerMissing'],
    [sellAccount === undefined, 'sellAccount', 'Trading.Cross.SellerMissing'],
    [buyAccount !== undefined && buyAccount === sellAccount, 'sellAccount', 'Trading.Cross.OneAccount'],
  ]
  const priceFaults = priceObjections(typedPrice, rules)
  const objections: CrossObjection[] = [
    ...(killSwitch ? [{ field: 'ticket', ...killSwitchText(killSwitch) } as const] : []),
    ...against.flatMap(([holds, field, text]) => (holds ? [{ field, text }] : [])),
    ...(typedQuantity.why ? [{ field: 'quantity', ...wordedOf(typedQuantity) } as const] : []),
    ...priceFaults.map(({ text, values }) => ({ field: 'price' as const, text, ...(values && { values }) })),
    ...(priceFaults.length === 0 ? quoteObjections(typedPrice.value, conditions) : []),
  ]
  const isComplete = securityID !== undefined && buyAccount !== undefined && sellAccount !== undefined
  if (!isComplete || buyAccount === sellAccount) return { objections }
  if (typedQuantity.value === undefined || typedPrice.value === undefined) return { objections }
  const terms = {
    securityID,
    buyAccount,
    sellAccount,
    orderQty: typedQuantity.value,
    price: toNaira(typedPrice.value),
  }
  return { objections, terms }
}

/** A cross trades at or within the best bid and offer. An empty side is bound by the day's limit alone. */
function quoteObjections(
  price: number | undefined,
  { bidPx, offerPx }: CrossConditions,
): readonly CrossObjection[] {
  if (price === undefined) return []
  const naira = toNaira(price as never)
  if (bidPx != null && naira < bidPx)
    return [{ field: 'price', text: 'Trading.Cross.BelowBid', values: { bid: written(bidPx) } }]
  if (offerPx != null && naira > offerPx)
    return [{ field: 'price', text: 'Trading.Cross.AboveOffer', values: { offer: written(offerPx) } }]
  return []
}
