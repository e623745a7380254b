import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../person.ts'
import { openStage, PATIENCE_MS, type Stage } from './stage.ts'
import { TradingPage } from './trading-page.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})

afterAll(() => stage?.close())

test('an alert is set from a row by keyboard; a trade at its price fires it, in the bell and in the list', async () => {
  const { page } = await TradingPage.open(stage, 'Meridian', 'broker', 'MTNN')
  const seller = await signIn(stage.server, 'Zenith-Hill', 'customer')
  const buyer = await signIn(stage.server, 'Meridian', 'customer')
  const { referencePx, tickSize } = await seller.get('MarketData/getPricelimitRange', { security: 'GTCO' })
  const price = Math.round((referencePx + 4 * tickSize) * 100) / 100

  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('/')
  await page.keyboard.type('gtco')
  for (const key of ['ArrowDown', 'a']) await page.keyboard.press(key)
  const dialog = page.getByRole('dialog', { name: 'Set an alert on GTCO' })
  await expect
    .poll(() => page.locator(':focus').getAttribute('inputmode'), { timeout: PATIENCE_MS })
    .toBe('decimal')
  await page.keyboard.type(String(price))
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })

  const order = { securityID: 'GTCO', ordType: '2', price, orderQty: 120 } as const
  for (const [person, side] of [
    [seller, '2'],
    [buyer, '1'],
  ] as const) {
    const { items } = await person.get('BackOffice/GetCustomers', {})
    const account = items[0]!.accountNumber
    await person.get('Order/SendNewOrder', { ...order, clOrdID: `alert ${side}`, account, side })
  }
  await page.getByRole('button', { name: /^Notifications, [1-9]/ }).click()
  const notified = page.getByRole('dialog', { name: 'Notifications' }).getByText(/^GTCO is at .* at or above/)
  await notified.waitFor()
  await page.goto(new URL('/app/marketData/alerts', stage.server.url).href)
  const row = page.getByRole('row', { name: /GTCO/ })
  await expect.poll(() => row.innerText(), { timeout: PATIENCE_MS }).toMatch(/Fired[\s\S]*GTCO/)
  expect(stage.mishaps).toEqual([])
})
