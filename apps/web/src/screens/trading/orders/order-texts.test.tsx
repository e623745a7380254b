import {
  ExecInst,
  english,
  isFinal,
  OrdStatus,
  OrdType,
  type StockOrder,
  type StoredText,
  TimeInForce,
} from '@tradebook/contract'
import { t } from 'i18next'
import { expect, test } from 'vitest'
import { loadTexts } from '../../../i18n.ts'
import { type FailedRequest, orderText, outcomeOf, type ReportedOrder, termsText } from './order-texts.ts'

loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })

const order: ReportedOrder = {
  side: '1',
  securityID: 'GTCO',
  ordType: OrdType.limit,
  timeInForce: TimeInForce.day,
  price: 58.4,
  stopPx: null,
  orderQty: 800,
  ordStatus: OrdStatus.new,
  cumQty: 0,
  leavesQty: 800,
  avgPx: 0,
  reason: null,
  ordRejReason: null,
}
/** Why the venue ended an order. */
const ended = (key: StoredText) => ({ ended: key, refusal: null, values: { securityID: 'GTCO' } })
const part = { cumQty: 500, leavesQty: 300, avgPx: 58.4 }
const partEnded = { cumQty: 500, leavesQty: 0, avgPx: 58.4 }
const whole = { cumQty: 800, leavesQty: 0, avgPx: 58.3925 }
const none = { cumQty: 0, leavesQty: 0 }

test.each<[Partial<ReportedOrder>, string]>([
  [{ ordStatus: 'A' }, 'Pending'],
  [{ ordStatus: 'A', pendingSince: '2026-11-26T09:14:02.000Z' }, 'Pending since 10:14:02 AM'],
  [{}, 'Open'],
  [{ ordStatus: '6' }, 'Being cancelled'],
  [{ ordStatus: 'E' }, 'Being replaced'],
  [{ ordStatus: '8', ...none }, 'Rejected'],
  [{ ordStatus: '4', ...none }, 'Cancelled, unfilled'],
  [{ ordStatus: '4', side: '2', ...none }, 'Cancelled, unfilled'],
  [{ ordStatus: 'C', ...none }, 'Expired, unfilled'],
  [{ ordStatus: '1', ...part }, 'Bought 500 of 800 at 58.40, 300 still open'],
  [{ ordStatus: '1', side: '2', ...part }, 'Sold 500 of 800 at 58.40, 300 still open'],
  [{ ordStatus: '6', ...part }, 'Bought 500 of 800 at 58.40, rest being cancelled'],
  [{ ordStatus: 'E', ...part }, 'Bought 500 of 800 at 58.40, rest being replaced'],
  [
    { ordStatus: '6', ...part, pendingSince: '2026-11-26T09:14:02.000Z' },
    'Bought 500 of 800 at 58.40, rest being cancelled since 10:14:02 AM',
  ],
  [{ ordStatus: '4', ...partEnded }, 'Bought 500 of 800 at 58.40, rest cancelled'],
  [{ ordStatus: '4', ...partEnded, timeInForce: '3' }, 'Bought 500 of 800 at 58.40, rest cancelled'],
  [{ ordStatus: '4', ...partEnded, ordType: '1', price: null }, 'Bought 500 of 800 at 58.40, rest cancelled'],
  [{ ordStatus: '4', side: '2', ...partEnded }, 'Sold 500 of 800 at 58.40, rest cancelled'],
  [{ ordStatus: 'C', ...partEnded }, 'Bought 500 of 800 at 58.40, rest expired'],
  [{ ordStatus: '8', ...partEnded }, 'Bought 500 of 800 at 58.40, rest rejected'],
  [{ ordStatus: '2', ...whole }, 'Bought 800 at 58.3925'],
  [{ ordStatus: '2', side: '2', ...whole }, 'Sold 800 at 58.3925'],
])('%o: %s', (change, what) => {
  expect(outcomeOf({ ...order, ...change }, t).what).toBe(what)
})

const kinds = [
  { ordType: OrdType.limit, price: 58.4 },
  { ordType: OrdType.market, price: null },
] as const
const durations = [TimeInForce.day, TimeInForce.immediateOrCancel, TimeInForce.fillOrKill] as const
const everyOrder: ReportedOrder[] = Object.values(OrdStatus).flatMap((ordStatus) =>
  [0, 500, 800].flatMap((cumQty) =>
    [0, 800 - cumQty].flatMap((leavesQty) =>
      kinds.flatMap((kind) =>
        durations.map((timeInForce) => ({
          ...order,
          ...kind,
          timeInForce,
          ordStatus,
          cumQty,
          leavesQty,
          avgPx: cumQty > 0 ? 58.4 : 0,
          reason: isFinal(ordStatus) ? ended('Trading.Venue.noLiquidity') : null,
        })),
      ),
    ),
  ),
)

test('fills come first in every status, quantity, kind and time in force, and no text claims a fill that was not', () => {
  expect(everyOrder.length).toBe(9 * 3 * 2 * 2 * 3)
  for (const each of everyOrder) {
    const { what, title, why } = outcomeOf(each, t)
    if (each.cumQty > 0) {
      expect(what).toMatch(/^Bought (500 of 800|800) at 58\.40/)
      expect(title).toBe(`GTCO: ${what}`)
      expect(`${what} ${why}`).not.toMatch(/, unfilled/i)
    } else {
      expect(`${what} ${title}`).not.toMatch(/Bought/)
      expect(title).toBe(`${what}: ${orderText(each, t)}`)
    }
    expect(`${what}${title}${why}`).not.toMatch(/[{}]|undefined|NaN/)
  }
})

test('an order is described with its kind, time in force and other terms unless they are plain', () => {
  const texts = kinds.map((kind) =>
    durations.map((timeInForce) => orderText({ ...order, ...kind, timeInForce }, t)),
  )
  expect(texts).toEqual([
    ['Buy 800 GTCO at 58.40', 'Buy 800 GTCO at 58.40, IOC', 'Buy 800 GTCO at 58.40, FOK'],
    ['Buy 800 GTCO at market', 'Buy 800 GTCO at market, IOC', 'Buy 800 GTCO at market, FOK'],
  ])
  const tillDay = { timeInForce: '6', expireDate: '2026-11-24' } as const
  expect(orderText({ ...order, ...tillDay }, t)).toBe('Buy 800 GTCO at 58.40, GTD 24 Nov')
  const plain = {
    timeInForce: '0',
    expireDate: null,
    execInst: null,
    displayQty: null,
    minQty: null,
    stopPx: null,
  } as const
  const terms = (more: Partial<Parameters<typeof termsText>[0]>) => termsText({ ...plain, ...more }, t)
  expect(terms({})).toBe('')
  expect(terms({ timeInForce: '6', expireDate: '2026-11-24', displayQty: 100 })).toBe(
    'GTD 24 Nov, displays 100',
  )
  expect(terms({ timeInForce: '1', expireDate: '2027-01-26' })).toBe('GTC until 26 Jan')
  expect(terms({ execInst: 'G' })).toBe('all or none')
  expect(terms({ execInst: 'i' })).toBe('imbalance only')
  expect(terms({ timeInForce: '3', minQty: 500 })).toBe('IOC, minimum 500')
})

test('every option of an order is in its text', () => {
  const options = { displayQty: 100, minQty: 500, execInst: ExecInst.allOrNone, clientText: 'By phone' }
  expect(orderText({ ...order, ...options }, t)).toBe(
    'Buy 800 GTCO at 58.40, displays 100, minimum 500, all or none, with a note',
  )
  expect(orderText({ ...order, timeInForce: '1', expireDate: '2027-01-26', displayQty: 100 }, t)).toBe(
    'Buy 800 GTCO at 58.40, GTC until 26 Jan, displays 100',
  )
  expect(orderText({ ...order, displayQty: null, minQty: null, execInst: null, clientText: '' }, t)).toBe(
    'Buy 800 GTCO at 58.40',
  )
})

test.each<[what: string, change: Partial<ReportedOrder>, why: string]>([
  ['an iceberg', { displayQty: 100 }, '100 displayed of 800.'],
  ['one that displays all of it', { displayQty: 800 }, '800 shares working in the book.'],
  ['a plain order', {}, '800 shares working in the book.'],
])('%s that waits in the book says how much the market sees', (_what, change, why) => {
  expect(outcomeOf({ ...order, ...change }, t).why).toBe(why)
})

test('a stop order says what it waits for; triggered, it is an order like any other', () => {
  const stop = { ...order, ordType: OrdType.stopLimit, stopPx: 60 }
  expect(orderText(stop, t)).toBe('Buy 800 GTCO at 58.40 once it trades at 60.00 or above')
  expect(orderText({ ...stop, ordType: OrdType.stop, price: null }, t)).toBe(
    'Buy 800 GTCO at market once it trades at 60.00 or above',
  )
  expect(outcomeOf(stop, t)).toMatchObject({
    what: 'Stop at 60.00',
    why: 'Hidden from the market until triggered.',
  })
  const triggered = { ...stop, ordType: OrdType.limit }
  expect(orderText(triggered, t)).toBe('Buy 800 GTCO at 58.40')
  expect(outcomeOf(triggered, t)).toMatchObject({ what: 'Open', why: '800 shares working in the book.' })
  expect(outcomeOf({ ...stop, ordStatus: '4', ...none }, t).what).toBe('Cancelled, unfilled')
})

test('the reason an order ended is shown after the traded part', () => {
  const text = 'Nothing more to trade against at this price'
  const reason = ended('Trading.Venue.immediate')
  expect(outcomeOf({ ...order, ordStatus: '4', ...partEnded, reason }, t)).toEqual({
    tone: 'warning',
    what: 'Bought 500 of 800 at 58.40, rest cancelled',
    title: 'GTCO: Bought 500 of 800 at 58.40, rest cancelled',
    why: text,
    hasFailed: false,
  })
  const refused = { ended: null, refusal: 'priceOffTick', values: { securityID: 'GTCO', tick: '0.05' } }
  expect(outcomeOf({ ...order, ordStatus: '8', ...none, reason: refused }, t).why).toBe(
    'The price is not a multiple of the tick: Prices of GTCO are multiples of 0.05.',
  )
  expect(outcomeOf({ ...order, ordStatus: '8', ...none, ordRejReason: 25 }, t).why).toBe('Not enough money')
  expect(outcomeOf({ ...order, ordStatus: '8', ...none }, t).why).toBe('No reason was given')
  expect(outcomeOf(order, t).why).toBe('800 shares working in the book.')
})

const busy: Omit<FailedRequest, 'request'> = {
  standing: 'notTaken',
  title: 'The market is very busy',
  details: 'Your request was not taken. Try again in a moment.',
  retryAfterS: 2,
}

test.each<[Partial<ReportedOrder>, FailedRequest, string, RegExp]>([
  [{}, { ...busy, request: 'cancel' }, 'Open', /^Not cancelled\. The market is very busy/],
  [
    { ordStatus: '1', ...part },
    { ...busy, request: 'cancel' },
    'Bought 500 of 800 at 58.40, 300 still open',
    /^Not cancelled\./,
  ],
  [
    {},
    { standing: 'unknown', title: 'No answer', details: '', request: 'cancel' },
    'Open',
    /^We couldn’t confirm/,
  ],
  [{}, { ...busy, request: 'replace' }, 'Open', /^Not replaced\./],
  [{ ordStatus: '4', ...none }, { ...busy, request: 'cancel' }, 'Cancelled, unfilled', /^$/],
  [{ ordStatus: '2', ...whole }, { ...busy, request: 'cancel' }, 'Bought 800 at 58.3925', /^Not cancelled\./],
  [{ ordStatus: '2', ...whole }, { ...busy, request: 'replace' }, 'Bought 800 at 58.3925', /^$/],
  [{}, { ...busy, request: 'enter' }, 'Not accepted', /Try again in a moment\. .*2 seconds/],
  [
    {},
    { standing: 'refused', title: 'Not enough money', details: 'More is needed.', request: 'enter' },
    'Rejected',
    /^Not enough money: More is needed\.$/,
  ],
  [
    {},
    { standing: 'unknown', title: 'No answer', details: '', request: 'enter' },
    'Unknown',
    /couldn’t confirm/,
  ],
])('%o with %o: %s', (change, failed, what, why) => {
  const outcome = outcomeOf({ ...order, ...change } as StockOrder, t, failed)
  expect(outcome.what).toBe(what)
  expect(outcome.why).toMatch(why)
})

test('an at-the-close order waits for the closing auction, and is in no book before it', () => {
  expect(outcomeOf(order, t).why).toBe('800 shares working in the book.')
  const atTheClose = { ...order, timeInForce: TimeInForce.goodTillClose }
  expect(outcomeOf(atTheClose, t).why).toBe('800 shares queued for the closing auction.')
})

test('an order that is halted with its firm is in no market, whatever its kind and whatever was filled', () => {
  const open = { ...order, ordStatus: '0', cumQty: 0, leavesQty: 800, isHalted: true } as const
  const why = english['Trading.Outcome.Halted']
  expect(outcomeOf(open, t)).toMatchObject({ what: 'Halted, out of the market', why })
  expect(outcomeOf({ ...open, ordType: '4', stopPx: 58 }, t).what).toBe('Halted, out of the market')
  expect(outcomeOf({ ...open, ordStatus: '1', cumQty: 500, leavesQty: 300, avgPx: 58.4 }, t)).toMatchObject({
    what: 'Bought 500 of 800 at 58.40, 300 halted',
    why,
  })
})
