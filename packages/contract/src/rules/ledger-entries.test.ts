import { expect, it } from 'vitest'
import { english, fillIn } from '../words/words.ts'
import { Side } from './fix.ts'
import { type EntryFacts, entryKinds, narrationOf } from './ledger-entries.ts'
import { kobo, shares } from './money.ts'

const nothing = {
  securityID: null,
  side: null,
  quantity: null,
  price: null,
  noteNumber: null,
  narration: null,
}
const worded = (entry: Partial<EntryFacts> & Pick<EntryFacts, 'kind'>) =>
  narrationOf({ ...nothing, ...entry }, (key, values) => fillIn(english[key], values))
const tenThousand = { securityID: 'ZENITH', quantity: shares(10_000), noteNumber: 12 }

it('turns what an entry stores into a sentence', () => {
  expect(worded({ ...tenThousand, kind: 'trade', side: Side.buy, price: kobo(3_680) })).toBe(
    'Bought 10,000 ZENITH at 36.80',
  )
  expect(worded({ ...tenThousand, kind: 'settlement', side: Side.sell })).toBe(
    'Settled 10,000 ZENITH sold, contract note 12',
  )
  expect(worded({ ...tenThousand, kind: 'transferOut' })).toBe('10,000 ZENITH transferred out')
})

it('leaves the words of the person who posted it', () => {
  expect(worded({ kind: 'deposit', narration: 'Cheque 000123' })).toBe('Cheque 000123')
  expect(worded({ ...tenThousand, kind: 'transferIn', narration: '' })).toBe('10,000 ZENITH transferred in')
})

it('has words for every kind', () => {
  for (const kind of entryKinds) {
    const isOfNote = kind.startsWith('trade') || kind === 'settlement'
    const sides = isOfNote ? [Side.buy, Side.sell] : [null]
    for (const side of sides)
      expect(worded({ ...tenThousand, kind, side, price: kobo(1) })).toMatch(/^[^{}]+$/)
  }
})
