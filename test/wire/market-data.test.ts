import { type CallInput, type CallName, english, type RefusalName, refusals } from '@tradebook/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DemoServer, openDemo } from '../demo-server.ts'
import { type Person, signIn } from '../person.ts'
import { askRaw } from './raw-answer.ts'

/** Market data asked for wrongly, beyond what there is, or by anyone who may not. */

let server: DemoServer
let broker: Person

beforeAll(async () => {
  server = await openDemo()
  broker = await signIn(server, 'Meridian', 'broker')
})

afterAll(async () => {
  await server?.close()
})

const text = (length: number) => 'x'.repeat(length)
const names = (count: number) => Array.from({ length: count }, (_, n) => `S${n}`)

type Asked = readonly [what: string, name: CallName, input: object, member: string]

const invalid: readonly Asked[] = [
  ['no movers at all', 'MarketData/GetTopStatistics', { count: 0 }, 'count'],
  ['more movers than a list has', 'MarketData/GetTopStatistics', { count: 1e9 }, 'count'],
  ['a direction that is none', 'MarketData/GetTopStatistics', { asc: 'up' }, 'asc'],
  ['a measure that is none', 'MarketData/GetTopTrades', { by: 'password' }, 'by'],
  [
    'a sorting by anything that is not a column',
    'MarketData/GetPriceList',
    { sorting: 'isin desc' },
    'sorting',
  ],
  ['a sorting that is a statement', 'MarketData/GetPriceList', { sorting: '1; DROP TABLE news' }, 'sorting'],
  ['a date that is none', 'MarketData/GetPriceList', { dateTime: '2026-02-30' }, 'dateTime'],
  ['a date in words', 'MarketData/DownloadPriceListCsv', { dateTime: 'today' }, 'dateTime'],
  ['the year 0', 'MarketData/DownloadPriceListCsv', { dateTime: '0000-12-31' }, 'dateTime'],
  ['a history of no security', 'MarketData/GetPriceHistory', {}, 'security'],
  [
    'a page beyond all pages',
    'MarketData/GetPriceHistory',
    { security: 'GTCO', skipCount: 1e9 },
    'skipCount',
  ],
  ['trades sorted by their price', 'MarketData/getMarketTrades', { sorting: 'mdEntryPx' }, 'sorting'],
  ['trades from no time', 'MarketData/getMarketTrades', { from: '2026-11-20' }, 'from'],
  ['a format that is none', 'MarketData/DownloadMarketTrades', { format: 'exe' }, 'format'],
  [
    'customers sorted by anything that is not a column',
    'BackOffice/GetCustomers',
    { sorting: 'id' },
    'sorting',
  ],
  ['a list without a name', 'Watchlist/Save', { name: ' ', securityIDs: [] }, 'name'],
  ['a list whose name is too long', 'Watchlist/Save', { name: text(65), securityIDs: [] }, 'name'],
  [
    'a list of more than a list holds',
    'Watchlist/Save',
    { name: 'All', securityIDs: names(501) },
    'securityIDs',
  ],
  ['a list with a number that is none', 'Watchlist/Save', { id: 1.5, name: 'A', securityIDs: [] }, 'id'],
  ['a list with a number that no list has', 'Watchlist/Delete', { id: 2_147_483_648 }, 'id'],
  ['the deletion of nothing', 'Watchlist/Delete', {}, 'id'],
]

test.each(invalid)('%s is invalid, and the member is named', async (_, name, input, member) => {
  const answer = await askRaw(server.url, { token: broker.token }, name, input as CallInput<typeof name>)
  expect(answer.status).toBe(400)
  const { error } = JSON.parse(answer.text) as { error: { validationErrors: { members: string[] }[] } }
  expect(error.validationErrors.flatMap(({ members }) => members)).toContain(member)
})

const refused: readonly (readonly [what: string, name: CallName, input: object, refusal: RefusalName])[] = [
  ['a price list before the record', 'MarketData/GetPriceList', { dateTime: '0001-01-01' }, 'noPriceList'],
  ['its file', 'MarketData/DownloadPriceListCsv', { dateTime: '1999-12-31T23:59:59Z' }, 'noPriceList'],
  [
    'the history of an unknown security',
    'MarketData/GetPriceHistory',
    { security: 'NOSUCH' },
    'unknownSecurity',
  ],
  [
    'the trend of an unknown security',
    'MarketData/GetPriceTrend',
    { security: "GTCO'--" },
    'unknownSecurity',
  ],
  [
    'a list of an unknown security',
    'Watchlist/Save',
    { name: 'A', securityIDs: ['NOSUCH'] },
    'unknownSecurity',
  ],
  ['a list that never was', 'Watchlist/Save', { id: 999, name: 'A', securityIDs: [] }, 'unknownWatchlist'],
  ['the deletion of a list that never was', 'Watchlist/Delete', { id: 999 }, 'unknownWatchlist'],
]

test.each(refused)('%s is refused with a clear message', async (_, name, input, refusal) => {
  const { status, text } = await askRaw(
    server.url,
    { token: broker.token },
    name,
    input as CallInput<typeof name>,
  )
  expect(status).toBe(500)
  const { error } = JSON.parse(text) as { error: { code: number; message: string; details: string } }
  expect([error.code, error.message]).toEqual([refusals[refusal].code, english[`Refusal.${refusal}`]])
  expect(error.details).toMatch(/^[^{}]{10,}$/)
})

describe('beyond what there is', () => {
  test.each(['2026-11-19', '9999-12-31', '9999-12-31T23:59:59Z'])(
    'the price list of %s is that of a market day',
    async (dateTime) => {
      const { items } = await broker.get('MarketData/GetPriceList', { dateTime })
      expect(items.length).toBeGreaterThan(100)
    },
  )

  test.each(['1m', '5m', '15m', '1h', '1d'] as const)(
    'a trend of %s over all of time is bounded',
    async (interval) => {
      const all = { from: '0001-01-01T00:00:00Z', to: '9999-12-31T23:59:59Z' }
      const { items } = await broker.get('MarketData/GetPriceTrend', { security: 'GTCO', interval, ...all })
      expect(items.length).toBeLessThanOrEqual(2_000)
      expect(
        await broker.get('MarketData/GetPriceTrend', {
          security: 'GTCO',
          interval,
          from: all.to,
          to: all.from,
        }),
      ).toMatchObject({ items: [] })
    },
  )

  test('trades of all of time, of before it and of after it, are read without looking at every day', async () => {
    const [first, last] = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z']
    for (const range of [
      { from: first },
      { to: last },
      { from: last },
      { to: first },
      { from: last, to: first },
    ]) {
      expect(await broker.get('MarketData/getMarketTrades', range)).toMatchObject({ more: false })
    }
  })
})

describe('market control', () => {
  const controls = [
    ['MarketData/PostNews', { headline: 'Merger', body: 'None', securityIDs: ['GTCO'] }],
    ['MarketData/HaltSecurity', { securityID: 'GTCO', reason: 'Because' }],
    ['MarketData/ResumeSecurity', { securityID: null, reason: 'Because' }],
    ['MarketData/CancelTrade', { tradeNumber: 1, reason: 'Because' }],
    ['MarketData/CorrectTrade', { tradeNumber: 1, price: 1, reason: 'Because' }],
    ['MarketData/ApproveTradeCorrection', { id: 1 }],
    ['MarketData/RejectTradeCorrection', { id: 1, reason: 'Because' }],
  ] as const

  test.each(controls)('only the host can use %s', async (name, input) => {
    for (const userName of ['broker', 'admin', 'customer']) {
      const { token } = await signIn(server, 'Meridian', userName)
      expect((await askRaw(server.url, { token }, name, input as never)).status).toBe(403)
    }
    expect((await askRaw(server.url, {}, name, input as never)).status).toBe(401)
  })

  test('text that cannot be a reason or news is invalid', async () => {
    const { token } = await signIn(server, null, 'admin')
    for (const [name, input] of [
      ['MarketData/PostNews', { headline: text(201), body: 'b' }],
      ['MarketData/PostNews', { headline: 'h', body: text(10_001) }],
      ['MarketData/PostNews', { headline: 'h', body: 'b', urgency: '9' }],
      ['MarketData/HaltSecurity', { securityID: 'GTCO', reason: '  ' }],
      ['MarketData/HaltSecurity', { reason: 'Because' }],
    ] as const) {
      expect((await askRaw(server.url, { token }, name, input as never)).status).toBe(400)
    }
  })
})
