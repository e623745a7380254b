import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  addDays,
  type CallInput,
  english,
  type MarketSession,
  type Phase,
  Side,
  TimeInForce,
} from '@tradebook/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, PATIENCE_MS, type Stage } from '../e2e/stage.ts'
import { TradingPage } from '../e2e/trading-page.ts'
import { type Person, signIn } from '../person.ts'
import { LONG } from './long.ts'

/** A whole market day before one's eyes, at ten market minutes a second: one of the long runs. */

const SECURITY = 'ZENITHBANK'
const SPEED = 600
const RULES = join(tmpdir(), `tradebook-rules-${process.pid}.json`)

/** Long enough before the opening for a person to sign in, and short afterwards. Any trade moves the price. */
const rules = {
  timetable: {
    preOpen: '09:30',
    preOpenImbalance: '11:30',
    continuous: '11:40',
    preClose: '12:20',
    preCloseImbalance: '12:50',
    closed: '13:00',
  },
  minMoveQty: { A: 1, B: 1, C: 1 },
}
const day: readonly Phase[] = [
  'preOpen',
  'preOpenImbalance',
  'continuous',
  'preClose',
  'preCloseImbalance',
  'closed',
]
/** Market time that is left of the collection of orders for them to be entered. */
const ENTERED_WITHIN_MS = 3_000 * SPEED

let stage: Stage
let page: Page
let buyer: Person
let seller: Person

beforeAll(async () => {
  if (!LONG) return
  writeFileSync(RULES, JSON.stringify(rules))
  stage = await openStage({
    TRADEBOOK_CLOCK: 'demo',
    TRADEBOOK_CLOCK_SPEED: String(SPEED),
    TRADEBOOK_MARKET_RULES: RULES,
  })
  buyer = await signIn(stage.server, 'Meridian', 'broker')
  seller = await signIn(stage.server, 'Zenith-Hill', 'broker')
  page = (await TradingPage.open(stage, 'Meridian', 'broker', SECURITY)).page
})

afterAll(async () => {
  if (!LONG) return
  await stage?.close()
  rmSync(RULES, { force: true })
})

test.runIf(LONG)(
  'phases change on the screen, the opening forms its price and uncrosses, the close is in the price list, and a longer order is there the next day',
  async () => {
    const { referencePx, tickSize } = await buyer.get('MarketData/getPricelimitRange', { security: SECURITY })
    const ticksAbove = (ticks: number) => Math.round((referencePx + ticks * tickSize) * 100) / 100
    const [opensAt, closesAt] = [ticksAbove(1), ticksAbove(2)]
    await watchPhases()

    const { marketDate } = await session(
      ({ phase, nextAt, marketTime }) =>
        phase === 'preOpen' && Date.parse(nextAt ?? '') - Date.parse(marketTime) > ENTERED_WITHIN_MS,
    )
    await enter(seller, Side.sell, 300, opensAt)
    await enter(buyer, Side.buy, 200, opensAt)
    await enter(buyer, Side.buy, 137, ticksAbove(-2), {
      timeInForce: TimeInForce.goodTillDate,
      expireDate: addDays(marketDate, 30),
    })
    const forming = page.locator('[data-figure="price"]')
    await forming.getByText(opensAt.toFixed(2)).waitFor()
    await page.getByText('Sell imbalance 100').waitFor()
    await page.getByText(`Auction complete at ${opensAt.toFixed(2)}.`).waitFor()

    await session(({ phase }) => phase === 'preClose')
    await enter(seller, Side.sell, 80, closesAt)
    await enter(buyer, Side.buy, 180, closesAt)
    await session((now) => now.marketDate > marketDate && now.phase === 'preOpen')

    const shown = [...day, 'preOpen' as const].map((phase) => english[`Trading.Phase.${phase}`])
    await expect
      .poll(async () => (await phasesSeen()).slice(-shown.length), { timeout: PATIENCE_MS })
      .toEqual(shown)
    const longer = page.getByRole('table', { name: 'Orders' }).getByRole('row').filter({ hasText: '137' })
    await longer.getByText('GTD').waitFor()

    await page.goto(`/app/marketData/all-pricelists?prices.day=${marketDate}&prices.keyword=zenith`)
    const close = page
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: SECURITY }) })
      .locator('[data-column="closePx"]')
    await expect.poll(() => close.innerText(), { timeout: PATIENCE_MS }).toBe(closesAt.toFixed(2))
    expect(stage.mishaps).toEqual([])
  },
)

const POLL_MS = 20

/** Resolves with where the market stands, as soon as it is there. */
async function session(isThere: (session: MarketSession) => boolean): Promise<MarketSession> {
  for (;;) {
    const now = await buyer.get('MarketData/GetSession', {})
    if (isThere(now)) return now
    await sleep(POLL_MS)
  }
}

async function enter(
  person: Person,
  side: Side,
  orderQty: number,
  price: number,
  more: Partial<CallInput<'Order/SendNewOrder'>> = {},
): Promise<void> {
  const [account] = (await person.get('BackOffice/GetCustomers', {})).items
  await person.get('Order/SendNewOrder', {
    clOrdID: crypto.randomUUID(),
    account: account?.accountNumber ?? '',
    securityID: SECURITY,
    side,
    ordType: '2',
    timeInForce: '0',
    orderQty,
    price,
    ...more,
  })
}

/** From now on the page notes each phase that its frame shows. This file knows nothing of a browser's types. */
async function watchPhases(): Promise<void> {
  await page.locator('header time').first().waitFor()
  await page.evaluate(`{
    const clock = document.querySelector('header time').parentElement
    globalThis.phasesSeen = []
    const note = () => {
      const shown = clock.firstElementChild.textContent
      if (phasesSeen.at(-1) !== shown) phasesSeen.push(shown)
    }
    note()
    new MutationObserver(note).observe(clock, { subtree: true, childList: true, characterData: true })
  }`)
}

const phasesSeen = (): Promise<string[]> => page.evaluate('phasesSeen')
