import { calls, isRefusal, nairaToPrice, type PriceKobo, Side } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import { BUYER, of, order, SELLER } from '../../desk/desk.fixture.ts'
import { desk, stage } from '../../desk/shared-desk.fixture.ts'
import type { FileAnswer } from '../../files/file-answer.ts'
import type { Caller } from '../../platform/caller.ts'
import { admin, ask, marketDataForAllTests, textOf } from './market-data.fixture.ts'

marketDataForAllTests()

describe('market control', () => {
  const audited = () =>
    stage.asAdmin('SELECT user_name, method_name FROM audit_log WHERE tenant_id = 0 ORDER BY id DESC LIMIT 1')

  test('news reaches everyone, and is audited', async () => {
    const item = { headline: ' Results ', body: 'Profit rose.', securityIDs: ['GTCO', 'GTCO'], urgency: '1' }
    const answer = await ask('MarketData/PostNews', item)
    const expected = { ...item, headline: 'Results', securityIDs: ['GTCO'], source: 'Market control' }
    expect(stage.events.findLast(({ target }) => target === 'onNews')).toMatchObject({
      argument: expected,
    })
    expect(await ask('MarketData/GetNews', { security: 'GTCO' })).toMatchObject({
      items: [{ ...answer, ...expected }],
    })
    expect(await audited()).toEqual([['admin', 'PostNews']])
    expect(await ask('MarketData/PostNews', { ...item, securityIDs: ['NOSUCH'] })).toMatchObject({
      refusal: 'unknownSecurity',
    })
  })

  test('news of a corporate action is in the language of its reader, in the list and in files', async () => {
    const announcement = { kind: 'bonus', values: { securityID: 'MTNN', ratio: '1:10' } } as const
    const written = { headline: 'MTNN: bonus of 1:10', body: '', source: 'Market control', urgency: '1' }
    const item = { ...written, securityIDs: ['MTNN'], announcement }
    const answer = await desk.submit({ kind: 'news', origin: of({ tenantId: 0, account: '' }), item })
    const asked = { id: String(answer.kind === 'done' && answer.sequence) }
    const french = { ...admin, language: 'fr' } as const
    const headline = 'MTNN\u00a0: attribution gratuite de 1:10'
    expect(await ask('MarketData/GetNews', asked)).toMatchObject({
      items: [{ ...written, body: expect.stringContaining('Qualification date') }],
    })
    expect(await ask('MarketData/GetNews', asked, french)).toMatchObject({
      items: [{ headline, announcement }],
    })
    const file = (await ask(
      'MarketData/DownloadNews',
      { ...asked, columns: ['headline'] },
      french,
    )) as FileAnswer
    expect(await textOf(file)).toContain(headline)
  })

  test('a security is halted and resumed, each with its reason', async () => {
    const asked = { securityID: 'MTNN', reason: 'Pending news' }
    expect(await ask('MarketData/HaltSecurity', asked)).toEqual({})
    expect(desk.picture.statisticsOf('MTNN')?.securityTradingStatus).toBe('2')
    expect(await audited()).toEqual([['admin', 'HaltSecurity']])
    const halts = async () => (await ask('MarketData/GetHalts', {})) as { items: { by: string | null }[] }
    expect((await halts()).items).toMatchObject([{ ...asked, cause: 'marketControl', by: 'admin' }])
    expect(await ask('MarketData/ResumeSecurity', asked)).toEqual({})
    expect(await ask('MarketData/ResumeSecurity', asked)).toMatchObject({ refusal: 'notHalted' })
    expect(await ask('MarketData/HaltSecurity', { ...asked, securityID: 'NOSUCH' })).toMatchObject({
      refusal: 'unknownSecurity',
    })
  })

  test('belongs to the host, including news', async () => {
    const input = { headline: 'h', body: 'b', urgency: '0', securityIDs: [], source: 's' }
    expect(await desk.submit({ kind: 'news', origin: of(BUYER), item: input })).toMatchObject({
      refusal: { refusal: 'marketControlNotPermitted' },
    })
  })
})

test('a day’s limits are those that orders are checked against, in both calls', async () => {
  const limits = await ask('MarketData/getPricelimitRange', { security: 'GTCO' })
  if (isRefusal(limits)) throw new Error(limits.refusal)
  const { lowLimitPx, highLimitPx, tickSize } = limits
  expect(await ask('MarketData/getPricelimitRangeMin', { security: 'GTCO' })).toEqual({
    ...{ min: lowLimitPx, max: highLimitPx },
  })
  const answerAt = (clOrdID: string, naira: number) =>
    desk.submit(order(BUYER, clOrdID, Side.buy, nairaToPrice(Number(naira.toFixed(2))) as PriceKobo, 1))
  expect(await answerAt('below', lowLimitPx - tickSize)).toMatchObject({
    refusal: { refusal: 'priceOutsideLimits' },
  })
  const lowest = await answerAt('lowest', lowLimitPx)
  if (lowest.kind !== 'order') throw new Error(lowest.kind)
  const { orderID } = lowest.order
  await desk.submit({ kind: 'cancelOrder', origin: of(BUYER), clOrdID: 'lowest x', orderID })
  expect(await answerAt('above', highLimitPx + tickSize)).toMatchObject({
    refusal: { refusal: 'priceOutsideLimits' },
  })
  expect(await ask('MarketData/getPricelimitRangeMin', { security: 'NOSUCH' })).toMatchObject({
    refusal: 'unknownSecurity',
  })
})

test('trades are sorted by their time either way, and by nothing else', async () => {
  const numbers = async (sorting?: string) => {
    const { items } = (await ask('MarketData/getMarketTrades', { sorting })) as {
      items: { mdEntryID: string }[]
    }
    return items.map(({ mdEntryID }) => Number(mdEntryID))
  }
  const price = await stage.referencePx('GTCO')
  for (const turn of ['t1', 't2']) {
    await desk.submit(order(SELLER, `s${turn}`, Side.sell, price, 10))
    await desk.submit(order(BUYER, `b${turn}`, Side.buy, price, 10))
  }
  const newestFirst = await numbers()
  expect(newestFirst.length).toBeGreaterThan(1)
  expect(newestFirst).toEqual(newestFirst.toSorted((a, b) => b - a))
  expect(await numbers('mdEntryTime asc')).toEqual(newestFirst.toReversed())
  const { input } = calls['MarketData/getMarketTrades']
  expect(input.safeParse({ sorting: 'mdEntryPx desc' }).success).toBe(false)
})

describe('the users behind entries and trades', () => {
  const dealer = (who: typeof BUYER, changed: Partial<Caller> = {}): Caller => ({
    ...admin,
    ...of(who),
    userName: 'dealer',
    roles: ['BROKER'],
    accounts: [],
    ...changed,
  })
  type Named = { items: { mdEntryID: string; userName?: string }[] }
  const named = async (name: 'MarketData/getMarketOrders' | 'MarketData/getMarketTrades', caller: Caller) => {
    const { items } = (await ask(name, { security: 'GTCO' }, caller)) as Named
    return items.flatMap(({ mdEntryID, userName }) => (userName === undefined ? [] : [[mdEntryID, userName]]))
  }

  test('are named only to holders of the permission, and only for their own firm', async () => {
    const price = await stage.referencePx('GTCO')
    const by = (
      who: typeof BUYER,
      userName: string,
      clOrdID: string,
      side: Side,
      px: PriceKobo,
      shares: number,
    ) =>
      desk.submit({
        ...order(who, clOrdID, side, px, shares),
        origin: { ...of(who), userName },
      })
    await by(SELLER, 'sola', 'named offer', Side.sell, price, 50)
    await by(BUYER, 'bola', 'named bid', Side.buy, price, 20)
    const low = nairaToPrice(desk.picture.statisticsOf('GTCO')!.lowLimitPx)!
    await by(BUYER, 'bisi', 'named low bid', Side.buy, low, 20)
    const restingOf = async (clOrdID: string) =>
      (await stage.column(`SELECT order_id::text FROM orders WHERE cl_ord_id = '${clOrdID}'`))[0]
    const entryOf = (tenantId: number, orderID: unknown) =>
      desk.picture.owners.of(tenantId, 'GTCO').find((owner) => owner.orderID === orderID)?.mdEntryID
    const offer = entryOf(SELLER.tenantId, await restingOf('named offer'))
    const lowBid = entryOf(BUYER.tenantId, await restingOf('named low bid'))
    const [trade] = await stage.column('SELECT max(trade_number)::text FROM market_trades')

    const [buyer, seller] = [dealer(BUYER), dealer(SELLER)]
    expect(await named('MarketData/getMarketOrders', buyer)).toEqual([[lowBid, 'bisi']])
    expect(await named('MarketData/getMarketOrders', seller)).toContainEqual([offer, 'sola'])
    expect(await named('MarketData/getMarketOrders', seller)).not.toContainEqual([lowBid, 'bisi'])
    expect(await named('MarketData/getMarketTrades', buyer)).toContainEqual([trade, 'bola'])
    expect(await named('MarketData/getMarketTrades', seller)).toContainEqual([trade, 'sola'])
    for (const call of ['MarketData/getMarketOrders', 'MarketData/getMarketTrades'] as const) {
      expect(await named(call, dealer(BUYER, { permissions: new Set(['VIEW_ALL_ORDERS']) }))).toEqual([])
      expect(await named(call, admin)).toEqual([])
    }
  })
})

describe('the files of the market', () => {
  type Rows = { items: Readonly<Record<string, unknown>>[] }
  /** The records of a file, each by its cells. */
  const recordsOf = async (name: Parameters<typeof ask>[0], input: object) => {
    const file = (await ask(name, input)) as FileAnswer
    const lines = (await textOf(file)).replace('\ufeff', '').trimEnd().split('\r\n')
    return { name: file.name, records: lines.slice(1).map((line) => line.split(',')) }
  }
  test('of the price history has the days of one security that pass the filters', async () => {
    const input = { security: 'GTCO', from: '2026-11-12', to: '2026-11-16', sorting: 'marketDate asc' }
    const listed = (await ask('MarketData/GetPriceHistory', input)) as Rows
    const columns = ['marketDate', 'closePx']
    const file = await recordsOf('MarketData/DownloadPriceHistory', { ...input, columns })
    expect(file.name).toBe('Price history GTCO 2026-11-20.csv')
    expect(file.records).toEqual(listed.items.map((row) => [row.marketDate, String(row.closePx)]))
    expect(file.records.map(([day]) => day)).toEqual(['2026-11-12', '2026-11-13', '2026-11-16'])
    expect(await ask('MarketData/DownloadPriceHistory', { security: 'NOSUCH' })).toMatchObject({
      refusal: 'unknownSecurity',
    })
  })

  test('of news has those that pass the filters; a link names one', async () => {
    const post = (headline: string, securityIDs: string[]) =>
      ask('MarketData/PostNews', { headline, body: 'b', securityIDs, urgency: '0' }) as Promise<{
        id: string
      }>
    const { id } = await post('First of UBA', ['UBA'])
    await post('Second of UBA', ['UBA'])
    await post('Of ZENITHBANK', ['ZENITHBANK'])
    const headlines = { columns: ['headline'] }
    const ofUba = { security: 'UBA', from: '2026-11-20T00:00:00.000Z', ...headlines }
    const file = await recordsOf('MarketData/DownloadNews', ofUba)
    expect(file).toEqual({ name: 'News 2026-11-20.csv', records: [['Second of UBA'], ['First of UBA']] })
    const one = await recordsOf('MarketData/DownloadNews', { id, ...headlines })
    expect(one.records).toEqual([['First of UBA']])
    const { items } = (await ask('MarketData/GetNews', { id })) as Rows
    expect(items.map(({ headline }) => headline)).toEqual(['First of UBA'])
  })

  test('of trades has those of the market day, in the requested order', async () => {
    const price = await stage.referencePx('GTCO')
    await desk.submit(order(SELLER, 'file s', Side.sell, price, 10))
    await desk.submit(order(BUYER, 'file b', Side.buy, price, 10))
    const input = { security: 'GTCO', sorting: 'mdEntryTime asc' }
    const { items } = (await ask('MarketData/getMarketTrades', input)) as Rows
    const columns = ['mdEntryID', 'securityID', 'mdEntrySize']
    const file = await recordsOf('MarketData/DownloadMarketTrades', { ...input, columns })
    expect(file.name).toBe('Trades 2026-11-20.csv')
    expect(file.records.length).toBeGreaterThan(0)
    expect(file.records).toEqual(
      items.map(({ mdEntryID, securityID, mdEntrySize }) => [mdEntryID, securityID, String(mdEntrySize)]),
    )
    const none = { security: 'MTNN', columns }
    expect((await recordsOf('MarketData/DownloadMarketTrades', none)).records).toEqual([])
  })
})

test('the movers are ranked by their move, the most traded by their trades', async () => {
  const reference = await stage.referencePx('GTCO')
  const top = async (name: 'MarketData/GetTopStatistics' | 'MarketData/GetTopTrades', input: object) => {
    const { items } = (await ask(name, input)) as { items: { securityID: string }[] }
    return items.map(({ securityID }) => securityID)
  }
  for (const [turn, price] of [reference + 5, reference - 5].entries()) {
    await desk.submit(order(SELLER, `mover s${turn}`, Side.sell, price as PriceKobo, 30_000))
    await desk.submit(order(BUYER, `mover b${turn}`, Side.buy, price as PriceKobo, 30_000))
    const hasRisen = price > reference
    expect((await top('MarketData/GetTopStatistics', {})).includes('GTCO')).toBe(hasRisen)
    expect((await top('MarketData/GetTopStatistics', { asc: true })).includes('GTCO')).toBe(!hasRisen)
    for (const by of ['value', 'volume', 'trades'])
      expect(await top('MarketData/GetTopTrades', { by })).toContain('GTCO')
  }
  expect(await top('MarketData/GetTopTrades', { count: 1 })).toHaveLength(1)
})
