import { INDEX_BASE, OrdStatus, type PriceKobo, Side } from '@tradebook/contract'
import fc from 'fast-check'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import type { VenueTrade } from '../../venue/venue.ts'
import { BUYER, nextEpoch, order, SELLER } from '../desk.fixture.ts'
import { desk, price, shareDesk, stage, startDesk } from '../shared-desk.fixture.ts'
import { barsOf } from './price-bars.ts'

let count = 0

shareDesk({ funds: { naira: 100_000_000n, gtco: 1_000_000 } })

/** A trade of so many at so many ticks above the reference price. */
async function trade(quantity: number, ticks = 0): Promise<void> {
  const at = (price + ticks * 5) as PriceKobo
  count += 1
  expect(await desk.submit(order(SELLER, `s${count}`, Side.sell, at, quantity))).toMatchObject({
    kind: 'order',
  })
  expect(await desk.submit(order(BUYER, `b${count}`, Side.buy, at, quantity))).toMatchObject({
    order: { ordStatus: OrdStatus.filled },
  })
}

const bars = () =>
  stage.rows(
    'SELECT bar_time, open_px, high_px, low_px, close_px, volume, last_trade FROM price_bars ORDER BY bar_time',
  )
const barsOfTrades = () =>
  stage.rows(`SELECT date_bin('1 minute', trade_time, 'epoch') AS bar_time,
      (array_agg(price ORDER BY trade_number))[1], max(price), min(price),
      (array_agg(price ORDER BY trade_number DESC))[1], sum(quantity)::bigint, max(trade_number)
    FROM market_trades GROUP BY 1 ORDER BY 1`)

describe('bars of a minute', () => {
  test('are what the trades make, over batches, minutes and a restart', async () => {
    for (const ticks of [0, 2, -3]) await trade(10, ticks)
    stage.pass(60_000)
    await trade(20, 1)
    await desk.end()
    await startDesk()
    await trade(30, -1)
    stage.pass(60_000)
    await trade(40)
    expect(await bars()).toEqual(await barsOfTrades())
    expect(await bars()).toHaveLength(3)
  })

  test('count a trade once, even if its commit’s outcome is unknown', async () => {
    let isArmed = false
    await desk.end()
    await startDesk({
      connect: async () => {
        const connection = await stage.connect()
        const transact = connection.transact.bind(connection)
        connection.transact = (statements) => {
          const ended = transact(statements)
          // The whole batch has been sent; its answer never arrives.
          if (isArmed) {
            isArmed = false
            setTimeout(() => connection.cut(), 20)
          }
          return ended
        }
        return connection
      },
    })
    await trade(50)
    const reset = nextEpoch(desk)
    await desk.submit(order(SELLER, 'doubted', Side.sell, price, 60))
    isArmed = true
    const answer = await desk.submit(order(BUYER, 'doubt', Side.buy, price, 60))
    if (answer.kind === 'refused') await reset
    await stage.column('SELECT fence FROM desk')
    expect(await bars()).toEqual(await barsOfTrades())
  })

  test('equal the sum of what each trade adds', () => {
    const trades = fc.array(
      fc.record({ price: fc.integer({ min: 1, max: 9 }), quantity: fc.nat(5), gap: fc.nat(70_000) }),
    )
    fc.assert(
      fc.property(trades, fc.nat(12), (made, cut) => {
        let time = 0
        const all = made.map(({ gap, ...rest }, index) => {
          time += gap
          return {
            ...rest,
            time,
            tradeNumber: index + 1,
            securityID: index % 3 ? 'A' : 'B',
          } as unknown as VenueTrade
        })
        const whole = barsOf(all)
        // What two batches hold of a minute adds up to what one would hold.
        const [first, second] = [barsOf(all.slice(0, cut)), barsOf(all.slice(cut))]
        for (const bar of whole) {
          const parts = [...first, ...second].filter(
            (part) => part.securityID === bar.securityID && part.time === bar.time,
          )
          expect(bar.volume).toBe(parts.reduce((sum, { volume }) => sum + volume, 0n))
          expect(bar.highPx).toBe(Math.max(...parts.map(({ highPx }) => highPx)))
          expect(bar.lowPx).toBe(Math.min(...parts.map(({ lowPx }) => lowPx)))
          expect([bar.openPx, bar.closePx]).toEqual([parts[0]?.openPx, parts.at(-1)?.closePx])
        }
      }),
    )
  })
})

describe('trades by market day', () => {
  const partitions = async () =>
    (await stage.column(
      "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'market_trades'::regclass ORDER BY 1",
    )) as string[]
  const goTo = (day: number) => stage.pass(Date.UTC(2026, 10, day, 10) - stage.now)

  test('are kept for as many days as configured; their bars stay', async () => {
    const kept = await bars()
    await desk.end()
    await startDesk({ history: { indexBase: INDEX_BASE, tradesDays: 3 } })
    for (const day of [23, 24]) {
      goTo(day)
      await trade(10)
    }
    // The third day before 24 November is 21 November, a Saturday.
    expect(await partitions()).toEqual(['market_trades_20261123', 'market_trades_20261124'])
    expect((await bars()).slice(0, kept.length)).toEqual(kept)
  })

  test('drop a day that is being read later, and delay no one', async () => {
    const reader = new Client(stage.database.access.admin)
    await reader.connect()
    await reader.query('BEGIN; SELECT count(*) FROM market_trades')
    goTo(25)
    await trade(10)
    expect(desk.status).toMatchObject({ ready: true, marketDate: '2026-11-25' })
    await reader.query('COMMIT')
    await reader.end()
    goTo(30)
    await trade(10)
    expect(await partitions()).toEqual(['market_trades_20261130'])
  })

  test('reading a day reads only its trades', async () => {
    const plan = await stage.column(
      "EXPLAIN SELECT * FROM market_trades WHERE market_date = '2026-11-30' ORDER BY trade_number DESC LIMIT 10",
    )
    expect(plan.join('\n')).toContain('market_trades_20261130')
    expect(plan.join('\n')).not.toContain('Append')
  })
})
