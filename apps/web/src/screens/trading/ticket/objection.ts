import type { WordKey } from '@tradebook/contract'

/** What stands against an order, or is to be minded before it goes; said beside the field it is about. */
export interface Objection {
  readonly field: 'ticket' | 'account' | 'quantity' | 'price'
  readonly word: WordKey
  readonly values?: Readonly<Record<string, string | number>>
}
