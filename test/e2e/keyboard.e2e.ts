import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openStage, PATIENCE_MS, type Stage } from './stage.ts'
import { TradingPage } from './trading-page.ts'

let stage: Stage
let trader: TradingPage
let focus: Locator
let watch: Locator

beforeAll(async () => {
  stage = await openStage()
  trader = await TradingPage.open(stage, 'Meridian', 'customer', 'MTNN')
  focus = trader.page.locator(':focus')
  watch = trader.page.getByRole('grid', { name: 'Market watch' })
  // So that the table of orders has a row to walk to.
  await trader.fill('Buy', '10', '')
  await trader.ticket.getByLabel('One tick up').click()
  await trader.ticket.getByRole('button', { name: /^Buy 10 MTNN at/ }).click()
  await trader.ticket.getByRole('button', { name: /^Confirm: Buy 10 MTNN at/ }).click()
  await trader.orders.nth(1).waitFor()
})

afterAll(() => stage?.close())

const soon = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: PATIENCE_MS })
const ticketIsFor = () => trader.ticket.locator('strong').first().innerText()
const selected = () => watch.locator('tr[aria-selected="true"]').getAttribute('data-security')
const marked = () => watch.locator('tr[data-marked]')

const press = async (...keys: readonly string[]) => {
  for (const key of keys) await trader.page.keyboard.press(key)
}

/** Nothing has the focus, and nothing is searched. */
async function rest(): Promise<void> {
  await trader.page.getByRole('textbox', { name: 'Search symbol or name' }).fill('')
  await trader.page.getByRole('heading', { level: 1 }).click()
}

beforeEach(rest)

test.each([
  ['gtco', 'GTCO'],
  ['zenithb', 'ZENITHBANK'],
  ['mtnn', 'MTNN'],
  ['gtco', 'GTCO'],
])('/ %s ↓ B opens the ticket of %s, whatever was selected', async (typed, security) => {
  const { page } = trader
  await press('/')
  await page.keyboard.type(typed)
  await press('ArrowDown')
  expect(await marked().getAttribute('data-security')).toBe(security)
  await press('b')
  await soon(ticketIsFor).toBe(security)
  await soon(selected).toBe(security)
  await soon(() => focus.getAttribute('inputmode')).toBe('decimal')
})

test('/ zenith Enter S sells what was found, next to its bid and offer; Escape twice leaves the search', async () => {
  const { page } = trader
  expect(await watch.getByRole('columnheader').allInnerTexts()).toEqual(
    expect.arrayContaining(['Bid', 'Offer']),
  )
  await page.getByText('Sorted by Value, highest first').waitFor()
  await press('/')
  await page.keyboard.type('zenith')
  await press('Enter', 's')
  const search = page.getByRole('textbox', { name: 'Search symbol or name' })
  expect(await search.inputValue()).toBe('zenith')
  await soon(ticketIsFor).toBe('ZENITHBANK')
  expect(await trader.ticket.getByRole('radio', { name: 'Sell' }).isChecked()).toBe(true)
  await page.getByRole('heading', { level: 1 }).click()
  await press('/', 'Escape')
  expect(await search.evaluate((box) => box.matches(':focus'))).toBe(true)
  await press('Escape')
  expect(await watch.evaluate((grid) => grid.matches(':focus'))).toBe(true)
})

test('a highlight that is filtered out is gone, and no key trades another row instead', async () => {
  const { page } = trader
  const before = await ticketIsFor()
  await press('/')
  await page.keyboard.type('uba')
  expect(await marked().getAttribute('data-security')).toBe('UBA')
  await page.keyboard.type('xyz')
  await soon(() => marked().count()).toBe(0)
  await press('ArrowDown', 'b')
  await press('Escape')
  await soon(() => watch.locator('tr[data-security]').count()).toBeGreaterThan(1)
  expect(await marked().count()).toBe(0)
  await press('b')
  expect(await ticketIsFor()).toBe(before)
  expect(
    await trader.page.getByRole('textbox', { name: /^Quantity/ }).evaluate((box) => box.matches(':focus')),
  ).toBe(false)
})

test('outside the watch, S is for the selected security', async () => {
  const security = await trader.page.getByRole('heading', { level: 1 }).innerText()
  await press('s')
  expect(await ticketIsFor()).toBe(security)
  expect(await trader.ticket.getByRole('radio', { name: 'Sell' }).isChecked()).toBe(true)
})

test('from the quantity it is one Tab to the price, and one back', async () => {
  await trader.ticket.getByRole('textbox', { name: /^Quantity/ }).focus()
  await press('Tab')
  const label = () =>
    focus.evaluate((box) => (box as unknown as { labels: { textContent: string }[] }).labels[0]?.textContent)
  expect(await label()).toMatch(/^Price/)
  await press('Shift+Tab')
  expect(await label()).toMatch(/^Quantity/)
})

const region = () =>
  focus.evaluate((element) => element.closest('[data-region]')?.getAttribute('data-region'))

test('keys lead to the watch, the book, the ticket and the orders from anywhere, even from a field', async () => {
  await trader.ticket.getByRole('textbox', { name: /^Price/ }).focus()
  for (const [key, name] of [
    ['Alt+1', 'watch'],
    ['Alt+2', 'book'],
    ['Alt+3', 'ticket'],
    ['Alt+4', 'orders'],
    ['Alt+3', 'ticket'],
  ] as const) {
    await press(key)
    expect(await region()).toBe(name)
  }
  // A tab that hides the orders is left.
  await trader.page.getByRole('tab', { name: 'Holdings' }).click()
  await press('Alt+4')
  expect(await region()).toBe('orders')
  expect(await focus.innerText()).toBe('MTNN')
})

test('F6 goes round the parts of the screen, and Shift+F6 back', async () => {
  await press('Alt+1')
  const visited: unknown[] = []
  for (let turn = 0; turn < 6; turn++) {
    await press('F6')
    visited.push(await region())
  }
  expect(visited).toEqual(['chart', 'book', 'trades', 'orders', 'ticket', 'watch'])
  await press('Shift+F6')
  expect(await region()).toBe('ticket')
})

test('every table is one tab stop', async () => {
  const tables = await trader.page.getByRole('table').or(watch).all()
  const stops: number[] = []
  for (const table of tables) {
    const isStop = (await table.getAttribute('tabindex')) === '0' ? 1 : 0
    const inside = table.locator(
      ':is(button, input):not([tabindex="-1"]):enabled, a:not([tabindex="-1"]), [tabindex="0"]:not(:is(a, button, input))',
    )
    stops.push(isStop + (await inside.count()))
  }
  expect(stops.length).toBeGreaterThan(3)
  expect(Math.max(...stops)).toBe(1)
})

test('the list of keys opens by one, and switches the single ones off', async () => {
  const { page } = trader
  const dialog = page.getByRole('dialog', { name: 'Keyboard' })
  const single = dialog.getByRole('checkbox', { name: 'Single-key shortcuts' })
  await press('?')
  await dialog.waitFor()
  await dialog.getByText('Go to the book').waitFor()
  await single.uncheck()
  await press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  const side = trader.ticket.getByRole('radio', { name: 'Buy' })
  await trader.ticket.getByRole('radio', { name: 'Sell' }).check({ force: true })
  await rest()
  await press('b', '?', '/')
  expect(await side.isChecked()).toBe(false)
  expect(await dialog.isVisible()).toBe(false)

  // The choice is kept, and the other keys stay.
  await page.reload()
  await page.getByText('Live', { exact: true }).waitFor()
  await press('Control+/')
  await dialog.waitFor()
  expect(await single.isChecked()).toBe(false)
  await single.check()
  await press('Escape')
  await dialog.waitFor({ state: 'hidden' })
})

test('securities hidden by the list and the search are counted, and shown again with one press', async () => {
  const { page } = trader
  const panel = page.getByRole('region', { name: 'Market watch' })
  const search = panel.getByRole('textbox', { name: 'Search symbol or name' })
  await search.fill('GTCO')
  await panel.getByText(/^\d+ hidden by list and search/).waitFor()
  await panel.getByRole('button', { name: 'Show all' }).click()
  await panel.getByText(/hidden by list and search/).waitFor({ state: 'hidden' })
  expect(await search.inputValue()).toBe('')
})

test('a list can be created by keyboard, and a search in it finds every security and can add it', async () => {
  const { page } = trader
  await rest()
  await press('Alt+1', 'l')
  const dialog = page.getByRole('dialog', { name: 'Your lists' })
  const field = dialog.getByLabel('Name of a new list')
  await soon(() => field.and(focus).count()).toBe(1)
  await page.keyboard.type('Cement')
  await press('Enter')
  await dialog.getByText('Cement').waitFor()
  await press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('This list is empty', { exact: false }).waitFor()
  await page.getByRole('textbox', { name: 'Search symbol or name' }).fill('dangcem')
  await watch.getByText('Not in Cement').waitFor()
  await watch.getByRole('button', { name: 'Add DANGCEM to Cement' }).click()
  await watch.getByText('Not in Cement').waitFor({ state: 'hidden' })
  await page.getByRole('textbox', { name: 'Search symbol or name' }).fill('')
  await soon(() => watch.locator('tr[data-security]').count()).toBe(1)

  // By key, too; and the server keeps it.
  await rest()
  await press('/')
  await page.keyboard.type('seplat')
  await press('ArrowDown', 'f', 'Escape')
  await soon(() => watch.locator('tr[data-security]').count()).toBe(2)
  await page.reload()
  await soon(() => watch.locator('tr[data-security]').count()).toBe(2)
  expect(stage.mishaps).toEqual([])
})
