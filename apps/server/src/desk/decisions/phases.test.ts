import { ExecType, OrdStatus, type Quantity, Side } from '@tradebook/contract'
import { beforeEach, expect, test } from 'vitest'
import type { MarketWorkReport } from '../../venue/market-operation.ts'
import { BUYER, of, order, SELLER } from '../desk.fixture.ts'
import { desk, price, shareDesk, stage, startDesk } from '../shared-desk.fixture.ts'

const FRIDAY = Date.parse('2026-11-20T10:00:00Z')
const FRIDAY_CLOSE = Date.parse('2026-11-20T13:30:00Z')
const MONDAY = Date.parse('2026-11-23T10:00:00Z')
const MINUTE = 60_000

const host = { ...of({ tenantId: 0, account: '' }), userName: 'admin' }

let count = 0

const restart = async () => {
  await desk.end()
  await startDesk({ clock: 'real' })
}
const anOrder = () => order(BUYER, `o${++count}`, Side.buy, price, 10)
const submitted = async () => {
  const answer = await desk.submit(anOrder())
  if (answer.kind !== 'order') throw new Error('the order was refused')
  return answer.order
}
const control = (action: 'halt' | 'resume', securityID: string | null) =>
  desk.submit({ kind: 'marketControl', origin: host, action, securityID, reason: 'Pending news' })
const cancel = (orderID: string) =>
  desk.submit({ kind: 'cancelOrder', origin: of(BUYER), clOrdID: `x${++count}`, orderID })
const phasesJournalled = () =>
  stage.rows("SELECT body ->> 'phase', at FROM journal WHERE kind = 'phase' ORDER BY sequence")
/** The next reports that the crowd receives. */
const crowdReports = () =>
  new Promise<readonly MarketWorkReport[]>((resolve) => {
    const unsubscribe = desk.subscribe(({ workReports }) => {
      if (workReports.length === 0) return
      unsubscribe()
      resolve(workReports)
    })
  })
const venue = () => stage.events.findLast((event) => event.target === 'onNseConnection')?.argument

/** The phases of a morning, each when it was due. */
const openingOf = (date: string) => [
  ['preOpen', new Date(`${date}T08:30:00Z`)],
  ['preOpenImbalance', new Date(`${date}T08:55:00Z`)],
  ['continuous', new Date(`${date}T09:00:00Z`)],
]

shareDesk({ funds: { naira: 100_000_000n, gtco: 1_000 }, options: { clock: 'real' } })
beforeEach(() => {
  stage.events.length = 0
})

test('a desk that starts within a market day makes up the opening, stamped as it was due', async () => {
  expect((await phasesJournalled()).slice(-1)).toEqual([['continuous', new Date('2026-11-20T09:00:00Z')]])
  expect(await stage.rows('SELECT phase, since, market_date FROM market_state')).toEqual([
    ['continuous', new Date('2026-11-20T09:00:00Z'), '2026-11-20'],
  ])
})

test('a halted security accepts cancels but no orders or replaces, across a restart, until it is resumed', async () => {
  const [first, second] = [await submitted(), await submitted()]
  expect(await control('halt', 'GTCO')).toMatchObject({ kind: 'done' })
  expect(stage.events).toContainEqual(
    expect.objectContaining({
      target: 'updateMarketStatsSession',
      argument: expect.objectContaining({ securityID: 'GTCO', securityTradingStatus: '2' }),
    }),
  )
  const isRefused = async () => {
    expect(await desk.submit(anOrder())).toMatchObject({ refusal: { refusal: 'securityHalted' } })
    const change = { orderQty: 5 as never }
    const replace = { kind: 'replaceOrder', origin: of(BUYER), clOrdID: `r${++count}`, change } as const
    expect(await desk.submit({ ...replace, orderID: second.orderID })).toMatchObject({
      refusal: { refusal: 'securityHalted' },
    })
  }
  await isRefused()
  expect(await cancel(first.orderID)).toMatchObject({ order: { ordStatus: OrdStatus.canceled } })

  await restart()
  await isRefused()
  expect(await stage.rows('SELECT security_id, halted, reason, since FROM security_state')).toEqual([
    ['GTCO', true, 'Pending news', new Date(FRIDAY)],
  ])
  const halt = { cause: 'marketControl', reason: 'Pending news', by: 'admin', until: null }
  expect(desk.halts).toMatchObject([{ securityID: 'GTCO', since: new Date(FRIDAY).toISOString(), ...halt }])
  expect(await cancel(second.orderID)).toMatchObject({ order: { ordStatus: OrdStatus.canceled } })

  await control('resume', 'GTCO')
  expect(await cancel((await submitted()).orderID)).toMatchObject({ kind: 'order' })
})

test('in a security that reopens, the crowd enters orders that the auction accepts, not those of continuous trading', async () => {
  const gtco = desk.listings.findIndex(({ securityID }) => securityID === 'GTCO')
  const reported = crowdReports()
  const enter = (ref: number, security: number) => ({
    ...({ kind: 'enter', ref, security, side: Side.buy, quantity: 100 as Quantity } as const),
    price: desk.listings[security]?.lowLimitPx ?? price,
    instructions: { atClose: true, ends: 'closing' } as const,
  })
  expect(desk.offer([enter(1, gtco), enter(2, gtco === 0 ? 1 : 0)])).toBe(true)
  expect(await reported).toEqual([{ ref: 1, leaves: 0 }])
})

test('a halt of the market halts every security over a restart and leaves cancels; it reopens in an auction, and a halted security stays halted', async () => {
  const resting = await submitted()
  await control('halt', 'ACCESSCORP')
  await control('halt', null)
  expect(venue()).toMatchObject({ phase: 'halted', tradingSessionSubID: '3', text: 'Trading is halted' })
  for (const securityID of ['ACCESSCORP', null])
    expect(await control('halt', securityID)).toMatchObject({ refusal: { refusal: 'alreadyHalted' } })
  expect(desk.session).toMatchObject({ phase: 'halted', nextPhase: null, nextAt: null })
  const inForce = desk.halts.filter(({ cause }) => cause === 'marketControl')
  expect(inForce.map(({ securityID, by }) => [securityID, by])).toEqual([
    ...[null, 'ACCESSCORP'].map((securityID) => [securityID, 'admin']),
  ])
  expect(await desk.submit(anOrder())).toMatchObject({ refusal: { refusal: 'notInThisPhase' } })

  await restart()
  expect(venue()).toMatchObject({ phase: 'halted' })
  expect(await desk.submit(anOrder())).toMatchObject({ refusal: { refusal: 'notInThisPhase' } })
  expect(await cancel(resting.orderID)).toMatchObject({ order: { ordStatus: OrdStatus.canceled } })

  const resumedAt = stage.now
  await control('resume', null)
  expect(venue()).toMatchObject({ phase: 'reopening', tradingSessionSubID: '9' })
  expect(desk.session).toMatchObject({ phase: 'reopening', nextPhase: 'continuous' })
  const collected = await submitted()
  const sale = order(SELLER, 'reopening', Side.sell, price, 10)
  expect(await desk.submit(sale)).toMatchObject({ order: { ordStatus: OrdStatus.new, leavesQty: 10 } })
  const other = anOrder()
  const halted = { ...other, request: { ...other.request, securityID: 'ACCESSCORP' } }
  expect(await desk.submit(halted)).toMatchObject({ refusal: { refusal: 'securityHalted' } })
  expect(await control('halt', 'NONE')).toMatchObject({ refusal: { refusal: 'unknownSecurity' } })

  await restart()
  const ends = resumedAt + 10 * MINUTE
  expect(desk.session).toMatchObject({
    phase: 'reopening',
    nextPhase: 'continuous',
    nextAt: new Date(ends).toISOString(),
  })
  stage.pass(ends - stage.now)
  await submitted()
  expect(venue()).toMatchObject({ phase: 'continuous', text: 'Continuous trading' })
  expect(
    await stage.rows(
      `SELECT trade_condition, quantity, trade_time FROM market_trades WHERE security_id = 'GTCO'`,
    ),
  ).toEqual([['reopening', 10, new Date(ends)]])
  expect(await stage.column(`SELECT ord_status FROM orders WHERE order_id = ${collected.orderID}`)).toEqual([
    OrdStatus.filled,
  ])
  await control('resume', 'ACCESSCORP')
})

test('a halt during a reopening is followed by a complete auction again, of the security or the market, even across a restart', async () => {
  const reopens = () =>
    desk.halts
      .filter(({ cause }) => cause === 'reopening')
      .map(({ securityID, until }) => [securityID, until])
  const inMinutes = (minutes: number) => new Date(stage.now + minutes * MINUTE).toISOString()
  const tradedAt = () =>
    stage.column(
      `SELECT trade_time FROM market_trades WHERE trade_condition = 'reopening' ORDER BY trade_number`,
    )
  const before = (await tradedAt()).length
  for (const action of ['halt', 'resume'] as const) await control(action, null)
  stage.pass(9 * MINUTE)
  for (const action of ['halt', 'resume'] as const) await control(action, 'GTCO')
  await submitted()
  await desk.submit(order(SELLER, 'own auction', Side.sell, price, 10))
  const [marketEnds, securityEnds] = [inMinutes(1), inMinutes(10)]
  expect(desk.session).toMatchObject({ phase: 'reopening', nextAt: marketEnds })
  stage.pass(MINUTE)
  await restart()
  await cancel((await submitted()).orderID)
  expect(desk.session).toMatchObject({ phase: 'continuous' })
  expect(reopens()).toContainEqual(['GTCO', securityEnds])
  expect(await tradedAt()).toHaveLength(before)
  stage.pass(9 * MINUTE)
  await cancel((await submitted()).orderID)
  expect(reopens()).toEqual([])
  expect((await tradedAt()).slice(before)).toEqual([new Date(securityEnds)])

  for (const action of ['halt', 'resume'] as const) await control(action, null)
  stage.pass(9 * MINUTE)
  for (const action of ['halt', 'resume'] as const) await control(action, null)
  expect(desk.session).toMatchObject({ phase: 'reopening', nextPhase: 'continuous', nextAt: inMinutes(10) })
  stage.pass(10 * MINUTE)
  await cancel((await submitted()).orderID)
  expect(desk.session).toMatchObject({ phase: 'continuous' })
})

test('market control has a reason that the record can hold, or is refused without a rebuild', async () => {
  const before = stage.epochs().length
  for (const reason of ['', ' ', 'x'.repeat(257), 'Pending\0', 'Pending \ud800'])
    expect(
      await desk.submit({ kind: 'marketControl', origin: host, action: 'halt', securityID: null, reason }),
    ).toMatchObject({ refusal: { refusal: 'haltReasonInvalid' } })
  expect(stage.epochs()).toHaveLength(before)
})

test('market control belongs to the host, and resumes only what is halted', async () => {
  const byFirm = { kind: 'marketControl', origin: of(BUYER), action: 'halt', reason: 'A wish' } as const
  for (const securityID of ['GTCO', null]) {
    expect(await desk.submit({ ...byFirm, securityID })).toMatchObject({
      refusal: { refusal: 'marketControlNotPermitted' },
    })
    expect(await control('resume', securityID)).toMatchObject({ refusal: { refusal: 'notHalted' } })
  }
  await cancel((await submitted()).orderID)
})

test('market control leaves its audit rows with the host', async () => {
  expect(
    await stage.asAdmin(
      "SELECT tenant_id, user_name, method_name FROM audit_log WHERE service_name = 'MarketData' ORDER BY id",
    ),
  ).toEqual(
    [
      ...['HaltSecurity', 'ResumeSecurity', 'HaltSecurity', 'HaltMarket', 'ResumeMarket', 'ResumeSecurity'],
      ...['HaltMarket', 'ResumeMarket', 'HaltSecurity', 'ResumeSecurity'],
      ...['HaltMarket', 'ResumeMarket', 'HaltMarket', 'ResumeMarket'],
    ].map((method) => [0, 'admin', method]),
  )
})

test('the close is decided before the first input after it, stamped as it was due', async () => {
  stage.pass(FRIDAY_CLOSE + 5 - stage.now)
  const late = anOrder()
  expect(await desk.submit(late)).toMatchObject({
    refusal: { refusal: 'marketClosed', values: { opensAt: '2026-11-23 09:30' } },
  })
  expect(venue()).toMatchObject({ phase: 'closed', opensAt: '2026-11-23T08:30:00.000Z' })
  // Day orders expire at the close.
  const lines = await stage.rows(
    "SELECT kind, body -> 'report' ->> 'execType', at FROM journal ORDER BY sequence DESC LIMIT 3",
  )
  expect(lines).toEqual([
    ['newOrder', null, new Date(FRIDAY_CLOSE + 5)],
    ['venueReport', ExecType.expired, new Date(FRIDAY_CLOSE)],
    ['phase', null, new Date(FRIDAY_CLOSE)],
  ])
  expect(await stage.column("SELECT count(*)::int FROM orders WHERE ord_status IN ('0', '1')")).toEqual([0])
})

test('while the market is closed the crowd enters nothing, and learns that its order has ended', async () => {
  const reported = crowdReports()
  const security = desk.listings.findIndex(({ securityID }) => securityID === 'GTCO')
  const entered = { kind: 'enter', ref: 77, security, side: Side.sell, price } as const
  expect(desk.offer([{ ...entered, quantity: 1 as Quantity }])).toBe(true)
  expect(await reported).toEqual([{ ref: 77, leaves: 0 }])
})

test('a server that was down over a weekend makes up the opening, and a halt from the week before still applies', async () => {
  await control('halt', 'GTCO')
  await desk.end()
  stage.pass(MONDAY - stage.now)
  await startDesk({ clock: 'real' })
  expect((await phasesJournalled()).slice(-4)).toEqual([
    ['closed', new Date(FRIDAY_CLOSE)],
    ...openingOf('2026-11-23'),
  ])
  expect(await desk.submit(anOrder())).toMatchObject({ refusal: { refusal: 'securityHalted' } })
  await control('resume', 'GTCO')
  await submitted()
})

test('a server that was down at a close makes it up on the day that it ended, before the next day opens', async () => {
  await desk.end()
  stage.pass(24 * 3_600_000)
  await startDesk({ clock: 'real' })
  expect((await phasesJournalled()).slice(-6)).toEqual([
    ['preClose', new Date('2026-11-23T13:20:00Z')],
    ['preCloseImbalance', new Date('2026-11-23T13:25:00Z')],
    ['closed', new Date('2026-11-23T13:30:00Z')],
    ...openingOf('2026-11-24'),
  ])
})

test('a halt interrupts the market’s session without ending it, for everyone', async () => {
  stage.pass(Date.parse('2026-11-25T08:35:00Z') - stage.now)
  await control('halt', null)
  expect(desk.session).toMatchObject({ phase: 'halted', tradingSessionSubID: '2' })
  expect(venue()).toMatchObject({ phase: 'halted', tradingSessionSubID: '2' })
  expect(desk.picture.statisticsOf('GTCO')).toMatchObject({ tradingSessionSubID: '2' })
  await control('resume', null)
  expect(desk.session).toMatchObject({ phase: 'preOpen', tradingSessionSubID: '2' })
})
