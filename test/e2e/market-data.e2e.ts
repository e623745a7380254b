import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, signIn } from '../person.ts'
import { clippedTexts, sidewaysScrolls } from './layout-faults.ts'
import { fillSignIn, openStage, PATIENCE_MS, type Stage } from './stage.ts'

const SECURITY = 'ZENITHBANK'
const PRICES = '/app/marketData/all-pricelists'
const MOVERS = '/app/marketData/gainers-lossers'

let stage: Stage
let page: Page
/** Two in the market who trade with each other. */
let buyer: Person
let seller: Person

beforeAll(async () => {
  stage = await openStage()
  buyer = await signIn(stage.server, 'Zenith-Hill', 'broker')
  seller = await signIn(stage.server, 'Meridian', 'customer')
  page = await stage.visit()
  await page.goto(PRICES)
  await fillSignIn(page, 'Meridian', 'customer', stage.server.password)
  await page.getByText('Live', { exact: true }).waitFor()
})

afterAll(() => stage?.close())

const soon = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: PATIENCE_MS })
const table = (name: string) => page.getByRole('table', { name, exact: true })
const rowOf = (name: string, security = SECURITY) =>
  table(name)
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: security, exact: true }) })
const cell = (name: string, column: string) => rowOf(name).locator(`[data-column="${column}"]`).innerText()
const open = async (path: string) => {
  await page.goto(path)
  await page.getByText('Live', { exact: true }).waitFor()
}

const order = async (person: Person, side: '1' | '2', price: number) => {
  const [account] = (await person.get('BackOffice/GetCustomers', {})).items
  await person.get('Order/SendNewOrder', {
    ...{ clOrdID: crypto.randomUUID(), account: account?.accountNumber ?? '', securityID: SECURITY },
    ...({ side, ordType: '2', timeInForce: '0', orderQty: 100, price } as const),
  })
}

/** The security trades once, so many ticks above its previous close. */
async function trade(ticks: number): Promise<number> {
  const { referencePx, tickSize } = await buyer.get('MarketData/getPricelimitRange', { security: SECURITY })
  const price = Math.round((referencePx + ticks * tickSize) * 100) / 100
  await order(seller, '2', price)
  await order(buyer, '1', price)
  return price
}

/** What a file holds, downloaded by its button. */
async function downloaded(): Promise<string> {
  const arriving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download this list' }).click()
  await page.getByRole('menuitem', { name: 'CSV file' }).click()
  const chunks: Uint8Array[] = []
  for await (const chunk of await (await arriving).createReadStream()) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks).toString('utf8')
}

test('the price list of today moves with the market; another day is picked, stands in the address and leaves by its chip', async () => {
  await page.getByText(/^Today, .*: live$/).waitFor()
  await page
    .getByRole('searchbox', { name: 'Search symbol or name' })
    .or(page.getByRole('textbox', { name: 'Search symbol or name' }))
    .first()
    .fill('zenith')
  await page.keyboard.press('Enter')
  await rowOf('Price List').waitFor()
  const price = await trade(3)
  await soon(() => cell('Price List', 'lastPx')).toBe(price.toFixed(2))
  await soon(() => cell('Price List', 'tradeVolume')).toBe('100')
  expect(await downloaded()).toContain(SECURITY)

  const { items } = await buyer.get('MarketData/GetPriceHistory', { security: SECURITY, maxResultCount: 2 })
  const [, before] = items
  await open(`${PRICES}?prices.day=${before?.marketDate}&prices.keyword=zenith`)
  await soon(() => cell('Price List', 'closePx')).toBe(before?.closePx?.toFixed(2))
  expect(await page.getByText(/^Today, /).count()).toBe(0)
  await page.getByRole('button', { name: /^Remove: Market day: / }).click()
  await soon(() => cell('Price List', 'lastPx')).toBe(price.toFixed(2))
  await page.getByRole('button', { name: 'Show all' }).click()
  await soon(() => table('Price List').getByRole('row').count()).toBe(51)
  expect(new URL(page.url()).search).toBe('')

  expect(stage.mishaps).toEqual([])
})

test('gainers, losers and the most traded move with the market, as many as are chosen, ranked as is chosen', async () => {
  await open(MOVERS)
  await trade(2)
  await rowOf('Top gainers').waitFor()
  await rowOf('Top trades').waitFor()
  await page.mouse.move(0, 0)
  await trade(-2)
  await rowOf('Top losers').waitFor()
  await soon(() => rowOf('Top gainers').count()).toBe(0)
  await page.getByRole('radiogroup', { name: 'Ranked by' }).getByText('Trades').click()
  await page.getByRole('radiogroup', { name: 'How many' }).getByText('20').click()
  await soon(async () => new URL(page.url()).search).toBe('?by=trades&count=20')
  await rowOf('Top losers').getByRole('button', { name: SECURITY }).click()
  await page.getByRole('heading', { name: SECURITY, exact: true }).waitFor()
  expect(stage.mishaps).toEqual([])
})

const sizes = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
]

test.each([PRICES, MOVERS])('nothing of %s is cut, at any width', async (path) => {
  await open(path)
  await page.getByRole('table').first().waitFor()
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expect
      .poll(async () => [...(await page.evaluate(clippedTexts)), ...(await page.evaluate(sidewaysScrolls))], {
        timeout: PATIENCE_MS,
      })
      .toEqual([])
  }
})
