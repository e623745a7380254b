import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, signIn } from '../person.ts'
import { clippedTexts, sidewaysScrolls } from './layout-faults.ts'
import { openStage, PATIENCE_MS, type Stage } from './stage.ts'

const SECURITY = 'ZENITHBANK'
const PRICES = '/app/marketData/all-pricelists'
const COMPANY = '/app/marketData/company-pricelists'
const DASHBOARD = '/app/dashboard'
const CONTROL = '/app/admin/market-control'
const NEWS = '/app/marketData/marketNews'
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
  page = await stage.visitAs('Meridian', 'customer')
  await page.goto(PRICES)
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
    clOrdID: crypto.randomUUID(),
    account: account?.accountNumber ?? '',
    securityID: SECURITY,
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

test('the price list of today moves with the market; another day is picked, is in the address and leaves by its chip', async () => {
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
  await page.getByRole('button', { name: /^Remove: On or before: / }).click()
  await soon(() => cell('Price List', 'lastPx')).toBe(price.toFixed(2))
  await page.getByRole('button', { name: 'Show all' }).click()
  await soon(() => table('Price List').getByRole('row').count()).toBe(51)
  expect(new URL(page.url()).search).toBe('')

  await open(`${PRICES}?prices.day=2001-02-05`)
  await page.locator('#screen').getByText('There is no price list for that day').waitFor()
  await page
    .locator('#screen')
    .getByText(/^The first price list is for \d+ \w+ 20/)
    .waitFor()

  expect(stage.mishaps).toEqual([])
})

test('gainers, losers and the most traded move with the market, as many as are chosen, ranked as is chosen', async () => {
  await open(MOVERS)
  await trade(2)
  await rowOf('Top gainers').waitFor()
  await rowOf('Most traded').waitFor()
  await page.mouse.move(0, 0)
  await trade(-2)
  await rowOf('Top losers').waitFor()
  await soon(() => rowOf('Top gainers').count()).toBe(0)
  await page.getByRole('radiogroup', { name: 'Ranked by' }).getByText('Trades').click()
  await page.getByRole('radiogroup', { name: 'Number of securities' }).getByText('20').click()
  await soon(async () => new URL(page.url()).search).toBe('?by=trades&count=20')
  await rowOf('Top losers').getByRole('button', { name: SECURITY }).click()
  await page.getByRole('heading', { name: SECURITY, exact: true }).waitFor()
  expect(stage.mishaps).toEqual([])
})

test('a security is chosen by a part of its name: its days, its chart, its key figures and its news', async () => {
  await open(COMPANY)
  await page.getByText('No security chosen').waitFor()
  await page.getByRole('combobox', { name: 'Choose a security' }).fill('zenith')
  await page.keyboard.press('Enter')
  await soon(async () => new URL(page.url()).searchParams.get('security')).toBe(SECURITY)
  await page.getByRole('figure', { name: new RegExp(SECURITY) }).waitFor()
  const price = await trade(1)
  const today = table('Price history').getByRole('row').nth(1)
  await soon(() => today.locator('[data-column="lastPx"]').innerText()).toBe(price.toFixed(2))
  await page.getByRole('link', { name: `Trade ${SECURITY}` }).click()
  await page.getByRole('heading', { name: SECURITY, exact: true }).waitFor()
})

test('the dashboard shows the index with its line, breadth, turnover and movers, and a trade moves them', async () => {
  await open(DASHBOARD)
  await page.getByRole('figure', { name: 'All-Share Index by market day' }).waitFor()
  await page.getByText(/advancers$/).waitFor()
  const turnover = page.getByRole('region', { name: 'Market today' }).getByRole('definition').first()
  const before = await turnover.innerText()
  await trade(4)
  await soon(() => turnover.innerText()).not.toBe(before)
  await rowOf('Top gainers').waitFor()
  expect(stage.mishaps).toEqual([])
})

test('the host halts a security and the market after a confirmation, sees it, resumes them, and publishes news; a firm may not', async () => {
  const host = await stage.visitAs('', 'admin')
  await host.goto(CONTROL)
  // Securities are offered once the market is known.
  await host.getByText('Live', { exact: true }).waitFor()
  const halting = host.getByRole('form', { name: 'Halt trading' })
  await halting.getByRole('combobox', { name: 'Security' }).fill('zenith')
  await host.keyboard.press('Enter')
  await halting.getByRole('textbox', { name: 'Reason' }).fill('Pending news')
  await halting.getByRole('button', { name: 'Halt this security' }).click()
  const dialog = host.getByRole('dialog')
  await dialog.getByText(/Reason: Pending news/).waitFor()
  await dialog.getByRole('button', { name: `Halt ${SECURITY}` }).click()
  await host.getByText(`Halted: ${SECURITY}.`).waitFor()

  await host.getByRole('button', { name: `Resume ${SECURITY}` }).click()
  const resuming = host.getByRole('form', { name: `Resume ${SECURITY}` })
  await resuming.getByRole('textbox', { name: 'Reason' }).fill('News are out')
  await resuming.getByRole('button', { name: `Resume ${SECURITY}` }).click()
  await host.getByText('Reopening auction until').waitFor()
  await host.getByText('News are out').waitFor()

  await host.getByText('The whole market', { exact: true }).click()
  const stopping = host.getByRole('form', { name: 'Halt trading' })
  await stopping.getByRole('textbox', { name: 'Reason' }).fill('Index feed is down')
  await stopping.getByRole('button', { name: 'Halt the whole market' }).click()
  await dialog.getByRole('button', { name: 'Halt the whole market' }).click()
  await host.getByText('The whole market has been halted since').waitFor()
  await host.getByText('Index feed is down (admin)').waitFor()
  await page.getByText('Trading is halted', { exact: true }).first().waitFor()
  await host.getByRole('button', { name: 'Resume', exact: true }).click()
  const reopening = host.getByRole('form', { name: 'Resume the whole market' })
  await reopening.getByRole('textbox', { name: 'Reason' }).fill('It is back')
  await reopening.getByRole('button', { name: 'Resume the whole market' }).click()
  await page.getByText('Reopening auction', { exact: true }).first().waitFor()
  await host.getByText('The whole market has been halted since').waitFor({ state: 'hidden' })

  const posting = host.getByRole('form', { name: 'Publish news' })
  await posting.getByRole('textbox', { name: 'Headline' }).fill('Results are out')
  await posting.getByRole('textbox', { name: 'Text' }).fill('Profit rose.')
  await posting.getByRole('button', { name: 'Publish to everyone' }).click()
  await host.getByText('Published: Results are out').waitFor()
  await open(NEWS)
  await page.getByRole('button', { name: 'Results are out' }).waitFor()

  await page.goto(CONTROL)
  await page.getByText('You do not have access to this page').waitFor()
  expect(stage.mishaps).toEqual([])
})

test('news of a security and of days are chosen as chips, and one click clears them', async () => {
  await open(`${NEWS}?news.security=${SECURITY}&news.from=2026-01-01&news.to=2026-01-02`)
  await page.getByText('Nothing matches the filters').waitFor()
  await page.getByRole('button', { name: 'Remove: Security: ZENITHBANK' }).waitFor()
  await page.getByRole('button', { name: 'Remove: From: 1 Jan 2026' }).waitFor()
  await page.getByRole('button', { name: 'Show all' }).click()
  await table('Market News').getByRole('row').nth(1).waitFor()
  expect(new URL(page.url()).search).toBe('')
})

const sizes = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
]

test.each([PRICES, MOVERS, DASHBOARD, `${COMPANY}?security=${SECURITY}`])(
  'nothing of %s is cut, at any width',
  async (path) => {
    await open(path)
    await page.getByRole('table').first().waitFor()
    for (const size of sizes) {
      await page.setViewportSize(size)
      await expect
        .poll(
          async () => [...(await page.evaluate(clippedTexts)), ...(await page.evaluate(sidewaysScrolls))],
          {
            timeout: PATIENCE_MS,
          },
        )
        .toEqual([])
    }
  },
)
