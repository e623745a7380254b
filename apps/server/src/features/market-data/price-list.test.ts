import { calls, type PriceBar, type PriceKobo, Side, toNaira } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import { BUYER, of, order, SELLER } from '../../desk/desk.fixture.ts'
import { desk, stage } from '../../desk/shared-desk.fixture.ts'
import type { FileAnswer } from '../../files/file-answer.ts'
import { openReportLog } from '../../platform/report-log.ts'
import { admin, ask, marketDataForAllTests, textOf } from './market-data.fixture.ts'

marketDataForAllTests()

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

  test('before the records begin there is none, and the refusal says when they begin', async () => {
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

  test('of a past day has the official close, and of today none before the close', async () => {
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

  test('can be downloaded, and leaves a row of who downloaded what', async () => {
    const input = {
      dateTime: '2026-11-19',
      columns: ['securityID', 'closePx', 'marketDate'],
      keyword: 'guaranty',
    }
    const file = (await ask('MarketData/DownloadPriceListCsv', input)) as FileAnswer
    const close = toNaira(await stage.referencePx('GTCO'))
    expect(await textOf(file)).toBe(`\ufeffSecurity,Close,Market day\r\nGTCO,${close},2026-11-19\r\n`)
    expect([file.name, file.rows()]).toEqual(['Price list 2026-11-19.csv', 1])
    const name = 'MarketData/DownloadPriceListCsv'
    const call = { tenantId: 0, caller: admin, name, parameters: input, clientIpAddress: '10.1.2.3' }
    const report = openReportLog(stage.database.store, () => stage.now + 40)
    await report({ call, fileName: file.name, rows: file.rows(), isComplete: true, began: stage.now })
    expect(
      await stage.asAdmin(
        `SELECT tenant_id, user_name, service_name, method_name, parameters::json ->> 'keyword', file_name, row_count,
           is_complete, execution_duration, client_ip_address FROM report_logs`,
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
        '10.1.2.3',
      ],
    ])
  })
})

describe('the price history', () => {
  test('has every market day of a security, newest first', async () => {
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

test.each(['GetPriceHistory', 'DownloadPriceHistory', 'GetIndexHistory'] as const)(
  '%s refuses days that end before they begin',
  async (name) => {
    const reversed = { security: 'GTCO', from: '2026-11-16', to: '2026-11-12' }
    expect(await ask(`MarketData/${name}`, reversed)).toMatchObject({ refusal: 'periodInvalid' })
  },
)

describe('the index', () => {
  test('has a history from its base on, one value per market day, each by the rule', async () => {
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
