import { expect, test } from 'vitest'
import { ExecInst, OrdStatus, OrdType, TimeInForce } from '../rules/fix.ts'
import { english, fillIn } from '../words/words.ts'
import { refusalInWords } from './refusal-words.ts'
import { type Refusal, refuse } from './refusals.ts'

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
  [refuse('orderIsFinal', { orderID: '7', ordStatus: OrdStatus.expired }), 'Status of order 7: Expired.'],
  [
    refuse('orderPending', { orderID: '7', ordStatus: OrdStatus.pendingCancel }),
    'Status of order 7: Being cancelled. Try again when the exchange has answered.',
  ],
  [
    refuse('durationNotReplaceable', { timesInForce: `${TimeInForce.day},${TimeInForce.goodTillDate}` }),
    'Available now: Day, GTD.',
  ],
  [
    refuse('crossNotInThisPhase', { phase: 'preClose' }),
    'Market phase: Pre-close. Crosses are accepted only in continuous trading.',
  ],
  [refuse('sideNotPermitted', { side: 'BUY' }), 'This order needs the Buy permission.'],
  [
    refuse('partRefused', { account: 'A2', reason: 'sideNotPermitted', side: 'BUY' }),
    'Account A2: This order needs the Buy permission.',
  ],
  [refuse('notHalted'), 'The market is not halted.'],
  [refuse('notHalted', { securityID: 'GTCO' }), 'GTCO is not halted.'],
  [refuse('alreadyOpen', { what: 'firm', tenantId: 3 }), 'Firm 3 is already open.'],
  [
    refuse('turnoverAboveLimit', { level: 'firm', account: 'A1' }),
    'With this order, daily turnover would be more than your firm may trade.',
  ],
  [
    refuse('tooManyOrders', { level: 'user', account: 'A1', userName: 'ada' }),
    'This order would exceed the orders per second that user ada may send.',
  ],
  [
    refuse('notAtVenue', { what: 'displayQty' }),
    'Not possible at this exchange: orders that display only a part.',
  ],
  [refuse('priceMissing'), english['Refusal.priceMissing.details']],
  [refuse('priceNotAllowed', { ordType: OrdType.stop }), 'Remove the price. Stop limit orders have one.'],
  [refuse('priceNotAllowed', { ordType: OrdType.market }), 'Remove the price. Limit orders have one.'],
  [
    refuse('displayQtyInvalid', { least: 100, most: 10_000 }),
    'Limit orders that can rest in the book may display from 100 to 10,000 shares, at least a hundredth of the order.',
  ],
  [
    refuse('expiryInvalid', { first: '2026-11-23', last: '2027-01-22' }),
    'A good-till-date order needs a date from 23 Nov 2026 to 22 Jan 2027; other orders have none.',
  ],
  [
    refuse('priceOutsideLimits', { securityID: 'NESTLE', low: '1350.00', high: '1650.00' }),
    'NESTLE trades between 1,350.00 and 1,650.00 today.',
  ],
  [
    refuse('marketClosed', { opensAt: '2026-11-23 09:30' }),
    'Orders are accepted again from 23 Nov 2026 09:30.',
  ],
  [
    refuse('unknownAccount', { account: '0003707437' }),
    'No account 0003707437 was found among the accounts you may use.',
  ],
  [refuse('orderOverdue', { orderID: '12345' }), 'Order 12345 no longer trades. It can be cancelled.'],
  [
    refuse('chargesInvalid', { rate: 50_000, vat: 1_000_000, minimum: 100_000, perShare: 100 }),
    'A rate is 0 to 5%, its VAT 0 to 100%, a minimum ₦0 to ₦100,000, an amount per share at most ₦100. A charge is either a rate, an amount per share, or an amount per trade with a maximum. Each can be entered only once per date.',
  ],
])('%o is worded from its codes', (refusal, details) => {
  expect(detailsOf(refusal)).toBe(details)
})

test('a phase is worded with what it takes', () => {
  expect(detailsOf(refuse('notInThisPhase', { phase: 'halted' }))).toMatch(
    /^Market phase: Trading is halted\. Accepted now: .+\.$/,
  )
})

test.each<[refusal: Refusal, details: string]>([
  [
    { refusal: 'notInThisPhase', values: { phase: 'Pre-open', taken: 'cancels' } },
    'Market phase: Pre-open. Accepted now: cancels.',
  ],
  [refuse('orderTypeUnsupported', { what: 'Stop orders' }), 'Stop orders are not accepted.'],
  [{ refusal: 'orderIsFinal', values: { orderID: '7', state: 'Expired' } }, 'Status of order 7: Expired.'],
])('%o, which an earlier release stored, keeps its words', (refusal, details) => {
  expect(detailsOf(refusal)).toBe(details)
})

test.each([
  ['signature', 'Registration.Document.signature'],
  ['document', 'Freeze.Document'],
] as const)('an invalid document of kind %s is named', (kind, title) => {
  const inWords = refusalInWords(refuse('documentInvalid', { kind }), (key, values) =>
    fillIn(english[key], values),
  )
  expect(inWords.message).toContain(english[title as keyof typeof english])
})
