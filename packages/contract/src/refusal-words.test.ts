import { expect, test } from 'vitest'
import { ExecInst, OrdStatus, OrdType, TimeInForce } from './fix.ts'
import { refusalInWords } from './refusal-words.ts'
import { type Refusal, refuse } from './refusals.ts'
import { english, fillIn } from './words/words.ts'

const detailsOf = (refusal: Refusal) =>
  refusalInWords(refusal, (key, values) => fillIn(english[key], values)).details

test.each<[refusal: Refusal, details: string]>([
  [
    refuse('orderTypeUnsupported', {
      ordType: OrdType.limit,
      timeInForce: TimeInForce.fillOrKill,
      execInst: ExecInst.imbalanceOnly,
    }),
    'Limit orders fill or kill (imbalance only) are not accepted.',
  ],
  [refuse('orderIsFinal', { orderID: '7', ordStatus: OrdStatus.expired }), 'The state of order 7: Expired.'],
  [
    refuse('durationNotReplaceable', { timesInForce: `${TimeInForce.day},${TimeInForce.goodTillDate}` }),
    'Durations that it can have now: Day, GTD.',
  ],
  [
    refuse('crossNotInThisPhase', { phase: 'preClose' }),
    'Phase of the market: Pre-close. Crosses are taken in continuous trading alone.',
  ],
  [refuse('sideNotPermitted', { side: 'BUY' }), 'This order needs the permission Buy.'],
  [refuse('notHalted'), 'The market is not halted.'],
  [refuse('notHalted', { securityID: 'GTCO' }), 'GTCO is not halted.'],
  [refuse('alreadyOpen', { what: 'firm', tenantId: 3 }), 'Firm 3 is open already.'],
  [
    refuse('turnoverAboveLimit', { level: 'firm', account: 'A1' }),
    'With this order the turnover of the day would be more than your firm may turn over.',
  ],
  [
    refuse('tooManyOrders', { level: 'user', account: 'A1', userName: 'ada' }),
    'With this order there would be more orders within one second than user ada may send.',
  ],
  [refuse('priceMissing'), english['Refusal.priceMissing.details']],
])('%o is worded from its codes', (refusal, details) => {
  expect(detailsOf(refusal)).toBe(details)
})

test('a phase is worded with what it takes', () => {
  expect(detailsOf(refuse('notInThisPhase', { phase: 'halted' }))).toMatch(
    /^Phase of the market: Trading is halted\. Taken now: .+\.$/,
  )
})

test.each<[refusal: Refusal, details: string]>([
  [
    { refusal: 'notInThisPhase', values: { phase: 'Pre-open', taken: 'cancels' } },
    'Phase of the market: Pre-open. Taken now: cancels.',
  ],
  [refuse('orderTypeUnsupported', { what: 'Stop orders' }), 'Stop orders are not accepted.'],
  [{ refusal: 'orderIsFinal', values: { orderID: '7', state: 'Expired' } }, 'The state of order 7: Expired.'],
])('%o, which an earlier release stored, keeps its words', (refusal, details) => {
  expect(detailsOf(refusal)).toBe(details)
})
