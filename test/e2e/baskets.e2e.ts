import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../person.ts'
import { openStage, PATIENCE_MS, type Stage } from './stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})

afterAll(() => stage?.close())

const LINES = 50

test('fifty orders from a spreadsheet are imported, corrected, checked together, sent, and saved for the firm', async () => {
  const broker = await signIn(stage.server, 'Meridian', 'broker')
  const { items } = await broker.get('BackOffice/GetCustomers', {})
  const account = items[0]!.accountNumber
  const { lowLimitPx } = await broker.get('MarketData/getPricelimitRange', { security: 'GTCO' })
  const page = await stage.visitAs('Meridian', 'broker')
  await page.goto('/app/baskets')
  await page.getByRole('button', { name: 'New basket' }).click()

  // A file with headings of its own, a line of an unknown security and a figure that could be two.
  const rows = Array.from({ length: LINES }, (_, n) => `${account},GTCO,B,${10 + n},${lowLimitPx}`)
  rows[1] = `${account},NOSUCH,B,10,5`
  rows[2] = `${account},GTCO,B,1.000,${lowLimitPx}`
  const sheet = `Client,Symbol,Side,Qty,Limit\n${rows.join('\n')}\n`
  await page.locator('input[type=file]').setInputFiles({
    name: 'orders.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(sheet),
  })
  await page.getByText(`Lines: ${LINES} · 1 to correct`).waitFor()
  await page.getByRole('button', { name: '1,000', exact: true }).click()
  await page.getByRole('button', { name: 'Check all' }).click()
  const line = (number: number) => page.getByRole('row', { name: new RegExp(`^${number} `) })
  await line(2).getByText('There is no such security').waitFor()
  await page.getByRole('table', { name: 'Accounts after these orders' }).getByText(account).waitFor()

  await page.getByRole('button', { name: `Send orders (${LINES - 1})` }).click()
  await expect
    .poll(() => page.getByRole('cell', { name: 'Open', exact: true }).count(), { timeout: PATIENCE_MS })
    .toBe(LINES - 1)
  const orders = await broker.get('Order/getStockOrders', { status: 'open', account, maxResultCount: 1_000 })
  expect(orders.items.filter(({ price }) => price === lowLimitPx)).toHaveLength(LINES - 1)

  await page.getByRole('textbox', { name: 'Name' }).fill('Month end')
  await page.getByRole('checkbox', { name: 'Share with the firm' }).check()
  await page.getByRole('button', { name: 'Save basket' }).click()
  await page.waitForURL(/basket\?id=\d+$/)
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /Excel/ }).click(),
  ])
  const path = await download.path()

  // What was exported is imported again, line for line.
  const again = await stage.visitAs('Meridian', 'broker')
  await again.goto('/app/basket')
  await again.locator('input[type=file]').setInputFiles({
    name: 'orders.xlsx',
    mimeType: 'application/octet-stream',
    buffer: readFileSync(path),
  })
  await again.getByText(`Lines: ${LINES}`, { exact: false }).waitFor()
  expect(await again.getByLabel(/^Quantity, line 3$/).inputValue()).toBe('1,000')
  // Its saved form is there for the firm.
  await again.goto('/app/baskets')
  await again.getByRole('row', { name: /Month end/ }).waitFor()
  expect(stage.mishaps).toEqual([])
})

test('a basket is entered, checked and sent by keyboard alone', async () => {
  const broker = await signIn(stage.server, 'Meridian', 'broker')
  const { items } = await broker.get('BackOffice/GetCustomers', {})
  const account = items[1]!.accountNumber
  const { lowLimitPx } = await broker.get('MarketData/getPricelimitRange', { security: 'MTNN' })
  const page = await stage.visitAs('Meridian', 'broker')
  await page.goto('/app/basket')
  await page.getByLabel('Account, line 1').focus()
  for (const cell of [account, 'Buy', 'MTNN', '15', String(lowLimitPx)]) {
    await page.keyboard.type(cell)
    await page.keyboard.press('Tab')
  }
  await page.getByLabel('Price, line 1', { exact: true }).focus()
  await page.keyboard.press('ArrowDown')
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Price, line 2')
  await page.keyboard.press('ArrowUp')
  await page.getByRole('button', { name: 'Check all' }).focus()
  await page.keyboard.press('Enter')
  const send = page.getByRole('button', { name: 'Send orders (1)' })
  await send.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('cell', { name: 'Open', exact: true }).waitFor()
  expect(stage.mishaps).toEqual([])
})

test('a retry that is refused keeps the id under which orders may have been sent', async () => {
  const broker = await signIn(stage.server, 'Meridian', 'broker')
  const { items } = await broker.get('BackOffice/GetCustomers', {})
  const account = items[2]!.accountNumber
  const { lowLimitPx } = await broker.get('MarketData/getPricelimitRange', { security: 'MTNN' })
  const page = await stage.visitAs('Meridian', 'broker')
  const sent: string[] = []
  const refused = { success: false, error: { code: 2070, message: 'There is no such basket', details: '' } }
  const SEND = '**/Basket/Send'
  await page.route(SEND, async (route) => {
    sent.push(route.request().postDataJSON().sendID)
    if (sent.length === 2) return route.fulfill({ status: 500, json: refused })
    // The first request is lost on its way: the page cannot know whether its order was entered.
    return sent.length === 1 ? route.abort() : route.continue()
  })
  await page.goto('/app/basket')
  await page.getByLabel('Account, line 1').focus()
  for (const cell of [account, 'Buy', 'MTNN', '17', String(lowLimitPx)]) {
    await page.keyboard.type(cell)
    await page.keyboard.press('Tab')
  }
  await page.getByRole('button', { name: 'Check all' }).click()
  await page.getByRole('button', { name: 'Send orders (1)' }).click()
  const again = page.getByRole('button', { name: 'Send again', exact: true })
  await again.click()
  await page.getByText('There is no such basket').first().waitFor()
  await again.click()
  await page.getByRole('cell', { name: 'Open', exact: true }).waitFor()
  expect(sent).toHaveLength(3)
  expect(new Set(sent).size).toBe(1)
})
