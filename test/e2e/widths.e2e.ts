import { OrdType, Side } from '@tradebook/contract'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { placeDemoOrders } from '../demo-orders.ts'
import { signIn } from '../person.ts'
import { fillMarket } from './filled-market.ts'
import { cutRows, isInReach, overprintedCells } from './layout-faults.ts'
import {
  AT_REST_WITHIN_MS,
  choose,
  expectThumbsApart,
  faultless,
  fillTicket,
  openTicket,
  SECURITY,
  scrollTicketUnderItsButton,
  scrollTo,
} from './sized-page.ts'
import { openStage, type Stage } from './stage.ts'

const NEWS = '/app/marketData/marketNews'
const NOTES = '/app/client-portal/purchase-contract-note'

/** Phones upright, screens at 200% (half of 1440 × 900 and of 1920 × 1080), tablets and desks. */
const sizes = [
  { width: 320, height: 568 },
  { width: 390, height: 664 },
  { width: 390, height: 844 },
  { width: 720, height: 450 },
  { width: 960, height: 540 },
  { width: 1024, height: 768 },
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
].map((size) => ({ ...size, name: `${size.width} × ${size.height}` }))

const desks = sizes.filter(({ width }) => width >= 1200)

const phones = sizes.filter(({ width }) => width < 500)

let stage: Stage

let stranger: Page

let customer: Page

beforeAll(async () => {
  stage = await openStage()
  await fillMarket(stage.server)
  await placeDemoOrders(stage.server, 'Meridian')
  await restOrders(2)
  stranger = await stage.visit()
  await stranger.goto('/user/login')
  await stranger.getByRole('form', { name: 'Sign in' }).waitFor()
  customer = await stage.visitAs('Meridian', 'customer')
  await customer.goto('/app/trading')
  await customer.getByText('Live', { exact: true }).waitFor()
})

afterAll(() => stage?.close())

/** Orders of the customer that nobody meets, at the lowest price of the day: something may be asked of each. */
async function restOrders(count: number): Promise<void> {
  const person = await signIn(stage.server, 'Meridian', 'customer')
  const [account] = (await person.get('BackOffice/GetCustomers', {})).items
  const { lowLimitPx } = await person.get('MarketData/getPricelimitRange', { security: SECURITY })
  for (let order = 1; order <= count; order++) {
    await person.get('Order/SendNewOrder', {
      clOrdID: `resting-${order}`,
      account: account?.accountNumber ?? '',
      securityID: SECURITY,
      side: Side.buy,
      ordType: OrdType.limit,
      price: lowLimitPx,
      orderQty: 10,
    })
  }
}

test.each(sizes)('at $name nothing of signing in and of the news is cut', async ({ width, height }) => {
  await stranger.setViewportSize({ width, height })
  await faultless(stranger)
  await customer.setViewportSize({ width, height })
  if (!customer.url().endsWith(NEWS)) await customer.goto(NEWS)
  await customer.getByRole('table', { name: 'Market News' }).getByRole('row').nth(1).waitFor()
  await faultless(customer)
})

test.each(phones)(
  'at $name nothing of an opened contract note and its trades is cut',
  async ({ width, height }) => {
    await customer.setViewportSize({ width, height })
    if (!customer.url().endsWith(NOTES)) await customer.goto(NOTES)
    const opened = customer.getByRole('heading', { name: /^Trades of contract note/ })
    if ((await opened.count()) === 0)
      await customer.getByRole('table').getByRole('button', { name: /^\d+$/ }).first().click()
    await opened.waitFor()
    await faultless(customer)
  },
)

// The page is loaded once at each size; a test goes on from what the one before it left.
describe.each(sizes)('at $name', (size) => {
  const isDesk = desks.includes(size)
  const isNarrow = phones.includes(size)

  test('the market and the orders are shown in full', async () => {
    const page = customer
    await page.setViewportSize(size)
    await page.goto('/app/trading')
    const watch = page.getByRole('grid', { name: 'Market watch' })
    // Which securities a short list shows depends on what was traded.
    await watch.getByRole('row').nth(1).waitFor()
    await faultless(page)

    // The person's own orders: price and state are seen without scrolling sideways.
    await page
      .getByRole('tab', { name: /^Orders/ })
      .first()
      .click()
    const order = page.getByRole('table', { name: 'Orders' }).getByRole('row').nth(1)
    await order.locator('[data-column="ordStatus"]').waitFor()
    await faultless(page)
    expect(await order.locator('[data-column="price"]').evaluate(isInReach)).toBe(true)
    expect(await order.locator('[data-column="ordStatus"]').evaluate(isInReach)).toBe(true)
    await page.getByRole('tab', { name: 'Executions' }).click()
    await page.getByRole('table', { name: 'Executions' }).waitFor()
    await faultless(page)
    await page.getByRole('tab', { name: 'Holdings' }).click()
    await page.getByRole('table', { name: 'Holdings' }).waitFor()
    await faultless(page)
  })

  if (isNarrow)
    test('order actions are a thumb’s width apart, and no keys are named', async () => {
      await expectThumbsApart(customer)
    })

  if (isDesk)
    test('a price of a million naira is fully visible in the watch', async () => {
      const page = customer
      const watch = page.getByRole('region', { name: 'Market watch' })
      await watch.getByRole('textbox', { name: 'Search symbol or name' }).fill('AVAIF')
      await watch
        .getByText(/^(9\d\d,\d{3}|1,\d{3},\d{3})\.\d\d$/)
        .first()
        .waitFor()
      await faultless(page)
      await watch.getByRole('textbox', { name: 'Search symbol or name' }).fill('')
    })

  test('the security is shown in full, and Send can be reached', async () => {
    const page = customer
    await choose(page)
    const security = page.getByRole('region', { name: 'Security', exact: true })
    for (const tab of await security.getByRole('tab').all()) {
      await tab.click()
      await faultless(page)
      await expect.poll(() => page.evaluate(overprintedCells), { timeout: AT_REST_WITHIN_MS }).toEqual([])
      await expect.poll(() => page.evaluate(cutRows), { timeout: AT_REST_WITHIN_MS }).toEqual([])
    }

    const ticket = await fillTicket(page, '100')
    await faultless(page)
    const send = ticket.getByRole('button', { name: /^Buy 100 GTCO at/ })
    await send.waitFor()
    await expect.poll(() => send.evaluate(isInReach)).toBe(true)
  })

  test('the details of the order are next to Confirm, with charges expanded', async () => {
    const page = customer
    const ticket = await fillTicket(page, '9m')
    await ticket.locator('summary', { hasText: 'Charges' }).click()
    await ticket.getByRole('button', { name: /^Buy 9,000,000 GTCO at/ }).click()
    const confirm = ticket.getByRole('button', { name: /^Confirm: Buy 9,000,000 GTCO at/ })
    await expect.poll(() => confirm.evaluate(isInReach)).toBe(true)
    await expect
      .poll(() => ticket.getByText('Nothing has been sent yet.', { exact: false }).evaluate(isInReach))
      .toBe(true)
    await expect.poll(() => ticket.getByText('Check before you confirm').evaluate(isInReach)).toBe(true)
    await scrollTo(ticket.getByText('Review before sending'))
    await faultless(page)
    await ticket.getByRole('button', { name: 'Back to editing' }).click()
  })

  if (isNarrow)
    test('an order’s outcome is shown where it was confirmed', async () => {
      const ticket = await openTicket(customer)
      await ticket.getByRole('textbox', { name: /^Quantity/ }).fill('10')
      await ticket.getByRole('button', { name: /^Buy 10 GTCO at/ }).click()
      await ticket.getByRole('button', { name: /^Confirm: Buy 10 GTCO at/ }).click()
      const outcome = ticket.locator('[data-tone] strong')
      await outcome.waitFor()
      await expect.poll(() => outcome.evaluate(isInReach)).toBe(true)
    })

  if (isNarrow)
    test('the ticket scrolls under its button', async () => {
      await scrollTicketUnderItsButton(customer)
    })
})

test.each([1440, 1024])(
  'at a width of %i a long phase lies over no menu, and longer digits push no figure out of sight',
  async (width) => {
    const page = customer
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/app/trading?security=${SECURITY}`)
    const header = page.getByRole('banner')
    const clock = header.locator('time')
    await clock.waitFor()
    // All at once: an entry that leaves the menu while it is measured would be waited for.
    const end = (of: Locator) =>
      of.evaluateAll((elements) => {
        const boxes = elements.map((element) => element.getBoundingClientRect())
        return Math.max(
          ...boxes.filter(({ width, height }) => width > 0 && height > 0).map(({ right }) => right),
        )
      })
    const phase = clock.locator('xpath=preceding-sibling::span[last()]')
    await phase.evaluate((element) => {
      element.textContent = 'Déséquilibre de pré-ouverture, en attente de la reprise du marché'
    })
    await expect
      .poll(async () => (await end(header.getByRole('menuitem'))) <= ((await phase.boundingBox())?.x ?? 0))
      .toBe(true)

    const security = page.locator('header', { has: page.locator('h1') })
    const shown = () =>
      security.locator('dl[data-figures]').evaluate((list) => {
        const { bottom } = list.getBoundingClientRect()
        return [...list.children].filter((figure) => figure.getBoundingClientRect().top < bottom).length
      })
    await security.locator('dl[data-figures] dd').first().waitFor({ state: 'attached' })
    const before = await shown()
    await security
      .locator('[data-tone]')
      .nth(1)
      .evaluate((element) => {
        element.textContent = '▼ -19.95 (-9.98%)'
      })
    expect(await shown()).toBe(before)
  },
)

test('at 390 × 500 with the keyboard open, the ticket scrolls under its button, and order actions are a thumb’s width apart', async () => {
  const page = customer
  await page.setViewportSize({ width: 390, height: 500 })
  await page.goto('/app/trading')
  await expectThumbsApart(page)
  await choose(page)
  await scrollTicketUnderItsButton(page)
})

test('a customer’s long name changes neither the ticket’s width nor the account number', async () => {
  const page = customer
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.route('**/BackOffice/GetCustomers*', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    json.result.items = json.result.items.map((row: object) => ({
      ...row,
      customerName: 'Harmattan Pension Managers and Trustees of Nigeria Ltd',
    }))
    await route.fulfill({ response, json })
  })
  await page.goto(`/app/trading?security=${SECURITY}`)
  const ticket = page.getByRole('form', { name: 'Order ticket' })
  await ticket.getByTitle('Harmattan Pension Managers', { exact: false }).first().waitFor()
  await faultless(page)
  const number = ticket.getByText(/^ ?· \S+$/).first()
  const [figure, chooser] = [
    await number.boundingBox(),
    await ticket.locator('.ant-select').first().boundingBox(),
  ]
  expect(figure?.width).toBeGreaterThan(40)
  expect((figure?.x ?? 0) + (figure?.width ?? 0)).toBeLessThan((chooser?.x ?? 0) + (chooser?.width ?? 0))
  expect((chooser?.x ?? 0) + (chooser?.width ?? 0)).toBeLessThan(1440)
  await page.unroute('**/BackOffice/GetCustomers*')
})

test('at 320 × 568 every button of what opens can be scrolled to, and nothing lies over it', async () => {
  const page = customer
  await page.setViewportSize({ width: 320, height: 568 })
  const inReach = async (buttons: Locator) => {
    await buttons.first().waitFor()
    for (const button of await buttons.filter({ visible: true }).all()) {
      await button.scrollIntoViewIfNeeded()
      await expect.poll(() => button.evaluate(isInReach), { message: await button.innerText() }).toBe(true)
    }
  }

  await page.goto('/app/trading')
  await page.getByRole('tab', { name: /^Orders/ }).click()
  const orders = page.getByRole('table', { name: 'Orders' })
  for (const request of ['Replace', 'Cancel']) {
    const ask = orders.getByRole('button', { name: request, exact: true })
    await ask.first().waitFor()
    await ask.last().click()
    const answers = page.getByRole('dialog', { name: new RegExp(`^${request}`) }).getByRole('button')
    // Both are in sight as soon as the question is there.
    for (const answer of await answers.all()) {
      await expect.poll(() => answer.evaluate(isInReach), { message: request }).toBe(true)
    }
    await inReach(answers)
    await answers.last().click()
  }
  await page.getByRole('button', { name: /^Cancel all \(\d+\)$/ }).click()
  const asked = page.getByRole('dialog', { name: /^Cancel/ }).getByRole('button')
  await inReach(asked)
  await asked.last().click()
  await page.getByRole('button', { name: 'Columns of this list' }).click()
  await inReach(page.getByRole('button', { name: 'Default columns' }))

  await page.goto(NEWS)
  const headlines = page.getByRole('table', { name: 'Market News' }).getByRole('button')
  await headlines.last().click()
  await inReach(headlines.last())
})

test('a person is called by name, with the firm, at a desk and on a phone', async () => {
  const page = customer
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto('/app/trading')
  const header = page.getByRole('banner')
  await header.getByRole('button', { name: /Amina Bello\s*Meridian Securities Ltd/ }).waitFor()
  await page.setViewportSize({ width: 390, height: 664 })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const more = page.getByRole('dialog', { name: 'More' })
  await more.getByText('Amina Bello', { exact: true }).waitFor()
  await more.getByText('Meridian Securities Ltd', { exact: false }).waitFor()
})
