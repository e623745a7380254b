import type { Side } from './fix.ts'
import { type Kobo, type Shares, shownCount, shownNaira } from './money.ts'
import type { TextKey } from './words/words.ts'

/** What a ledger entry is about. `trade` and `settlement` come from contract notes, the others are posted by hand. */
export const entryKinds = [
  'trade',
  'settlement',
  'deposit',
  'withdrawal',
  'transferIn',
  'transferOut',
] as const
export type EntryKind = (typeof entryKinds)[number]

/** What a ledger entry stores of its event, from which it is worded. */
export interface EntryFacts {
  readonly kind: EntryKind
  readonly securityID: string | null
  /** Of a trade or settlement. */
  readonly side: Side | null
  readonly quantity: Shares | null
  /** Kobo a share. */
  readonly price: Kobo | null
  readonly noteNumber: number | null
  /** The words of the person who posted it. */
  readonly narration: string | null
}

/** An entry as a line of a statement, in the reader's language; in the words of the person who posted it, if there are any. */
export function narrationOf(
  { kind, side, narration, securityID, quantity, price, noteNumber }: EntryFacts,
  translate: (key: TextKey, values: Readonly<Record<string, string | number>>) => string,
): string {
  if (narration !== null) return narration
  const key = side === null ? `Entry.${kind}` : `Entry.${kind}.${side}`
  return translate(key as TextKey, {
    ...(securityID !== null && { securityID }),
    ...(quantity !== null && { quantity: shownCount(quantity) }),
    ...(price !== null && { price: shownNaira(price) }),
    ...(noteNumber !== null && { number: noteNumber }),
  })
}
