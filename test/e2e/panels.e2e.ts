import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, signIn } from '../person.ts'
import { openStage, PATIENCE_MS, type Stage } from './stage.ts'
import { TradingPage } from './trading-page.ts'

const SECURITY = 'ZENITHBANK'

let stage: Stage
let trader: TradingPage
/** Somebody else in the market. */
let other: Person
let account: string
/** In naira. */
let listing: { tick: number; low: number }

beforeAll(async () => {
  stage = await openStage()
  other = await signIn(stage.server, 'Zenith-Hill', 'broker')
  const range = await other.get('MarketData/getPricelimitRange', { security: SECURITY })
  listing = { tick: range.tickSize, low: range.lowLimitPx }
  account = (await other.get('BackOffice/GetCustomers', {})).items[0]?.accountNumber ?? ''
  trader = await TradingPage.open(stage, 'Meridian', 'customer', SECURITY)
})

afterAll(() => stage?.close())

const soon = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: PATIENCE_MS })
const written = (ticks: number) => (listing.low + ticks * listing.tick).toFixed(2)

/** Somebody else bids so many ticks above the day's low. */
async function bid(ticks: number, orderQty = 100): Promise<string> {
  const { orderID } = await other.get('Order/SendNewOrder', {
    clOrdID: crypto.randomUUID(),
    account,
    securityID: SECURITY,
    side: '1',
    ordType: '2',
    timeInForce: '0',
    orderQty,
    price: Number(written(ticks)),
  })
  return orderID
}

const cancel = (orderID: string) =>
  other.get('Order/sendCancelOrderRequest', { clOrdID: crypto.randomUUID(), orderID })

const bestBid = () => trader.bids.nth(1)

test('60 presses on a book that is repainted under the pointer fill the ticket 60 times, with the price pressed', async () => {
  const { page, ticket } = trader
  const price = ticket.getByRole('textbox', { name: /^Price/ })
  const filled: string[] = []
  const pressed: string[] = []
  const resting = await bid(0)
  let left: string[] = []
  for (let turn = 0; turn < 60; turn++) {
    // Never a price of the turn before: the row with it is this turn's own.
    const ticks = 1 + ((turn * 3) % 7)
    const [pressedOrder] = await Promise.all([bid(ticks), ...left.map(cancel), price.fill('')])
    await bestBid()
      .filter({ hasText: written(ticks) })
      .waitFor()
    await soon(() => trader.read(trader.bids)).toHaveLength(2)
    const box = await bestBid().boundingBox()
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2)
    await page.mouse.down()
    // While the button is down, the row vanishes or is pushed away by a better one.
    const better = turn % 2 === 0 ? undefined : await bid(ticks + 1)
    if (better === undefined) await cancel(pressedOrder)
    await bestBid()
      .filter({ hasNotText: written(ticks) })
      .waitFor()
    await page.mouse.up()
    pressed.push(written(ticks))
    filled.push(await price.inputValue())
    left = better === undefined ? [] : [better, pressedOrder]
  }
  expect(filled).toEqual(pressed)
  expect(await ticket.getByRole('radio', { name: 'Sell' }).isChecked()).toBe(true)
  await Promise.all([resting, ...left].map(cancel))
  await soon(() => trader.read(trader.bids)).toEqual([])
})

test('grouped by price, the orders of a level are counted in a separate column', async () => {
  const { page, bids } = trader
  const usual = page.viewportSize()
  // On a smaller screen it is the first column to be left out.
  await page.setViewportSize({ width: 1920, height: 1080 })
  const resting = [await bid(1, 1_000), await bid(1, 500), await bid(0, 20_000)]
  await page.getByRole('radio', { name: 'Prices' }).check({ force: true })
  await soon(() => trader.read(bids)).toHaveLength(2)
  const columns = await bids.first().getByRole('columnheader').allInnerTexts()
  expect(columns).toEqual(['Total', 'Ord.', 'Qty', 'Bid'])
  expect(await bestBid().getByRole('cell').allInnerTexts()).toEqual(['1,500', '2', '1,500', written(1)])
  expect(await bids.nth(2).getByRole('cell').allInnerTexts()).toEqual(['21,500', '1', '20,000', written(0)])

  await page.getByRole('radio', { name: 'Orders' }).check({ force: true })
  await soon(() => trader.read(bids)).toHaveLength(3)
  for (const orderID of resting) await cancel(orderID)
  await soon(() => trader.read(bids)).toEqual([])
  if (usual) await page.setViewportSize(usual)
})

test('the focus stays on its row of the book while others come and go, and the arrows walk it', async () => {
  const { page, bids } = trader
  const resting = [await bid(3), await bid(2), await bid(1)]
  await soon(() => trader.read(bids)).toHaveLength(3)
  const focus = page.locator(':focus')
  const focused = () => focus.innerText()
  await bestBid().getByRole('button').focus()
  await page.keyboard.press('ArrowDown')
  expect(await focused()).toBe(written(2))

  const better = await bid(4)
  await soon(() => bestBid().innerText()).toContain(written(4))
  await cancel(resting[0] ?? '')
  await soon(() => trader.read(bids)).toHaveLength(3)
  expect(await focused()).toBe(written(2))

  // The row itself vanishes: no other row is marked in its stead, and the keys go on from its place.
  await cancel(resting[1] ?? '')
  await soon(() => trader.read(bids)).toHaveLength(2)
  await soon(() => focus.getAttribute('aria-label')).toBe('Bids')
  await page.keyboard.press('ArrowDown')
  expect(await focused()).toBe(written(1))
  await page.keyboard.press('Enter')
  const price = trader.ticket.getByRole('textbox', { name: /^Price/ })
  await soon(() => price.inputValue()).toBe(written(1))
  for (const orderID of [better, resting[2] ?? '']) await cancel(orderID)
  expect(stage.mishaps).toEqual([])
})

test("the chart's volume is what was traded, before and after a reload", async () => {
  const { page } = trader
  const { items } = await other.get('MarketData/GetMarketStats', {})
  const before = items.find(({ securityID }) => securityID === SECURITY)?.tradeVolume ?? 0
  for (const orderQty of [30, 20]) {
    await bid(5, orderQty)
    await trader.fill('Sell', String(orderQty), written(5))
    await trader.send(`Sell ${orderQty} ${SECURITY} at ${written(5)}`)
    await soon(() => trader.read(trader.trades)).toContainEqual(expect.stringMatching(` ${orderQty}$`))
  }
  const volume = `V ${(before + 50).toLocaleString('en')}`
  await page.getByText(volume).waitFor()
  await page.reload()
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByText(volume).waitFor()
  for (const interval of ['1m', '1h']) {
    await page.getByRole('radio', { name: interval, exact: true }).check({ force: true })
    await page.getByText(/\sV\s(20|30|50)$/).waitFor()
  }
})

test('while the ladder is armed one click places an order, a drag moves it to another price, and one click cancels it', async () => {
  const { page } = trader
  await page.getByRole('tab', { name: 'Ladder' }).click()
  const ladder = page.getByRole('region', { name: 'Ladder' })
  await ladder.getByRole('button', { name: '100', exact: true }).click()
  const prices = await ladder.getByRole('rowheader').allInnerTexts()
  // Below the middle, where a purchase trades nothing.
  const [from = '', to = ''] = prices.slice(-4)
  const bidAt = (price: string) => ladder.getByRole('button', { name: `Buy 100 at ${price};` })
  const own = (price: string) =>
    ladder.getByRole('button', { name: `Your order: buy 100 at ${price}`, exact: true })
  await bidAt(from).click()
  expect(await trader.ticket.getByRole('textbox', { name: /^Price/ }).inputValue()).toBe(from)
  await ladder.getByRole('button', { name: 'Arm one-click orders' }).click()
  await bidAt(from).click()
  await own(from).dragTo(bidAt(to))
  await own(to).waitFor()
  await ladder.getByRole('button', { name: `Cancel. Your order: buy 100 at ${to}` }).click()
  await own(to).waitFor({ state: 'detached' })
  await ladder.getByRole('button', { name: 'Armed: disarm' }).click()
  expect(stage.mishaps).toEqual([])
})
