import type { TextKey } from '../words/words.ts'
import type { Side } from './fix.ts'
import { type Kobo, type Shares, shownAverage, shownCount, shownNaira } from './money.ts'

/**
 * What a ledger entry is about. `trade` and `settlement` come from contract notes, and so does `directSettlement`:
 * the proceeds of a settled sale that leave for the customer's own bank account. `tradeCanceled` takes a trade back that
 * the market cancelled or corrected, `tradeCorrected` posts it as it was corrected. The next four are posted manually,
 * the others by corporate actions: a consolidation is a split that leaves fewer shares.
 */
export const entryKinds = [
  'trade',
  'tradeCanceled',
  'tradeCorrected',
  'settlement',
  'directSettlement',
  'deposit',
  'withdrawal',
  'transferIn',
  'transferOut',
  'dividend',
  'withholdingTax',
  'bonus',
  'split',
  'consolidation',
] as const
export type EntryKind = (typeof entryKinds)[number]

/** What a ledger entry stores of its event, from which it is worded. */
export interface EntryFacts {
  readonly kind: EntryKind
  readonly securityID: string | null
  /** Of a trade or settlement. */
  readonly side: Side | null
  readonly quantity: Shares | null
  /** Kobo per share. */
  readonly price: Kobo | null
  readonly noteNumber: number | null
  /** The words of the person who posted it. */
  readonly narration: string | null
}

type Words = (key: TextKey, values: Readonly<Record<string, string | number>>) => string

/** An entry as a line of a statement, in the reader's language; in the words of the person who posted it, if there are any. */
export function narrationOf(
  { kind, side, narration, securityID, quantity, price, noteNumber }: EntryFacts,
  translate: Words,
): string {
  if (narration) return narration
  const key = side === null ? `Entry.${kind}` : `Entry.${kind}.${side}`
  return translate(key as TextKey, {
    ...(securityID !== null && { securityID }),
    ...(quantity !== null && { quantity: shownCount(quantity) }),
    ...(price !== null && { price: shownNaira(price) }),
    ...(noteNumber !== null && { number: noteNumber }),
  })
}

/** How an entry is linked to the one that takes it back, or that it takes back, by their numbers. */
export interface PairFacts {
  readonly reverses: number | null
  readonly reversedBy: number | null
}

/** The words of an entry with those of its link: `Reversal of entry 12: wrong account`. */
export function withLink(narration: string, { reverses, reversedBy }: PairFacts, translate: Words): string {
  if (reverses !== null) return translate('Entry.reversal', { narration, number: reverses })
  return reversedBy === null ? narration : translate('Entry.reversed', { narration, number: reversedBy })
}

/** What a contract note bought or sold. */
export interface NoteFacts {
  readonly side: Side
  readonly securityID: string
  readonly quantity: Shares
  /** Σ quantity × price of its trades. */
  readonly consideration: Kobo
}

/** All trades of a contract note as one line of a statement, at their average price; without any they were cancelled. */
export const noteNarrationOf = (
  { side, securityID, quantity, consideration }: NoteFacts,
  translate: Words,
): string =>
  quantity === 0n
    ? translate(`Entry.noteCancelled.${side}`, { securityID })
    : translate(`Entry.trade.${side}`, {
        securityID,
        quantity: shownCount(quantity),
        price: shownAverage(consideration, quantity),
      })
