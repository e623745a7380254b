import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { clippedTexts, isInReach, sidewaysScrolls, tightWords } from './layout-faults.ts'

/** What a person does on the trading page, however small it is, and that nothing of it is cut. */

export const SECURITY = 'GTCO'
/** What is drawn again after a change of size is at rest by then, on a busy machine too. */
export const AT_REST_WITHIN_MS = 6_000

/** Everything is there as it should be, once what is moving has come to rest. */
export const faultless = (page: Page) =>
  expect
    .poll(
      async () => [
        ...(await page.evaluate(clippedTexts)),
        ...(await page.evaluate(sidewaysScrolls)),
        ...(await page.evaluate(tightWords)),
      ],
      {
        timeout: AT_REST_WITHIN_MS,
      },
    )
    .toEqual([])

const isPhone = (page: Page) => page.getByRole('button', { name: 'More', exact: true }).isVisible()

/** Opens the ticket, which a phone brings up from below; its price is then the best of the other side. */
export async function openTicket(page: Page, side: 'Buy' | 'Sell' = 'Buy'): Promise<Locator> {
  if (await isPhone(page)) {
    await closeTicket(page)
    await page
      .getByRole('button', { name: new RegExp(`^${side}`) })
      .first()
      .click()
  }
  return page.getByRole('form', { name: 'Order ticket' })
}

async function closeTicket(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Order ticket' })
  if (!(await sheet.isVisible())) return
  await sheet.getByRole('button', { name: 'Close' }).click()
  await sheet.waitFor({ state: 'hidden' })
}

/** Opens the ticket to buy, one tick above the price that it proposes. */
export async function fillTicket(page: Page, quantity: string): Promise<Locator> {
  const ticket = await openTicket(page)
  await ticket.getByRole('radio', { name: 'Buy' }).check({ force: true })
  await ticket.getByRole('textbox', { name: /^Quantity/ }).fill(quantity)
  await ticket.getByLabel('One tick up').click()
  return ticket
}

export async function scrollTicketUnderItsButton(page: Page): Promise<void> {
  const ticket = await openTicket(page, 'Sell')
  await ticket.getByRole('textbox', { name: /^Quantity/ }).fill('10')
  const send = ticket.getByRole('button', { name: /^Sell 10 GTCO at/ })
  await ticket.getByRole('radio', { name: 'Buy' }).scrollIntoViewIfNeeded()
  await expect.poll(() => send.evaluate(isInReach)).toBe(true)
  await scrollTo(ticket.getByText('Review before sending'))
  await expect.poll(() => send.evaluate(isInReach)).toBe(true)
}

/** Scrolls until the part of the ticket is in reach: charges arrive meanwhile and move what is below them. */
export const scrollTo = (part: Locator) =>
  expect
    .poll(async () => {
      await part.scrollIntoViewIfNeeded()
      return part.evaluate(isInReach)
    })
    .toBe(true)

/** Of the orders that are shown. Leads to the market watch, next to which no keys are named. */
export async function expectThumbsApart(page: Page): Promise<void> {
  const tab = page.getByRole('tab', { name: /^Orders/ })
  await tab.click()
  const actions = page.getByRole('table', { name: 'Orders' }).locator('[data-column="actions"] button')
  await actions.filter({ visible: true }).nth(3).waitFor()
  const middles = await actions.evaluateAll((buttons) =>
    buttons.flatMap((button) => {
      const { left, top, width: wide, height: high } = button.getBoundingClientRect()
      return wide === 0 ? [] : [{ x: left + wide / 2, y: top + high / 2 }]
    }),
  )
  expect(middles.length).toBeGreaterThan(0)
  const tooNear = middles.filter((one, at) =>
    middles.slice(at + 1).some((other) => Math.hypot(one.x - other.x, one.y - other.y) < 44),
  )
  expect(tooNear).toEqual([])
  await tab.press('ArrowLeft')
  await page.getByRole('grid', { name: 'Market watch' }).waitFor()
  expect(await page.locator('kbd').filter({ visible: true }).count()).toBe(0)
}

/** Chooses the security in the market watch, which a phone shows on its first tab. */
export async function choose(page: Page): Promise<void> {
  const market = page.getByRole('tab', { name: 'Market', exact: true })
  if (await market.isVisible()) await market.click()
  const search = page.getByRole('textbox', { name: 'Search symbol or name' })
  await search.fill(SECURITY)
  await search.press('Enter')
  await page.getByRole('heading', { name: SECURITY, exact: true }).waitFor()
  if (await search.isVisible()) await search.fill('')
}
