import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testStore } from '../../../testing/test-database.ts'
import { seedMarket } from '../../demo/seed.ts'
import { loadListings } from './load-listings.ts'

const NOW = Date.parse('2026-11-20T10:00:00Z')

let database: TestDatabase
let client: Client

beforeAll(async () => {
  database = await testStore()
  client = new Client(database.access.admin)
  await client.connect()
}, 60_000)

afterAll(async () => {
  await client.end()
  await database.close()
})

test('the average volume is of the last twenty sessions, rounded down to a whole share', async () => {
  await seedMarket(client, 42, NOW)
  // Nineteen days of 10 shares and one of 14, the newest: 204 / 20 is 10.2. What is older counts no more.
  await client.query(`
    UPDATE daily_statistics d SET volume = CASE age WHEN 1 THEN 14 WHEN 21 THEN 1000000 ELSE 10 END
    FROM (
      SELECT market_date, row_number() OVER (ORDER BY market_date DESC) AS age
      FROM daily_statistics WHERE security_id = 'GTCO'
    ) ages
    WHERE d.security_id = 'GTCO' AND d.market_date = ages.market_date AND age <= 21`)
  await client.query(
    `INSERT INTO daily_statistics (security_id, market_date, reference_px, published_px, volume)
     VALUES ('GTCO', '2026-11-20', 100, 100, 999999)`,
  )
  const [gtco] = await loadListings(client, '2026-11-20')
  expect(gtco).toMatchObject({ securityID: 'GTCO', averageVolume: 10n })
  await client.query(`DELETE FROM daily_statistics WHERE security_id = 'GTCO' AND market_date < '2026-11-20'`)
  const [unknown] = await loadListings(client, '2026-11-20')
  expect(unknown?.averageVolume).toBeNull()
})
