import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, signIn } from '../person.ts'
import { busy, openStage, PATIENCE_MS, type Stage } from './stage.ts'
import { TradingPage } from './trading-page.ts'

const SECURITY = 'ZENITHBANK'

let stage: Stage
let trader: TradingPage
let broker: Person
/** In naira: the tick, a price that rests, and the day's limits. */
let listing: { tick: number; low: number; high: number }

beforeAll(async () => {
  stage = await openStage()
  broker = await signIn(stage.server, 'Meridian', 'broker')
  const range = await broker.get('MarketData/getPricelimitRange', { security: SECURITY })
  listing = { tick: range.tickSize, low: range.lowLimitPx, high: range.highLimitPx }
  trader = await TradingPage.open(stage, 'Meridian', 'customer', SECURITY)
})

afterAll(() => stage?.close())

const soon = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: PATIENCE_MS })
const CANCEL = '**/Order/sendCancelOrderRequest'
const newest = async () => (await trader.read(trader.orders))[0] ?? ''

test('an order is replaced, and then cancelled', async () => {
  const { page } = trader
  const low = listing.low.toFixed(2)
  const better = (listing.low + listing.tick).toFixed(2)
  await trader.fill('Buy', '300', low)
  await trader.send(`Buy 300 ${SECURITY} at ${low}`)
  await soon(newest).toMatch(/0 \/ 300 .*Open/)

  await trader.orders.getByRole('button', { name: 'Replace' }).first().click()
  const replacing = page.getByRole('dialog', { name: `Replace: Buy 300 ${SECURITY} at ${low}` })
  await replacing.getByLabel('Quantity').fill('200')
  await replacing.getByText('You keep your place in the queue.').waitFor()
  await replacing.getByLabel('Price').fill(better)
  await replacing.getByText('You will lose your place in the queue', { exact: false }).waitFor()
  await replacing.getByText(/Open quantity will cost ₦[\d,.]+ incl\. charges \(was ₦[\d,.]+\)\./).waitFor()
  await replacing.getByRole('button', { name: `Replace with 200 at ${better}` }).click()
  await replacing.waitFor({ state: 'hidden' })
  await soon(newest).toMatch(new RegExp(`0 / 200 ${better} .*Open`))
  await soon(() => trader.read(trader.bids)).toEqual([expect.stringMatching(`200 .*200 .*${better}`)])

  await trader.orders.getByRole('button', { name: 'Cancel', exact: true }).first().click()
  const cancelling = page.getByRole('dialog', { name: 'Cancel this order?' })
  await cancelling.getByRole('button', { name: 'Cancel the order' }).click()
  await cancelling.waitFor({ state: 'hidden' })
  await soon(newest).toContain('Cancelled')
  await soon(() => trader.read(trader.bids)).toEqual([])
})

test('an order that would be refused is marked before it is sent', async () => {
  const { ticket } = trader
  const objections: readonly [quantity: string, price: number, words: RegExp][] = [
    ['100', listing.low + 0.01, /Prices of ZENITHBANK are multiples of \d/],
    ['100', listing.high + listing.tick, /ZENITHBANK trades between [\d.]+ and [\d.]+ today/],
    ['100', listing.low - listing.tick, /ZENITHBANK trades between [\d.]+ and [\d.]+ today/],
    ['1.5', listing.low, /Enter a whole number of shares/],
    ['900m', listing.low, /This order needs ₦[\d,.]+ with charges/],
  ]
  for (const [quantity, price, words] of objections) {
    await trader.fill('Buy', quantity, price.toFixed(2))
    await ticket.getByText(words).first().waitFor()
  }
  await trader.fill('Sell', '900m', listing.high.toFixed(2))
  await ticket.getByText('The account does not have that many shares to sell.').first().waitFor()
})

test("a refusal is shown next to the row, in the server's words, and stays there", async () => {
  const { page } = trader
  const low = listing.low.toFixed(2)
  await trader.fill('Buy', '50', low)
  await trader.send(`Buy 50 ${SECURITY} at ${low}`)
  await soon(newest).toMatch(/0 \/ 50 .*Open/)
  await trader.orders.getByRole('button', { name: 'Replace' }).first().click()
  const replacing = page.getByRole('dialog', { name: /^Replace: Buy 50/ })
  await replacing.getByLabel('Quantity').fill('900m')
  await replacing.getByRole('button', { name: `Replace with 900,000,000 at ${low}` }).click()
  await replacing.getByText('Not replaced. Not enough money', { exact: false }).waitFor()
  expect(await newest()).toContain('Not replaced. Not enough money')

  // Meanwhile the broker cancels it: there is nothing left to replace.
  const { items } = await broker.get('Order/getStockOrders', { status: 'open' })
  const orderID = items[0]?.orderID ?? ''
  await broker.get('Order/sendCancelOrderRequest', { clOrdID: 'meanwhile', orderID })
  await replacing.getByText('The order has ended and cannot be replaced.').waitFor()
  await replacing.getByText('Cancelled, unfilled', { exact: false }).waitFor()
  expect(await replacing.getByRole('button', { name: 'Replace', exact: true }).isDisabled()).toBe(true)
  await replacing.getByRole('button', { name: 'Leave as it is' }).click()
  await soon(newest).toContain('Cancelled')
  expect(stage.mishaps).toEqual([])
})

test('the orders that pass the filters are sorted, and downloaded as they are shown', async () => {
  const { page, orders } = trader
  await page.getByRole('radiogroup', { name: 'Which orders' }).getByText('Ended early').click()
  await soon(async () => new URL(page.url()).searchParams.get('orders.standing')).toBe('ended')
  await page.getByRole('button', { name: 'Filled / qty' }).click()
  await soon(async () => new URL(page.url()).searchParams.get('orders.sort')).toBe('orderQty')
  await soon(() => trader.read(orders)).toEqual([
    expect.stringContaining('0 / 50'),
    expect.stringContaining('0 / 200'),
  ])
  expect(new URL(page.url()).search).toContain('orders.standing=ended&orders.sort=orderQty')
  const downloading = page.waitForEvent('download')
  await page
    .getByRole('region', { name: 'Orders' })
    .getByRole('button', { name: 'Download this list' })
    .click()
  await page.getByRole('menuitem', { name: 'CSV file' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^Orders.*\.csv$/)
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toEqual([
    expect.stringMatching(
      /^\uFEFF?Order no\.,Account,Security,Side,Filled,Quantity,Order type,Price,Time in force,/,
    ),
    expect.stringMatching(`${SECURITY}.*,0,50,`),
    expect.stringMatching(`${SECURITY}.*,0,200,`),
  ])
  // What a filter hides comes back when its chip goes, and by the browser's own way back.
  await page.getByRole('button', { name: 'Remove: Which orders: Ended early' }).click()
  await page.goBack()
  await soon(() => page.getByRole('button', { name: /^Remove: Which orders/ }).count()).toBe(1)
  await page.getByRole('button', { name: 'Show all' }).click()
  // Down, and then as the list comes: newest first, for those that follow.
  for (const sorting of ['orderQty', '-orderQty']) {
    await soon(async () => new URL(page.url()).searchParams.get('orders.sort')).toBe(sorting)
    await page.getByRole('button', { name: 'Filled / qty' }).click()
  }
  await soon(async () => new URL(page.url()).searchParams.get('orders.sort')).toBe(null)
})

async function cancelEverything(): Promise<void> {
  const { items } = await broker.get('Order/getStockOrders', { status: 'open', maxResultCount: 1_000 })
  for (const { orderID } of items) {
    await broker.ask('Order/sendCancelOrderRequest', { clOrdID: crypto.randomUUID(), orderID })
  }
  await soon(async () => (await trader.read(trader.orders)).some((row) => / Open /.test(row))).toBe(false)
}

test('orders that could not be cancelled stay in their rows and in the dialog, with the reason', async () => {
  const low = listing.low.toFixed(2)
  const { page } = trader
  await cancelEverything()
  for (const quantity of ['11', '12', '13', '14', '15']) {
    await trader.fill('Buy', quantity, low)
    await trader.send(`Buy ${quantity} ${SECURITY} at ${low}`)
    await soon(newest).toMatch(new RegExp(`0 / ${quantity} .*Open`))
  }
  let asked = 0
  await page.route(CANCEL, (route) => (asked++ < 3 ? busy(route) : route.continue()))
  await page.getByRole('button', { name: /^Cancel all \(\d+\)$/ }).click()
  await page.getByRole('button', { name: 'Cancel 5 orders' }).click()
  const left = page.getByRole('dialog', { name: '2 of 5 cancelled' })
  await left.waitFor()
  expect(await left.getByText(/Not cancelled\. The market is very busy/).count()).toBeGreaterThan(0)
  const rows = (await trader.read(trader.orders)).filter((row) =>
    row.includes('Not cancelled. The market is very busy'),
  )
  expect(rows).toHaveLength(3)
  await left.getByRole('button', { name: 'Try again: cancel 3' }).click()
  await left.waitFor({ state: 'hidden' })
  await soon(async () => (await trader.read(trader.orders)).some((row) => / Open /.test(row))).toBe(false)
  await page.unroute(CANCEL)
})

test('R and X open their question next to the row and are not typed; the focus comes back to the row', async () => {
  const low = listing.low.toFixed(2)
  const { page } = trader
  await trader.fill('Buy', '60', low)
  await trader.send(`Buy 60 ${SECURITY} at ${low}`)
  await soon(newest).toMatch(/0 \/ 60 .*Open/)
  const symbol = trader.orders.getByRole('button', { name: SECURITY }).first()
  await symbol.focus()
  await page.keyboard.press('r')
  const replacing = page.getByRole('dialog', { name: /^Replace: Buy 60/ })
  const quantity = replacing.getByLabel('Quantity')
  expect(await quantity.inputValue()).toBe('60')
  await soon(() => quantity.and(page.locator(':focus')).count()).toBe(1)
  await page.keyboard.press('Escape')
  await replacing.waitFor({ state: 'hidden' })
  await soon(() => symbol.and(page.locator(':focus')).count()).toBe(1)

  await page.keyboard.press('x')
  const cancelling = page.getByRole('dialog', { name: 'Cancel this order?' })
  await cancelling.waitFor()
  // Next to the row: the market stays in sight and in reach.
  await page.getByRole('textbox', { name: 'Search symbol or name' }).click({ trial: true })
  await page.keyboard.press('Enter')
  await cancelling.waitFor({ state: 'hidden' })
  await soon(newest).toContain('Cancelled, unfilled')
  await soon(() => symbol.and(page.locator(':focus')).count()).toBe(1)
})

test('without the server nothing claims that cancelling works, and the row shows that it did not', async () => {
  const low = listing.low.toFixed(2)
  const { page } = trader
  await trader.fill('Buy', '70', low)
  await trader.send(`Buy 70 ${SECURITY} at ${low}`)
  await soon(newest).toMatch(/0 \/ 70 .*Open/)
  await page.context().setOffline(true)
  await page.route(CANCEL, (route) => route.abort())
  await trader.orders.getByRole('button', { name: 'Cancel', exact: true }).first().click()
  await page.getByRole('button', { name: 'Cancel the order' }).click()
  await page.getByRole('dialog', { name: '0 of 1 cancelled' }).waitFor()
  await soon(newest).toContain('We couldn’t confirm the cancel.')
  expect(await page.getByText(/still be cancelled|cancelling (still )?works/i).count()).toBe(0)
  await page.unroute(CANCEL)
  await page.context().setOffline(false)
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Try again: cancel 1' }).click()
  await soon(newest).toContain('Cancelled, unfilled')
})

test('the filter of the orders outlives a reload, and shows how many it hides', async () => {
  const { page } = trader
  const orders = page.getByRole('table', { name: 'Orders' }).locator('tbody').getByRole('row')
  await orders.first().waitFor()
  const all = await orders.count()
  const side = page.getByRole('radiogroup', { name: 'Which side' })
  await side.getByText('Sell', { exact: true }).click()
  await page.getByText(/\d+ hidden by filters/).waitFor()
  await page.reload()
  await page.getByText(/\d+ hidden by filters/).waitFor()
  expect(await side.getByRole('radio', { name: 'Sell' }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Show all' }).click()
  await soon(() => orders.count()).toBe(all)
})
