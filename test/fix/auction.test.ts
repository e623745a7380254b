import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Side } from '@tradebook/contract'
import { timestampOf } from '@tradebook/fix'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { venueProfile } from '../../apps/exchange/src/market/venue-profile.ts'
import { MarketProcess } from '../../apps/exchange/src/market-process.ts'
import { MarketFeed } from '../../apps/server/src/gateway/market-feed.ts'
import type { ShownByExchange } from '../../apps/server/src/gateway/market-work.ts'
import { MirroredMarket } from '../../apps/server/src/gateway/mirrored-market.ts'
import { OfferedTrades } from '../../apps/server/src/gateway/offered-trades.ts'
import { gatewayProfile, sessionSettings } from '../../apps/server/src/gateway/profile.ts'

const GTCO = 'GTCO'
const folder = mkdtempSync(join(tmpdir(), 'auction-'))
let exchange: MarketProcess
let feed: MarketFeed
let market: MirroredMarket

beforeAll(async () => {
  const profile = venueProfile({
    ...{ name: 'test', compID: 'EXCHANGE', securities: [GTCO], crowdRate: 0 },
    members: ['NORTH', 'SOUTH', 'DATA'].map((compID) => ({ compID, version: 'FIX.5.0SP1' })),
  })
  const fail = (error: Error) => {
    throw error
  }
  exchange = await MarketProcess.open({ profile, folder, log: () => {}, fail })
  exchange.control({ kind: 'phase', phase: 'preOpen' })
  const session = { targetCompID: 'EXCHANGE', host: '127.0.0.1', port: await exchange.listen(0, '127.0.0.1') }
  const ours = gatewayProfile({
    ...{ name: 'test', version: 'FIX.5.0SP1', hours: 'always' },
    orders: { ...session, senderCompID: 'NORTH' },
    marketData: { ...session, senderCompID: 'DATA' },
  })
  const trades = new OfferedTrades()
  const { listings } = exchange.market
  let number = 0
  market = new MirroredMarket(
    listings,
    { epoch: 1, nextTradeNumber: () => ++number, now: Date.now(), phase: 'continuous' },
    trades,
  )
  feed = new MarketFeed({
    ...{ profile: ours, settings: sessionSettings(ours, ours.marketData, {}), trades, now: Date.now },
    listed: () => [GTCO],
    offer(work) {
      for (const shown of work as readonly ShownByExchange[])
        if (shown.kind === 'trade') traded.push(shown.tradeCondition)
      market.work(work, Date.now())
      return true
    },
    ...{ said: () => {}, messages: () => {} },
    warn: (text) => fail(new Error(text)),
  })
})
afterAll(async () => {
  feed?.stop()
  await exchange?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** TradeCondition of each trade, as it is shown. */
const traded: (string | null)[] = []
let orders = 0
/** A member enters a limit order for so many shares at 61.00. */
function enters(member: 'NORTH' | 'SOUTH', side: Side, quantity: number): void {
  orders += 1
  const now = timestampOf(Date.now())
  const fields = Object.entries({
    11: `o${orders}`,
    55: GTCO,
    54: side,
    38: quantity,
    40: 2,
    44: '61.00',
    60: now,
  })
  exchange.control({
    ...{ kind: 'message', member, type: 'D', number: orders, possResend: false },
    fields: fields.map(([tag, value]) => [Number(tag), String(value)] as [number, string]),
  })
}
const auction = () => {
  const { price, quantity, imbalanceSide, imbalanceQty } = market.auction(GTCO)
  return [price, quantity, imbalanceSide, imbalanceQty]
}

test('an auction of our exchange is shown as it forms, and is over with its uncross', async () => {
  enters('NORTH', Side.buy, 300)
  enters('SOUTH', Side.sell, 100)
  feed.start()
  await expect.poll(auction).toEqual([6_100, 100, Side.buy, 200])
  enters('SOUTH', Side.sell, 500)
  await expect.poll(auction).toEqual([6_100, 300, Side.sell, 300])
  exchange.control({ kind: 'phase', phase: 'continuous' })
  await expect.poll(auction).toEqual([null, 0, null, 0])
  await expect.poll(() => market.figures(GTCO).lastPx).toBe(6_100)
  expect(traded).toEqual(['open', 'open'])
  expect(market.quotes(GTCO)).toEqual({ bidPx: null, offerPx: 6_100 })
})
