import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, signIn } from '../person.ts'
import { isInReach } from './layout-faults.ts'
import { busy, fillSignIn, openStage, PATIENCE_MS, type Stage, TOKEN_COOKIE } from './stage.ts'
import { TradingPage } from './trading-page.ts'

const SECURITY = 'ZENITHBANK'
const OTHER = 'UBA'

let stage: Stage
let broker: Person
let trader: TradingPage
/** In naira: the tick, prices that rest, and the price of the last close. */
let listing: { low: string; last: string }

beforeAll(async () => {
  stage = await openStage()
  broker = await signIn(stage.server, 'Meridian', 'broker')
  const range = await broker.get('MarketData/getPricelimitRange', { security: SECURITY })
  listing = { low: range.lowLimitPx.toFixed(2), last: range.referencePx.toFixed(2) }
  trader = await TradingPage.open(stage, 'Meridian', 'customer', SECURITY)
})

afterAll(() => stage?.close())

const soon = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: PATIENCE_MS })
const newest = async () => (await trader.read(trader.orders))[0] ?? ''
const button = (name: string | RegExp) => trader.ticket.getByRole('button', { name, exact: true })

const NEW_ORDER = '**/Order/SendNewOrder'
test('a part-filled order shows first what was bought, in ticket, row and live region alike', async () => {
  const seller = await signIn(stage.server, 'Zenith-Hill', 'customer')
  const [account] = (await seller.get('BackOffice/GetCustomers', {})).items
  await seller.get('Order/SendNewOrder', {
    clOrdID: crypto.randomUUID(),
    account: account?.accountNumber ?? '',
    securityID: SECURITY,
    side: '2',
    ordType: '2',
    price: Number(listing.last),
    orderQty: 500,
  })
  await trader.ticket.getByRole('radio', { name: 'IOC' }).check({ force: true })
  await trader.fill('Buy', '800', listing.last)
  const order = `Buy 800 ${SECURITY} at ${listing.last}, IOC`
  await button(order).click()
  await trader.ticket.getByText('any quantity not filled at once is cancelled', { exact: false }).waitFor()
  await button(`Confirm: ${order}`).click()

  const text = `Bought 500 of 800 at ${listing.last}, rest cancelled`
  await trader.ticket.getByText(`${SECURITY}: ${text}`).waitFor()
  await soon(newest).toContain(text)
  expect(await newest()).toMatch(/ IOC /)
  await trader.page.locator('output[aria-live]', { hasText: `${SECURITY}: ${text}` }).waitFor()
  expect(await trader.page.getByText(/, unfilled/i).count()).toBe(0)
})

test('kind and duration go back to a day’s limit order with another security', async () => {
  const { page, ticket } = trader
  await ticket.getByRole('radio', { name: 'FOK' }).check({ force: true })
  await ticket.getByRole('radio', { name: 'Market' }).check({ force: true })
  await ticket.getByRole('textbox', { name: /^Quantity/ }).fill('700')
  await button(`Buy 700 ${SECURITY} at market, FOK`).waitFor()
  await page.getByRole('textbox', { name: 'Search symbol or name' }).fill(OTHER)
  await page.getByRole('textbox', { name: 'Search symbol or name' }).press('Enter')
  await page.getByRole('heading', { name: OTHER, exact: true }).waitFor()
  expect(await ticket.getByRole('radio', { name: 'Day' }).isChecked()).toBe(true)
  expect(await ticket.getByRole('radio', { name: 'Limit' }).isChecked()).toBe(true)
  expect(await ticket.getByRole('textbox', { name: /^Quantity/ }).inputValue()).toBe('')
  await page.goBack()
  await back(page)
})

async function back(page: Page): Promise<void> {
  await page.goto(`/app/trading?security=${SECURITY}`)
  await page.getByRole('heading', { name: SECURITY, exact: true }).waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await button(/^Buy/).waitFor()
}

test('an ambiguous number is queried, a comma can be a decimal comma, and an empty price shows no estimate', async () => {
  const { ticket } = trader
  const quantity = ticket.getByRole('textbox', { name: /^Quantity/ })
  for (const [text, words] of [
    ['1,5', 'Use commas for thousands (25,000)'],
    ['1.000', '1.000 can mean 1 or 1,000.'],
  ] as const) {
    await quantity.fill(text)
    await ticket.getByText(words, { exact: false }).first().waitFor()
    expect(await quantity.getAttribute('aria-invalid')).toBe('true')
  }
  await trader.fill('Buy', '1,500', listing.low)
  await button(`Buy 1,500 ${SECURITY} at ${listing.low}`).waitFor()
  const price = ticket.getByRole('textbox', { name: /^Price/ })
  await price.fill(listing.low.replace('.', ','))
  await button(`Buy 1,500 ${SECURITY} at ${listing.low}`).waitFor()
  await price.fill('')
  expect(await price.getAttribute('placeholder')).not.toMatch(/\d/)
  await quantity.fill('')
})

test('with the options open, side and account stay visible above the Send button', async () => {
  const { page, ticket } = trader
  await trader.fill('Buy', '800', listing.low)
  await ticket.getByRole('button', { name: 'More options' }).click()
  const note = ticket.getByRole('textbox', { name: /^Note/ })
  await note.fill('By phone')
  const words = `Buy 800 ${SECURITY} at ${listing.low}, with a note`
  await button(words).waitFor()
  const shown = {
    side: ticket.locator('label[data-side="1"]'),
    account: ticket.getByLabel('Account').locator('..'),
    note,
    send: button(words),
  }
  for (const [what, where] of Object.entries(shown))
    expect([what, await where.evaluate(isInReach)]).toEqual([what, true])
  expect(page.viewportSize()).toEqual({ width: 1440, height: 900 })
  await note.fill('')
  await ticket.getByRole('button', { name: 'More options' }).click()
})

test('Escape leaves the review, and Enter, Escape, Enter sends nothing', async () => {
  const { page, ticket } = trader
  let sent = 0
  await page.route(NEW_ORDER, (route) => {
    sent++
    return route.continue()
  })
  await trader.fill('Buy', '40', listing.low)
  const quantity = ticket.getByRole('textbox', { name: /^Quantity/ })
  const confirm = button(`Confirm: Buy 40 ${SECURITY} at ${listing.low}`)
  await quantity.press('Enter')
  await confirm.waitFor()
  await quantity.press('Escape')
  await confirm.waitFor({ state: 'hidden' })
  await quantity.press('Enter')
  await confirm.waitFor()
  await quantity.press('Escape')
  expect(sent).toBe(0)
  await page.unroute(NEW_ORDER)
})

test('an unusual size is queried, even when orders are sent without review', async () => {
  const { ticket } = trader
  const review = ticket.getByRole('checkbox', { name: 'Review before sending' })
  await review.uncheck()
  await trader.fill('Buy', '90m', listing.low)
  await button(`Buy 90,000,000 ${SECURITY} at ${listing.low}`).click()
  await ticket.getByText('of average daily volume', { exact: false }).waitFor()
  await button(`Confirm: Buy 90,000,000 ${SECURITY} at ${listing.low}`).waitFor()
  await button('Back to editing').click()
  await review.check()
})

test('the ticket shows the order in progress, and its answer does not change a newer draft', async () => {
  const { page, ticket } = trader
  const held = Promise.withResolvers<void>()
  await page.route(NEW_ORDER, async (route) => {
    await held.promise
    await route.continue()
  })
  const order = `Buy 110 ${SECURITY} at ${listing.low}`
  await trader.fill('Buy', '110', listing.low)
  await trader.send(order)
  await ticket
    .getByRole('button', { name: new RegExp(`(Sending|Taking longer than usual): ${order}`) })
    .waitFor()
  const quantity = ticket.getByRole('textbox', { name: /^Quantity/ })
  await quantity.fill('220')
  held.resolve()
  await ticket.getByText(`Open: ${order}`).waitFor()
  expect(await quantity.inputValue()).toBe('220')
  await page.unroute(NEW_ORDER)
})

test('an order whose answer was lost is answered by the list, once', async () => {
  const { page, ticket } = trader
  await page.route(NEW_ORDER, async (route) => {
    await route.fetch()
    await route.abort()
  })
  const order = `Buy 120 ${SECURITY} at ${listing.low}`
  await trader.fill('Buy', '120', listing.low)
  await trader.send(order)
  await ticket.getByText(`Open: ${order}`).waitFor()
  expect(await ticket.getByText(`Unknown: ${order}`).count()).toBe(0)
  expect((await trader.read(trader.orders)).filter((row) => row.includes('0 / 120'))).toHaveLength(1)
  await page.unroute(NEW_ORDER)
})

test.each([
  ['lost before it arrived', (route: Route) => route.abort(), /^Unknown: /],
  ['turned away', busy, /^Not accepted: /],
])('an order that was %s is sent again under its own id', async (_what, failing, title) => {
  const { page, ticket } = trader
  const ids: string[] = []
  await page.route(NEW_ORDER, (route) => {
    ids.push((route.request().postDataJSON() as { clOrdID: string }).clOrdID)
    return ids.length === 1 ? failing(route) : route.continue()
  })
  const order = `Buy 130 ${SECURITY} at ${listing.low}`
  await trader.fill('Buy', '130', listing.low)
  await trader.send(order)
  await ticket.getByText(title).waitFor()
  if (failing === busy) await ticket.getByText('Try again in 2 seconds.', { exact: false }).waitFor()
  await button(`Send again: ${order}`).waitFor()
  await ticket.getByRole('button', { name: 'Send again', exact: true }).click()
  await ticket.getByText(`Open: ${order}`).waitFor()
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
  await page.unroute(NEW_ORDER)
})

test('errors from elsewhere do not cover the ticket, the symbol or the last price', async () => {
  const page = await stage.visit()
  await page.goto('/app/marketData/marketNews')
  await page.route('**/MarketData/GetNews*', (route) => route.fulfill({ status: 500, json: {} }))
  await fillSignIn(page, 'Meridian', 'customer', stage.server.password)
  const toast = page.getByRole('alert').first()
  await toast.waitFor()
  const box = await toast.boundingBox()
  expect(box).toBeTruthy()
  const { x = 0, y = 0, width = 0, height = 0 } = box ?? {}
  await page.goto(`/app/trading?security=${SECURITY}`)
  const kept = [
    page.getByRole('form', { name: 'Order ticket' }),
    page.getByRole('heading', { name: SECURITY, exact: true }),
  ]
  for (const place of kept) {
    await place.waitFor()
    const other = await place.boundingBox()
    const isApart =
      !other ||
      x + width <= other.x ||
      other.x + other.width <= x ||
      y + height <= other.y ||
      other.y + other.height <= y
    expect(isApart).toBe(true)
  }
  await page.context().close()
})

test('anyone who signs in next finds no draft, no filter and no ticket without review, however the last one left', async () => {
  const first = await TradingPage.open(stage, 'Zenith-Hill', 'customer', SECURITY)
  const { page } = first
  await first.ticket.getByRole('checkbox', { name: 'Review before sending' }).uncheck()
  await first.fill('Sell', '4,321', listing.last)
  await page.getByRole('radiogroup', { name: 'Which orders' }).getByText('Open', { exact: true }).click()
  const tab = await page.context().newPage()
  await tab.goto(`/app/trading?security=${SECURITY}`)
  const second = new TradingPage(tab)
  await second.fill('Buy', '1,234', listing.last)

  // Another device ends the session; the pages learn it by themselves.
  const token = (await page.context().cookies()).find(({ name }) => name === TOKEN_COOKIE)?.value ?? ''
  const ended = await fetch(`${stage.server.url}/api/services/app/Account/LogOut`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(ended.status).toBe(200)
  await page.waitForURL((url) => url.pathname === '/user/login')
  await fillSignIn(page, 'Zenith-Hill', 'broker', stage.server.password)
  await page.getByText('Live', { exact: true }).waitFor()
  await expectEmpty(first)

  // The other tab, too, is the second person's by now, or nobody's.
  await tab.bringToFront()
  if (new URL(tab.url()).pathname === '/user/login') await tab.goto(`/app/trading?security=${SECURITY}`)
  await expectEmpty(second)
  await page.context().close()
  expect(stage.mishaps).toEqual([])
})

async function expectEmpty({ page, ticket }: TradingPage): Promise<void> {
  await page.getByText('Live', { exact: true }).waitFor()
  await soon(() => ticket.getByRole('textbox', { name: /^Quantity/ }).inputValue()).toBe('')
  expect(await ticket.getByRole('textbox', { name: /^Price/ }).inputValue()).toBe('')
  expect(await ticket.getByRole('checkbox', { name: 'Review before sending' }).isChecked()).toBe(true)
  const filter = page.getByRole('radiogroup', { name: 'Which orders' })
  expect(await filter.getByRole('radio', { name: 'All' }).isChecked()).toBe(true)
}
