import type { KillSwitchOn, PriceKobo } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { type CrossConditions, type CrossDraft, checkCrossDraft } from './cross-draft.ts'

const draft: CrossDraft = {
  buyAccount: 'A1',
  sellAccount: 'A2',
  quantityText: '10k',
  priceText: '58.40',
  text: '',
}
const market: CrossConditions = {
  securityID: 'GTCO',
  phase: 'continuous',
  isHalted: false,
  isFresh: true,
  killSwitches: [],
  rules: { tick: 5 as PriceKobo, low: 5_260 as PriceKobo, high: 6_420 as PriceKobo },
  bidPx: 58.35,
  offerPx: 58.45,
}

const killSwitch = (scope: KillSwitchOn['scope'], account = ''): KillSwitchOn => ({
  ...{ scope, account, cause: 'person', reason: 'Training', since: '' },
})

test('a complete draft is a cross', () => {
  expect(checkCrossDraft(draft, market)).toEqual({
    objections: [],
    terms: { securityID: 'GTCO', buyAccount: 'A1', sellAccount: 'A2', orderQty: 10_000, price: 58.4 },
  })
})

test.each<[string, Partial<CrossDraft>, Partial<CrossConditions>]>([
  ['Trading.Ticket.SecurityMissing', {}, { securityID: undefined }],
  ['Trading.Ticket.NotLive', {}, { isFresh: false }],
  ['KillSwitch.user', {}, { killSwitches: [killSwitch('account', 'A3'), killSwitch('user')] }],
  ['KillSwitch.account', {}, { killSwitches: [killSwitch('account', 'A2')] }],
  ['Trading.Cross.Halted', {}, { isHalted: true }],
  ['Trading.Cross.NotInThisPhase', {}, { phase: 'preClose' }],
  ['Trading.Cross.NotInThisPhase', {}, { phase: 'closed' }],
  ['Trading.Cross.BuyerMissing', { buyAccount: undefined }, {}],
  ['Trading.Cross.SellerMissing', { sellAccount: undefined }, {}],
  ['Trading.Cross.OneAccount', { sellAccount: 'A1' }, {}],
  ['Trading.Ticket.QuantityInvalid', { quantityText: '1.5' }, {}],
  ['Trading.Ticket.PriceOffTick', { priceText: '58.41' }, {}],
  ['Trading.Ticket.PriceOutside', { priceText: '64.25' }, { offerPx: null }],
  ['Trading.Cross.BelowBid', { priceText: '58.30' }, {}],
  ['Trading.Cross.AboveOffer', { priceText: '58.50' }, {}],
])('%s keeps a cross from being sent', (text, change, conditions) => {
  const { objections } = checkCrossDraft({ ...draft, ...change }, { ...market, ...conditions })
  expect(objections.map((objection) => objection.text)).toEqual([text])
})

test.each<[string, Partial<CrossConditions>]>([
  ['58.35', {}],
  ['58.45', {}],
  ['52.60', { bidPx: null }],
  ['64.20', { offerPx: null }],
])('%s may be crossed: at the quotes, and up to the day’s limit if a side is empty', (priceText, quotes) => {
  expect(checkCrossDraft({ ...draft, priceText }, { ...market, ...quotes }).objections).toEqual([])
})
