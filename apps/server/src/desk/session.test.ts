import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testStore } from '../../testing/test-database.ts'
import { seedMarket } from '../demo/seed.ts'
import { GuardedClock } from '../platform/clock.ts'
import { openEmbeddedVenue } from '../venue/embedded/embedded.ts'
import { Desk } from './desk.ts'
import { postgresRecord } from './record/postgres-record.ts'

const SATURDAY = Date.parse('2026-11-21T11:00:00Z')
const MONDAY_OPEN = Date.parse('2026-11-23T09:00:00Z')
const MONDAY_CLOSED = Date.parse('2026-11-23T13:30:00Z')

let database: TestDatabase
let desk: Desk
let now = SATURDAY
let picture: Desk['picture']

beforeAll(async () => {
  database = await testStore()
  const client = await database.leadership.connectDesk()
  await seedMarket(client, 1, SATURDAY)
  await client.end()
  desk = new Desk({
    openVenue: openEmbeddedVenue,
    connect: postgresRecord(() => database.leadership.connectDesk()),
    clock: 'real',
    time: new GuardedClock({ wall: () => now, monotonic: () => now }),
    pause: (ms) => sleep(ms),
    orderRate: { perSecond: 1_000, burst: 1_000 },
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

/** The sessions that the events of statistics and venue carry, each once. */
const published = () => [
  ...new Set([
    picture.venue()?.tradingSessionSubID,
    ...picture.statistics().map(({ tradingSessionSubID }) => tradingSessionSubID),
  ]),
]

/** Any input makes the desk look at the clock; this one changes nothing. */
const ask = () =>
  desk.submit({
    kind: 'cancelOrder',
    origin: {
      tenantId: 0,
      userId: 1,
      userName: 'broker',
      accounts: 'all',
      permissions: new Set(),
      clientIpAddress: '127.0.0.1',
      browserInfo: 'test',
    },
    clOrdID: 'c1',
    orderID: '1',
  })

test('statistics and venue carry the session the market is in: closed on a Saturday, open on Monday from 10:00, closed from 14:30', async () => {
  expect(picture.statistics()).toHaveLength(150)
  expect(published()).toEqual(['5'])
  now = MONDAY_OPEN
  await ask()
  expect(published()).toEqual(['3'])
  now = MONDAY_CLOSED
  await ask()
  expect(published()).toEqual(['5'])
})
