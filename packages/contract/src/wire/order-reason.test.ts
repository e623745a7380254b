import { expect, test } from 'vitest'
import type { LanguageName } from '../words/languages.ts'
import { fillIn, translations } from '../words/words.ts'
import { reasonInWords, reasonOf } from './order-reason.ts'
import { type Refusal, refuse } from './refusals.ts'

const readIn = (language: LanguageName, refusal: Refusal) => {
  const order = {
    text: 'By phone',
    refusal,
    isRejected: true,
    execInst: null,
    securityID: 'GTCO',
    userName: 'ada',
  }
  const { reason } = reasonOf(order)
  return reason && reasonInWords(reason, (key, values) => fillIn(translations[language][key], values))
}

test('the reason an order was refused is shown in the reader’s language', () => {
  const refusal = refuse('priceOffTick', { securityID: 'GTCO', tick: '0.05' })
  expect([readIn('en', refusal), readIn('fr', refusal)]).toEqual([
    'The price is not a multiple of the tick: Prices of GTCO are multiples of 0.05.',
    `${translations.fr['Refusal.priceOffTick']}: Les cours de GTCO sont des multiples de 0.05.`,
  ])
})

test.each<[refusal: Refusal, words: string]>([
  [
    refuse('orderQtyAboveLimit', { quantity: '1,001', most: '1,000', level: 'user', account: 'A1' }),
    'The order quantity is above the limit: This order is for 1,001 shares; user ada may send up to 1,000 in one order.',
  ],
  [
    refuse('orderQtyAboveLimit', { quantity: '1,001', most: '1,000', level: 'firm', account: 'A1' }),
    'The order quantity is above the limit: This order is for 1,001 shares; your firm may send up to 1,000 in one order.',
  ],
  [
    refuse('killSwitchOn', { scope: 'user', cause: 'person', reason: 'left the desk', account: 'A1' }),
    'Trading is stopped: The kill switch for user ada is on. Open orders can be cancelled.',
  ],
  [
    refuse('killSwitchOn', { scope: 'account', cause: 'rate', reason: '', account: 'A1' }),
    'Trading is stopped: The kill switch for account A1 is on: Ten times the allowed orders per second were attempted. Open orders can be cancelled.',
  ],
])('with its order, %o is worded so that others may read it', (refusal, words) => {
  expect(readIn('en', refusal)).toBe(words)
})

test('the reason entered for a kill switch is not sent with the orders that it stopped', () => {
  const refusal = refuse('killSwitchOn', { scope: 'tenant', cause: 'person', reason: 'left the desk' })
  const order = { text: null, refusal, isRejected: true, execInst: null, securityID: 'GTCO', userName: 'ada' }
  expect(JSON.stringify(reasonOf(order))).not.toContain('left the desk')
})
