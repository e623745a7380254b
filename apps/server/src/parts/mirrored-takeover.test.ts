import type { PriceKobo, Quantity } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { nextEpoch } from '../desk/desk.fixture.ts'
import { desk, shareDesk, stage, type startDesk } from '../desk/shared-desk.fixture.ts'
import type { ShownTrade } from '../gateway/market-work.ts'
import { openMirrored } from '../gateway/mirrored-market.ts'
import { OfferedTrades } from '../gateway/offered-trades.ts'
import { ShownMarket } from '../gateway/shown-market.ts'
import { embeddedCapabilities } from '../venue/embedded/capabilities.ts'

/** What becomes of the next batch: its connection is cut before it is committed, or after. */
let fate: 'lost' | 'recorded' | undefined

const trades = new OfferedTrades()
const shown = new ShownMarket((work) => desk.offer(work), trades)

const options: Parameters<typeof startDesk>[0] = {
  openVenue: openMirrored({ name: 'Exchange', capabilities: embeddedCapabilities }, trades),
  async connect() {
    const connection = await stage.connect()
    const transact = connection.transact.bind(connection)
    connection.transact = async (statements) => {
      const now = fate
      fate = undefined
      if (now !== 'lost') await transact(statements)
      if (now === undefined) return
      connection.cut()
      throw new Error('the connection was cut')
    }
    return connection
  },
}
shareDesk({ options })

const trade = (quantity: number): ShownTrade => ({
  ...{ kind: 'trade', securityID: 'GTCO', price: 6_100 as PriceKobo, quantity: quantity as Quantity },
  ...{ tickDirection: null, tradeCondition: null },
})
const recorded = () =>
  stage.column("SELECT quantity FROM market_trades WHERE security_id = 'GTCO' ORDER BY trade_number")
const volume = async () =>
  Number(
    (
      await stage.column(
        "SELECT volume FROM daily_statistics WHERE security_id = 'GTCO' ORDER BY market_date DESC LIMIT 1",
      )
    )[0],
  )

test.each(['lost', 'recorded'] as const)(
  'a trade of the exchange is in the list once, when the commit of its batch is %s without an answer',
  async (outcome) => {
    const before = [await recorded(), await volume()] as const
    const unsubscribe = desk.subscribe(({ batch, workReports }) => {
      for (const report of workReports) trades.done(report as ShownTrade)
      if (batch === 1) shown.begin()
    })
    shown.trade(trade(100))
    shown.pass()
    await expect.poll(recorded).toEqual([...before[0], 100])
    const rebuilt = nextEpoch(desk)
    fate = outcome
    shown.trade(trade(200))
    shown.pass()
    await rebuilt
    shown.trade(trade(300))
    shown.pass()
    await expect.poll(recorded).toEqual([...before[0], 100, 200, 300])
    expect(await volume()).toBe(before[1] + 600)
    unsubscribe()
  },
)
