import {
  type CallName,
  calls,
  english,
  nairaToPrice,
  type PriceBar,
  type PriceKobo,
  Side,
  shares,
  toNaira,
} from '@tradebook/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { BUYER, of, order, SELLER } from '../../desk/desk.fixture.ts'
import { desk, shareDesk, stage } from '../../desk/shared-desk.fixture.ts'
import type { FileAnswer } from '../../http/files.ts'
import type { Caller, Handler } from '../../http/handlers.ts'
import { openAuditedWrite } from '../../platform/audited-write.ts'
import { openReportLog } from '../../platform/report-log.ts'
import { marketDataFeature } from './market-data.ts'

// Longer than 300 lines, for one desk and its day of trades serve every call.

/** Market data of a demo market: a Friday after two years of invented history. */

let handlers: ReturnType<typeof marketDataFeature>

shareDesk()
beforeAll(async () => {
  handlers = marketDataFeature({ desk, store: stage.database.store, picture: desk.picture })
  const transfer = { account: 'B1', reference: 'R', narration: 'N', unitCost: 1n as never }
  await desk.submit({
    kind: 'externalTransfer',
    origin: of(SELLER),
    transfer: { ...transfer, type: 'transferIn', securityID: 'GTCO', quantity: shares(1_000_000) },
  })
  await desk.submit({
    kind: 'externalTransfer',
    origin: of(BUYER),
    transfer: {
      type: 'deposit',
      account: 'A1',
      amount: 100_000_000_00n as never,
      reference: 'R',
      narration: 'N',
    },
  })
}, 60_000)

const admin: Caller = {
  ...of({ tenantId: 0, account: '' }),
  userName: 'admin',
  sessionId: 's',
  roles: ['ADMIN'],
  accounts: [],
  due: null,
  language: null,
}

/** Makes a call, as the host's administrator by default; its input is checked as the edge does. */
async function ask<Name extends CallName & keyof typeof handlers>(
  name: Name,
  input: object = {},
  caller: Caller = admin,
) {
  const { tenantId } = caller
  const parsed = calls[name].input.parse(input)
  const write = openAuditedWrite(stage.database.store, () => stage.now)
  const context = {
    caller,
    tenantId,
    clientIpAddress: '192.0.2.1',
    browserInfo: 'test',
    translate: (key: keyof typeof english) => english[key],
    write: (work: never) =>
      write({ tenantId, caller, name, parameters: parsed, clientIpAddress: '', browserInfo: '' }, work),
  }
  return (handlers[name] as Handler<Name>)(parsed as never, context as never)
}

const textOf = async ({ body }: FileAnswer): Promise<string> => {
  let text = ''
  for await (const piece of body) text += piece
  return text
}

describe('the price list', () => {
  test('is that of a date, or of the last market day before it', async () => {
    const ofDates = ['2026-11-13', '2026-11-14', '2026-11-15T22:59:59Z', '2026-11-15T23:00:00Z', undefined]
    const days = []
    for (const dateTime of ofDates) {
      const { items, totalCount } = (await ask('MarketData/GetPriceList', { dateTime })) as never as {
        items: { marketDate: string }[]
        totalCount: number
      }
      expect([totalCount, items.length]).toEqual([desk.listings.length, desk.listings.length])
      days.push(items[0]?.marketDate)
    }
    // 14 and 15 November are a weekend; an instant stands for its date in Lagos.
    expect(days).toEqual(['2026-11-13', '2026-11-13', '2026-11-13', '2026-11-16', '2026-11-20'])
  })

  test('before the record there is none, and the refusal carries where it begins', async () => {
    const [from] = await stage.column('SELECT min(market_date) FROM daily_statistics')
    for (const dateTime of ['0001-01-01', '1999-12-31T23:59:59Z']) {
      expect(await ask('MarketData/GetPriceList', { dateTime })).toEqual({
        refusal: 'noPriceList',
        values: { from },
      })
    }
  })

  test.each(['2026-02-30', '20261120', 'yesterday', "2026-11-20'; --", '0000-01-01'])(
    'a date that is none, %s, is invalid',
    (dateTime) => {
      expect(calls['MarketData/GetPriceList'].input.safeParse({ dateTime }).success).toBe(false)
    },
  )

  test('of a day that is over has the official close, and of today none before it is closed', async () => {
    const query = { securityID: 'GTCO' }
    const past = await ask('MarketData/GetPriceList', { ...query, dateTime: '2026-11-19' })
    const today = await ask('MarketData/GetPriceList', query)
    const reference = toNaira(await stage.referencePx('GTCO'))
    expect(past).toMatchObject({ items: [{ closePx: reference, marketDate: '2026-11-19' }] })
    expect(today).toMatchObject({
      items: [{ prevClosePx: reference, closePx: null, lastPx: null, change: 0 }],
    })
  })

  test('shows what has traded, and the daily bars have the day from its first trade on', async () => {
    const price = ((await stage.referencePx('GTCO')) + 5) as PriceKobo
    const newestBar = async () => {
      const trend = await ask('MarketData/GetPriceTrend', { security: 'GTCO' })
      return (trend as { items: PriceBar[] }).items.at(-1)
    }
    expect(await newestBar()).toMatchObject({ time: '2026-11-19T00:00:00.000Z' })
    await desk.submit(order(SELLER, 's1', Side.sell, price, 200_000))
    await desk.submit(order(BUYER, 'b1', Side.buy, price, 200_000))
    const at = toNaira(price)
    expect(await newestBar()).toEqual({
      time: '2026-11-20T00:00:00.000Z',
      openPx: at,
      highPx: at,
      lowPx: at,
      closePx: at,
      volume: 200_000,
    })
    expect(await ask('MarketData/GetPriceList', { securityID: 'GTCO' })).toMatchObject({
      items: [
        {
          lastPx: toNaira(price),
          openPx: toNaira(price),
          change: 0.05,
          numberOfTrades: 1,
          tradeVolume: 200_000,
          tradeValue: toNaira(price) * 200_000,
        },
      ],
    })
  })

  test('marks the ex-day of a corporate action: on its day, and on today’s row the next one announced', async () => {
    const answer = await desk.submit({
      kind: 'announceCorporateAction',
      origin: of({ tenantId: 0, account: '' }),
      terms: {
        type: 'dividend',
        securityID: 'MTNN',
        registerDate: '2026-11-24',
        payDate: '2026-11-26',
        rate: 100n,
      },
      news: { headline: 'H', body: 'B', source: 'S', urgency: '0', securityIDs: ['MTNN'] },
    })
    expect(answer.kind).toBe('done')
    for (const [id, type, revoked] of [
      [-1, 'bonus', 'NULL, NULL'],
      [-2, 'split', "now(), 'control'"],
    ]) {
      await stage.asAdmin(
        `INSERT INTO corporate_actions VALUES (${id}, '${type}', 'MTNN', '2026-11-18', '2026-11-18', '2026-11-20',
           NULL, 1, 10, now(), 'control', ${revoked})`,
      )
    }
    const history = (await ask('MarketData/GetPriceHistory', {
      security: 'MTNN',
      from: '2026-11-17',
      sorting: 'marketDate asc',
    })) as never as { items: { marketDate: string; exDate: string | null; exTypes: string[] }[] }
    expect(history.items.map(({ marketDate, exDate, exTypes }) => [marketDate, exDate, exTypes])).toEqual([
      ['2026-11-17', null, []],
      ['2026-11-18', '2026-11-18', ['bonus']],
      ['2026-11-19', null, []],
      ['2026-11-20', '2026-11-24', ['dividend']],
    ])
    const marked = (await ask('MarketData/GetPriceList', { sorting: 'exDate asc' })) as never as {
      items: { securityID: string; exDate: string | null }[]
    }
    expect(marked.items.slice(0, 2).map(({ securityID, exDate }) => [securityID, exDate])).toEqual([
      ['MTNN', '2026-11-24'],
      [expect.any(String), null],
    ])
    const file = (await ask('MarketData/DownloadPriceListCsv', {
      columns: ['securityID', 'exDate', 'exTypes'],
      securityID: 'MTNN',
    })) as FileAnswer
    expect(await textOf(file)).toBe('\ufeffSecurity,Ex-day,Corporate action\r\nMTNN,2026-11-24,Dividend\r\n')
  })

  test('is given as a file, and leaves a row of who was given what', async () => {
    const input = {
      dateTime: '2026-11-19',
      columns: ['securityID', 'closePx', 'marketDate'],
      keyword: 'guaranty',
    }
    const file = (await ask('MarketData/DownloadPriceListCsv', input)) as FileAnswer
    const close = toNaira(await stage.referencePx('GTCO'))
    expect(await textOf(file)).toBe(`\ufeffSecurity,Close,Market day\r\nGTCO,${close},2026-11-19\r\n`)
    expect([file.name, file.rows()]).toEqual(['Price list 2026-11-19.csv', 1])
    const call = { tenantId: 0, caller: admin, name: 'MarketData/DownloadPriceListCsv', parameters: input }
    const report = openReportLog(stage.database.store, () => stage.now + 40)
    await report({ call, fileName: file.name, rows: file.rows(), isComplete: true, began: stage.now })
    expect(
      await stage.asAdmin(
        `SELECT tenant_id, user_name, service_name, method_name, parameters::json ->> 'keyword', file_name, row_count,
           is_complete, execution_duration FROM report_logs`,
      ),
    ).toEqual([
      [
        0,
        'admin',
        'MarketData',
        'DownloadPriceListCsv',
        'guaranty',
        'Price list 2026-11-19.csv',
        1,
        true,
        40,
      ],
    ])
  })
})

describe('the price history', () => {
  test('has every market day of a security, the newest first', async () => {
    const days = await stage.column(
      "SELECT market_date FROM daily_statistics WHERE security_id = 'GTCO' ORDER BY market_date DESC",
    )
    const { items, totalCount } = (await ask('MarketData/GetPriceHistory', {
      security: 'GTCO',
    })) as never as {
      items: { marketDate: string }[]
      totalCount: number
    }
    expect(totalCount).toBe(days.length)
    expect(items.map(({ marketDate }) => marketDate)).toEqual(days.slice(0, 1000))
    const narrowed = { security: 'GTCO', from: '2026-11-12', to: '2026-11-16', sorting: 'marketDate asc' }
    expect(await ask('MarketData/GetPriceHistory', narrowed)).toMatchObject({
      items: ['2026-11-12', '2026-11-13', '2026-11-16'].map((marketDate) => ({ marketDate })),
    })
  })

  test('of an unknown security is refused', async () => {
    expect(await ask('MarketData/GetPriceHistory', { security: 'NOSUCH' })).toMatchObject({
      refusal: 'unknownSecurity',
    })
  })
})

describe('the index', () => {
  test('has a history from its base on, a value a market day, each by the rule', async () => {
    const rows = (await stage.rows('SELECT market_date, value FROM index_days ORDER BY market_date')) as [
      string,
      string,
    ][]
    const days = await stage.column('SELECT DISTINCT market_date FROM daily_statistics ORDER BY 1')
    expect(rows.map(([date]) => date)).toEqual(days)
    const inPoints = rows.map(([marketDate, value]) => ({ marketDate, value: Number(value) / 100 }))
    const answered = (await ask('MarketData/GetIndexHistory', {})) as { items: object[] }
    expect(answered.items).toMatchObject(inPoints)
    const [from, to] = [days.at(-3), days.at(-2)]
    const { items } = (await ask('MarketData/GetIndexHistory', { from, to })) as { items: object[] }
    expect(items).toMatchObject(inPoints.slice(-3, -1))
    // What each day made of the day before, by PostgreSQL's own decimals.
    const byDatabase = await stage.rows(
      `SELECT market_date::text, round(lag(value, 1, 10000000::bigint) OVER (ORDER BY market_date) * factor)::text
       FROM index_days JOIN (
         SELECT market_date, sum(published_px::numeric * shares_outstanding) / sum(reference_px::numeric * shares_outstanding) AS factor
         FROM daily_statistics JOIN securities USING (security_id) WHERE security_type = 'CS' GROUP BY market_date
       ) moved USING (market_date) ORDER BY market_date`,
    )
    expect(rows.map(([date, value]) => [date, String(value)])).toEqual(byDatabase)
  })
})

describe('market control', () => {
  const audited = () =>
    stage.asAdmin('SELECT user_name, method_name FROM audit_log WHERE tenant_id = 0 ORDER BY id DESC LIMIT 1')

  test('news reach everybody, and are audited', async () => {
    const item = { headline: ' Results ', body: 'Profit rose.', securityIDs: ['GTCO', 'GTCO'], urgency: '1' }
    const answer = await ask('MarketData/PostNews', item)
    const expected = { ...item, headline: 'Results', securityIDs: ['GTCO'], source: 'Market control' }
    expect(stage.published.findLast(({ target }) => target === 'onNews')).toMatchObject({
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

  test('is the host’s, also for news', async () => {
    const input = { headline: 'h', body: 'b', urgency: '0', securityIDs: [], source: 's' }
    expect(await desk.submit({ kind: 'news', origin: of(BUYER), item: input })).toMatchObject({
      refusal: { refusal: 'marketControlNotPermitted' },
    })
  })
})

test('the limits of a day are those that orders are held to, whole and in short', async () => {
  const limits = await ask('MarketData/getPricelimitRange', { security: 'GTCO' })
  if ('refusal' in limits) throw new Error(limits.refusal)
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
  expect(input.safeParse({ symbol: 'GTCO' }).success).toBe(false)
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

  test('are named to the holders of the permission, on what their firm did alone', async () => {
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
  const audited = (method: string) =>
    stage.asAdmin('SELECT user_name FROM audit_log WHERE method_name = $1 LIMIT 1', [method])

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
    expect(await audited('DownloadPriceHistory')).toEqual([['admin']])
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
    expect(await audited('DownloadNews')).toEqual([['admin']])
  })

  test('of trades has those of the market day, in the order that is asked for', async () => {
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
    expect(await audited('DownloadMarketTrades')).toEqual([['admin']])
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
