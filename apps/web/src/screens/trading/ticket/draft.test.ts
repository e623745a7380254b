import { ExecInst, OrdType, type PriceKobo, Side, TimeInForce } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { checkDraft, type Draft, type DraftConditions, type DraftOptions, NO_OPTIONS } from './draft.ts'

const draft: Draft = {
  side: Side.buy,
  ordType: OrdType.limit,
  timeInForce: TimeInForce.day,
  expireDate: '',
  quantityText: '1k',
  priceText: '58.40',
  stopText: '',
  options: NO_OPTIONS,
}
/** The draft's options, as they are changed. */
const optionsOf = (change: Partial<DraftOptions>): Pick<Draft, 'options'> => ({
  options: { ...NO_OPTIONS, ...change },
})
const market: DraftConditions = {
  securityID: 'GTCO',
  account: '1001',
  rules: { tick: 5 as PriceKobo, low: 5_260 as PriceKobo, high: 6_420 as PriceKobo },
  mayTrade: { [Side.buy]: true, [Side.sell]: true },
  market: 'continuous',
  marketDate: '2026-11-20',
  latestExpireDate: '2027-01-19',
  isFresh: true,
  auction: { price: 5_840 as PriceKobo, imbalanceSide: Side.sell },
  snapshot: { averageVolume: undefined, available: undefined, otherBest: undefined },
  isHalted: false,
  sellableShares: undefined,
  lastPx: 5_840 as PriceKobo,
}
const objections = (change: Partial<Draft>, conditions: Partial<DraftConditions> = {}) =>
  checkDraft({ ...draft, ...change }, { ...market, ...conditions }).objections.map(({ text }) => text)

test('a complete draft is an order', () => {
  expect(checkDraft(draft, market).order).toEqual({
    account: '1001',
    securityID: 'GTCO',
    side: '1',
    ordType: '2',
    timeInForce: '0',
    orderQty: 1_000,
    price: 5_840,
  })
})

test('a kill switch prevents every order, with its reason', () => {
  const killSwitch = {
    scope: 'account',
    account: '1001',
    cause: 'person',
    reason: 'Wrong prices',
    since: '2026-11-20T10:00:00Z',
  } as const
  const refused = checkDraft(draft, { ...market, killSwitch })
  expect(refused.order).toBeUndefined()
  expect(refused.objections[0]).toMatchObject({
    field: 'ticket',
    text: 'KillSwitch.account',
    values: { account: '1001', reason: 'Wrong prices' },
  })
  const byItself = checkDraft(draft, {
    ...market,
    killSwitch: { ...killSwitch, scope: 'user', cause: 'rate' },
  })
  expect(byItself.objections[0]).toMatchObject({
    text: 'KillSwitch.user',
    texts: { reason: 'Limits.Switch.Rate' },
  })
})

test('an order that is good till a date carries it, and one of an imbalance session its instruction', () => {
  const lasting = { ...draft, timeInForce: TimeInForce.goodTillDate, expireDate: '2026-11-27' }
  expect(checkDraft(lasting, market).order).toMatchObject({ timeInForce: '6', expireDate: '2026-11-27' })
  expect(checkDraft({ ...lasting, timeInForce: TimeInForce.day }, market).order).not.toHaveProperty(
    'expireDate',
  )
  expect(checkDraft(draft, { ...market, market: 'preOpenImbalance' }).order).toMatchObject({ execInst: 'i' })
  expect(checkDraft(draft, market).order).not.toHaveProperty('execInst')
})

test('display quantity and minimum quantity are parts of the order', () => {
  const parted = { ...draft, ...optionsOf({ displayText: '100', minText: '500' }) }
  expect(checkDraft(parted, market).order).toMatchObject({ displayQty: 100, minQty: 500 })
  expect(checkDraft(draft, market).order).not.toHaveProperty('displayQty')
  expect(objections(optionsOf({ displayText: '9' }))).toEqual(['Trading.Ticket.PartOutside'])
  expect(objections(optionsOf({ minText: '1001' }))).toEqual(['Trading.Ticket.PartOutside'])
  expect(objections(optionsOf({ displayText: 'many' }))).toEqual(['Trading.Ticket.QuantityInvalid'])
})

test('options that do not apply to an order are refused with a clear message, not dropped', () => {
  const { immediateOrCancel, goodTillClose } = TimeInForce
  expect(objections({ ...optionsOf({ displayText: '100' }), timeInForce: immediateOrCancel })).toEqual([
    'Trading.Ticket.NoPart.displayQty',
  ])
  expect(objections(optionsOf({ minText: '100' }), { market: 'preOpen' })).toEqual([
    'Trading.Ticket.NoPart.minQty',
  ])
  expect(
    objections({ ...optionsOf({ minText: '100' }), timeInForce: goodTillClose }, { market: 'preClose' }),
  ).toEqual(['Trading.Ticket.NoPart.minQty'])
  expect(objections(optionsOf({ execInst: ExecInst.allOrNone }), { market: 'preOpen' })).toEqual([
    'Trading.Ticket.AllOrNoneNotTaken',
  ])
})

test.each<[string, Partial<Draft>, DraftConditions['auction'], string[]]>([
  ['against the imbalance', {}, market.auction, []],
  ['at a better price', { priceText: '58.50' }, market.auction, []],
  [
    'at a worse one',
    { priceText: '58.35' },
    market.auction,
    ['Trading.Ticket.Imbalance.beyondTheoreticalPrice'],
  ],
  ['on its side', { side: Side.sell }, market.auction, ['Trading.Ticket.Imbalance.imbalanceOnThisSide']],
  ['without one', {}, { price: null, imbalanceSide: null }, ['Trading.Ticket.Imbalance.auctionEmpty']],
  ['before it is known', { side: Side.sell }, undefined, []],
])('an imbalance order %s is checked as the desk checks it', (_, change, auction, texts) => {
  expect(objections(change, { market: 'preOpenImbalance', auction })).toEqual(texts)
  expect(objections(change, { market: 'preOpen', auction })).toEqual([])
})

test('an imbalance order repeated in another phase does not silently become a plain one', () => {
  const repeated = optionsOf({ execInst: ExecInst.imbalanceOnly })
  expect(objections(repeated)).toEqual(['Trading.Ticket.ImbalanceNotTaken'])
  expect(objections(repeated, { market: 'preCloseImbalance' })).toEqual([])
})

test('a market order carries no price, whatever is in the field', () => {
  const { order } = checkDraft({ ...draft, ordType: OrdType.market }, market)
  expect(order).not.toHaveProperty('price')
})

test.each<[string, Partial<Draft>, Partial<DraftConditions>]>([
  ['Trading.Ticket.MayNotBuy', {}, { mayTrade: { [Side.buy]: false, [Side.sell]: true } }],
  ['Trading.Ticket.MayNotSell', { side: Side.sell }, { mayTrade: { [Side.buy]: true, [Side.sell]: false } }],
  ['Trading.Ticket.SecurityMissing', {}, { securityID: undefined }],
  ['Trading.Ticket.NotLive', {}, { isFresh: false }],
  ['Trading.Ticket.Away', {}, { market: 'away' }],
  ['Trading.Ticket.Closed', {}, { market: 'closed' }],
  ['Trading.Ticket.MarketHalted', {}, { market: 'halted' }],
  ['Trading.Ticket.Halted', {}, { isHalted: true }],
  ['Trading.Ticket.KindNotTaken', { ordType: OrdType.market }, { market: 'preOpen' }],
  ['Trading.Ticket.DurationNotTaken', { timeInForce: TimeInForce.immediateOrCancel }, { market: 'preClose' }],
  ['Trading.Ticket.ExpiryMissing', { timeInForce: TimeInForce.goodTillDate }, {}],
  ['Trading.Ticket.ExpiryPast', { timeInForce: TimeInForce.goodTillDate, expireDate: '2026-11-19' }, {}],
  ['Trading.Ticket.ExpiryTooLate', { timeInForce: TimeInForce.goodTillDate, expireDate: '2027-01-20' }, {}],
  ['Trading.Ticket.AccountMissing', {}, { account: undefined }],
  ['Trading.Ticket.QuantityMissing', { quantityText: ' ' }, {}],
  ['Trading.Ticket.QuantityInvalid', { quantityText: '1.5' }, {}],
  ['Trading.Ticket.QuantitySeparator', { quantityText: '2,50' }, {}],
  ['Form.TwoMeanings', { quantityText: '1.000' }, {}],
  ['Trading.Ticket.PriceSeparator', { priceText: '58,4000' }, {}],
  ['Form.TwoMeanings', { priceText: '58.400' }, {}],
  ['Trading.Ticket.PriceMissing', { priceText: '' }, {}],
  ['Trading.Ticket.PriceInvalid', { priceText: '58.4012' }, {}],
  ['Trading.Ticket.PriceOffTick', { priceText: '58.42' }, {}],
  ['Trading.Ticket.PriceOutside', { priceText: '64.25' }, {}],
  ['Trading.Ticket.PriceOutside', { priceText: '52.55' }, {}],
])('%s keeps an order from being sent', (text, change, conditions) => {
  expect(objections(change, conditions)).toEqual([text])
  expect(checkDraft({ ...draft, ...change }, { ...market, ...conditions }).order).toBeUndefined()
})

test.each(['58.42', '64.25', '52.55'])('nothing is queried at %s, which no order can have', (priceText) => {
  expect(checkDraft(draft, market).terms).toBeDefined()
  expect(checkDraft({ ...draft, priceText }, market).terms).toBeUndefined()
})

test('an order that may not be sent now is previewed too', () => {
  const { order, terms } = checkDraft(draft, { ...market, market: 'closed' })
  expect([order, terms?.orderQty]).toEqual([undefined, 1_000])
})

test('limits that are not known yet are not held against a price', () => {
  expect(objections({ priceText: '58.42' }, { rules: undefined })).toEqual([])
})

test('too few shares warn, and leave the decision to the firm', () => {
  const short = checkDraft({ ...draft, side: Side.sell }, { ...market, sellableShares: 999 })
  expect(short.warnings.map(({ text }) => text)).toEqual(['Trading.Ticket.TooFewShares'])
  expect(short.order).toBeDefined()
})

test('an unusual size or price is queried, but still an order', () => {
  const snapshot = { averageVolume: 1_000, available: 500, otherBest: 5_500 as PriceKobo }
  const { sanity, order } = checkDraft(draft, { ...market, snapshot })
  expect(sanity.map(({ text }) => text)).toEqual([
    'Trading.Ticket.LargeOrder',
    'Trading.Ticket.DepthAtLimit',
    'Trading.Ticket.AboveOffer',
  ])
  expect(order).toBeDefined()
})

test('an order of an imbalance session shows no part of itself: it carries an instruction', () => {
  const inSession = { market: 'preOpenImbalance' } as const
  expect(objections(optionsOf({ displayText: '100' }), inSession)).toEqual([
    'Trading.Ticket.NoPart.displayQty',
  ])
  expect(objections({}, inSession)).toEqual([])
})

test('a stop order has a stop price beyond the last price, and a limit only as a stop-limit', () => {
  const stop = { ordType: OrdType.stop, stopText: '60.00', priceText: '' }
  expect(checkDraft({ ...draft, ...stop }, market).order).toMatchObject({ ordType: '3', stopPx: 6_000 })
  expect(checkDraft({ ...draft, ...stop }, market).order).not.toHaveProperty('price')
  expect(objections({ ...stop, stopText: '' })).toEqual(['Trading.Ticket.StopMissing'])
  expect(objections({ ...stop, stopText: '58.40' })).toEqual(['Trading.Ticket.StopNotAbove'])
  expect(objections({ ...stop, side: Side.sell })).toEqual(['Trading.Ticket.StopNotBelow'])
  expect(objections({ ...stop, ordType: OrdType.stopLimit })).toEqual(['Trading.Ticket.PriceMissing'])
  const limited = { ...draft, ...stop, ordType: OrdType.stopLimit, priceText: '60.10' }
  expect(checkDraft(limited, market).order).toMatchObject({ price: 6_010, stopPx: 6_000 })
})

const noneOfIt = {
  ...{ ordTypes: [OrdType.limit], timeInForce: [TimeInForce.day], execInst: [] },
  ...{ crosses: false, icebergs: false, minQty: false, priceStepKobo: 1, mostQty: 1_000_000 },
}
/** What a draft asks for, and what is said where the exchange does not take it. */
const untaken: readonly (readonly [string, Partial<Draft>, readonly string[]])[] = [
  ['a day’s limit order', {}, []],
  ['a duration', { timeInForce: TimeInForce.immediateOrCancel }, ['Trading.Ticket.TermsNotAtVenue']],
  ['a kind', { ordType: OrdType.market, priceText: '' }, ['Trading.Ticket.TermsNotAtVenue']],
  ['an instruction', optionsOf({ execInst: ExecInst.allOrNone }), ['Trading.Ticket.TermsNotAtVenue']],
  ['a part that is shown', optionsOf({ displayText: '100' }), ['Trading.Ticket.NotAtVenue.displayQty']],
  ['a minimum quantity', optionsOf({ minText: '100' }), ['Trading.Ticket.NotAtVenue.minQty']],
]

test.each(untaken)('the exchange does not take all of it: %s', (_, change, texts) => {
  expect(objections(change, { venue: noneOfIt })).toEqual(texts)
  expect(objections(change)).toEqual([])
})
