import { isRefusal, type Statistics } from '@tradebook/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testStore } from '../../../testing/test-database.ts'
import { seedMarket } from '../../demo/seed.ts'
import { brokerWith } from '../../http/caller.fixture.ts'
import type { CallContext } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import { NO_MAIL } from './back-office.fixture.ts'
import { backOfficeFeature } from './back-office.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testStore()
  const desk = await database.leadership.connectDesk()
  await seedMarket(desk, 1, Date.parse('2026-11-20T11:00:00Z'))
  await desk.end()
  const client = new Client(database.access.admin)
  await client.connect()
  await client.query(`
    INSERT INTO tenants (id, tenancy_name, name, creation_time) VALUES (1, 'firm', 'Firm', now());
    INSERT INTO customers (tenant_id, id, name) VALUES (1, 1, 'Ada');
    INSERT INTO trading_accounts VALUES (1, 'A1', 1, '0000000001');
    INSERT INTO positions VALUES
      (1, 'A1', 'GTCO', 700, 0, 0, 0, 700, 1000),
      (1, 'A1', 'MTNN', 3, 0, 0, 0, 3, 300001),
      (1, 'A1', 'ZENITHBANK', 10, 0, 0, 0, 10, 0);
    INSERT INTO contract_notes (tenant_id, account, side, security_id, trade_date, settlement_date, quantity,
      consideration, settled, number, trades, lines, realised_gain, provisional, net_amount, replaced_by) VALUES
      (1, 'A1', '1', 'GTCO', '2026-11-20', '2026-11-23', 500, 2500, false, 1, 1, '[]', 0, true, 0, null),
      (1, 'A1', '2', 'GTCO', '2026-11-20', '2026-11-23', 300, 2400, false, 2, 1, '[]', 0, true, 0, 3),
      (1, 'A1', '2', 'GTCO', '2026-11-20', '2026-11-23', 100, 800, false, 3, 1, '[]', 0, true, 0, null),
      (1, 'A1', '1', 'MTNN', '2026-11-19', '2026-11-20', 3, 3, false, 4, 1, '[]', 0, true, 0, null)`)
  await client.end()
}, 60_000)

afterAll(() => database.close())

test('holdings are valued at the published price, exactly and in integers', async () => {
  // As floats, 700 × 0.07 is 49.00000000000001.
  const prices: Readonly<Record<string, readonly [publishedPx: number, prevClosePx: number]>> = {
    ...{ GTCO: [0.07, 0.06], MTNN: [989.99, 1_000], ZENITHBANK: [0.1, 0] },
  }
  const statisticsOf = (securityID: string) => {
    const [publishedPx, prevClosePx] = prices[securityID] ?? []
    return { publishedPx, prevClosePx, lastPx: 1 } as unknown as Statistics
  }
  const { 'BackOffice/GetDashAccountPortfolioHolding': ask } = backOfficeFeature({
    store: database.store,
    picture: { statisticsOf, venue: () => ({ marketDate: '2026-11-20' }) } as never,
    print: async () => new Uint8Array(),
    desk: undefined as never,
    outbox: NO_MAIL,
  })
  const answer = await ask({ cscsAcct: '0000000001', skipCount: 0, maxResultCount: 10 }, {
    caller,
  } as CallContext<Caller>)
  if (isRefusal(answer)) throw new Error(answer.refusal)
  expect(
    answer.items.map(({ securityID, lastPx, marketValue, gainLoss, gainLossPercent, dayGainLoss }) => [
      ...[securityID, lastPx, marketValue, gainLoss, gainLossPercent, dayGainLoss],
    ]),
  ).toEqual([
    // 300 were held at the close: 700 × 0.07 − 300 × 0.06 − 500 × 0.05 + 100 × 0.08.
    ['GTCO', 0.07, 49, 39, 390, 14],
    ['MTNN', 989.99, 2969.97, -30.04, -1, -30.03],
    ['ZENITHBANK', 0.1, 1, 1, null, null],
  ])
  expect(answer.totals).toEqual({ costValue: 3_010.01, marketValue: 3_019.97, gainLoss: 9.96 })
})

const caller = brokerWith({ permissions: new Set(['TRADE_ALL_ACCOUNTS']) })
