import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testStore } from '../../testing/test-database.ts'
import { Desk } from '../desk/desk.ts'
import { postgresRecord } from '../desk/record/postgres-record.ts'
import { marketDataFeature } from '../features/market-data/market-data.ts'
import { GuardedClock } from '../platform/clock.ts'
import { openEmbeddedVenue } from '../venue/embedded/embedded.ts'
import { readSecurities } from './securities.ts'
import { listSecurities } from './seed.ts'

const SATURDAY = Date.parse('2026-11-21T11:00:00Z')
const TUESDAY = Date.parse('2026-11-24T11:00:00Z')

let database: TestDatabase
let desk: Desk
let now = SATURDAY
let picture: Desk['picture']

/** An installation without the demo, as its server starts it. */
beforeAll(async () => {
  database = await testStore()
  const client = await database.leadership.connectDesk()
  await listSecurities(client, SATURDAY)
  await listSecurities(client, SATURDAY)
  await client.end()
  desk = new Desk({
    openVenue: openEmbeddedVenue,
    connect: postgresRecord(() => database.leadership.connectDesk()),
    clock: 'open',
    time: new GuardedClock({ wall: () => now, monotonic: () => now }),
    pause: async () => {},
    orderRate: { perSecond: 1, burst: 1 },
    log: pino({ level: 'silent' }),
    onReplaced(reason) {
      throw reason
    },
  })
  picture = desk.picture
  await desk.start()
}, 60_000)

afterAll(async () => {
  await desk.end()
  await database.close()
})

const marketData = () => marketDataFeature({ desk, store: database.store, picture })

const context = { tenantId: 0 } as never

test('without the demo every security is listed at its reference price, and nothing has ever traded', async () => {
  const expected = readSecurities().map(({ securityID, referencePx }) => ({
    securityID,
    prevClosePx: referencePx / 100,
    publishedPx: referencePx / 100,
    lastPx: null,
    high52Px: null,
    low52Px: null,
    averageVolume: null,
    tradeVolume: 0,
  }))
  expect(picture.statistics()).toMatchObject(expected)
  expect(desk.status.marketDate).toBe('2026-11-23')
})

test('without the demo there is no price history and no news', async () => {
  const { 'MarketData/GetPriceTrend': trend, 'MarketData/GetNews': news } = marketData()
  for (const interval of ['1d', '1h', '1m'] as const) {
    expect(await trend({ security: 'GTCO', interval }, context)).toEqual({ items: [], lastTradeID: null })
  }
  expect(await news({ skipCount: 0, maxResultCount: 100 }, context)).toMatchObject({
    totalCount: 0,
    items: [],
  })
})

test('without the demo the next market day begins at the same reference prices', async () => {
  const before = picture.statistics().map(({ prevClosePx }) => prevClosePx)
  now = TUESDAY
  await desk.submit({ kind: 'news', origin: host, item: newsItem })
  expect(desk.status.marketDate).toBe('2026-11-24')
  expect(picture.statistics().map(({ prevClosePx }) => prevClosePx)).toEqual(before)
})

const host = {
  tenantId: 0,
  userId: 0,
  userName: 'host',
  accounts: [],
  permissions: new Set<never>(),
  clientIpAddress: '127.0.0.1',
  browserInfo: '',
} as const

const newsItem = { headline: 'h', body: 'b', urgency: '0', securityIDs: [], source: 's' }
