import { type PriceKobo, type Quantity, Side } from '@tradebook/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { NumberedCommand, VenueCommand } from '../venue/commands.ts'
import { Pace } from './pace.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})
afterEach(() => {
  vi.useRealTimers()
})

const of = {
  new: (orderID: string): VenueCommand => ({
    kind: 'new',
    order: {
      ...{ orderID, participant: 1, securityID: 'GTCO', side: Side.buy, duration: 'rest' },
      ...{ price: 6100 as PriceKobo, quantity: 100 as Quantity, displayQty: null, minQty: null },
      ...{ imbalanceOnly: false, atClose: false, ends: null },
    },
  }),
  replace: (orderID: string): VenueCommand => ({
    kind: 'replace',
    replace: {
      ...{ orderID, clOrdID: 'r', price: 6000 as PriceKobo, leaves: 100 as Quantity, lasting: null },
    },
  }),
  cancel: (orderID: string): VenueCommand => ({ kind: 'cancel', orderID, clOrdID: 'c' }),
}

/** Commands written as `new 1`, `cancel 1`. */
function commands(...words: readonly string[]): NumberedCommand[] {
  return words.map((text, index) => {
    const [kind, orderID] = text.split(' ') as ['new' | 'replace' | 'cancel', string]
    return { id: index, command: of[kind](orderID) }
  })
}
const inWords = ({ command }: NumberedCommand): string =>
  `${command.kind} ${command.kind === 'new' ? command.order.orderID : command.kind === 'replace' ? command.replace.orderID : command.orderID}`

/** Sends one at once and one each second. */
function paced(...words: readonly string[]): { readonly pace: Pace; readonly sent: string[] } {
  const sent: string[] = []
  const pace = new Pace({ burst: 1, perSecond: 1 }, Date.now, (command) => sent.push(inWords(command)))
  for (const command of commands(...words)) pace.add(command)
  return { pace, sent }
}

test.each([
  [
    'the first at once, the others one a second, in order',
    ['new 1', 'new 2', 'new 3'],
    ['new 1', 'new 2', 'new 3'],
  ],
  [
    'a cancel before what waits',
    ['new 1', 'new 2', 'new 3', 'cancel 1'],
    ['new 1', 'cancel 1', 'new 2', 'new 3'],
  ],
  ['but not before its own order', ['new 1', 'new 2', 'cancel 2'], ['new 1', 'new 2', 'cancel 2']],
  [
    'or a replace of it',
    ['new 1', 'new 2', 'replace 1', 'cancel 1'],
    ['new 1', 'new 2', 'replace 1', 'cancel 1'],
  ],
])('commands are sent: %s', (_, given, expected) => {
  const { sent } = paced(...given)
  expect(sent).toEqual(expected.slice(0, 1))
  for (let count = 2; count <= expected.length; count += 1) {
    vi.advanceTimersByTime(1000)
    expect(sent).toEqual(expected.slice(0, count))
  }
})

test('what adds risk is taken back, with the cancels of orders that are', () => {
  const { pace, sent } = paced('new 1', 'new 2', 'cancel 2', 'replace 1', 'cancel 1')
  const taken = pace.takeBack(({ command }) => command.kind !== 'cancel')
  expect(taken.map(inWords)).toEqual(['new 2', 'cancel 2', 'replace 1'])
  vi.advanceTimersByTime(10_000)
  expect(sent).toEqual(['new 1', 'cancel 1'])
})

test('questions keep to the rate, after cancels and before what adds risk, and a question that waits is asked once', () => {
  const { pace, sent } = paced('new 1', 'new 2')
  for (const question of ['1', '2', '1']) pace.ask(question, () => sent.push(`ask ${question}`))
  for (const command of commands('new 1', 'new 2', 'cancel 1').slice(2)) pace.add(command)
  expect(sent).toEqual(['new 1'])
  vi.advanceTimersByTime(10_000)
  expect(sent).toEqual(['new 1', 'cancel 1', 'ask 1', 'ask 2', 'new 2'])
})

test('it knows what still waits', () => {
  const { pace } = paced('new 1', 'new 2', 'cancel 1')
  expect([0, 1, 2].map((id) => pace.has(id))).toEqual([false, true, true])
  vi.advanceTimersByTime(1000)
  expect([0, 1, 2].map((id) => pace.has(id))).toEqual([false, true, false])
  pace.clear()
  expect(pace.has(1)).toBe(false)
})
