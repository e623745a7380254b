import { OrdType, Side } from '@tradebook/contract'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../person.ts'
import { openStage, PATIENCE_MS, type Stage } from './stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})

afterAll(() => stage?.close())

const SECURITY = 'GTCO'
const ACCOUNTS = 3
const QUANTITY = 100
const FILLED = 150

const hasFocus = async (page: Page, control: Locator) =>
  (await control.and(page.locator(':focus')).count()) > 0

/** Tabs until the focus is on a control of this role and name. */
async function tabTo(page: Page, role: 'button' | 'combobox' | 'textbox', name: string | RegExp) {
  const control = page.getByRole(role, { name }).last()
  await control.waitFor()
  await expect
    .poll(
      async () => {
        await page.keyboard.press('Tab')
        return hasFocus(page, control)
      },
      { timeout: PATIENCE_MS, interval: 0 },
    )
    .toBe(true)
}

test('a dealer enters, reviews and sends a bulk order by keyboard, another firm fills part of it, and each account gets its share with its own note', async () => {
  const dealer = await signIn(stage.server, 'Meridian', 'broker')
  const { items } = await dealer.get('BackOffice/GetCustomers', {})
  const accounts = items.slice(0, ACCOUNTS)
  const { referencePx } = await dealer.get('MarketData/getPricelimitRange', { security: SECURITY })
  const page = await stage.visitAs('Meridian', 'broker')
  await page.goto('/app/bulk-orders')

  await tabTo(page, 'button', 'Send bulk order')
  await page.keyboard.press('Enter')
  await tabTo(page, 'combobox', 'Side')
  // Opens the choice, which begins with “Buy”.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await tabTo(page, 'combobox', 'Security')
  await page.keyboard.type(SECURITY)
  await page.keyboard.press('Enter')
  await page.getByText(/^Last /).waitFor()
  await tabTo(page, 'textbox', 'Price')
  await page.keyboard.type(String(referencePx))
  await tabTo(page, 'textbox', 'Accounts and quantities')
  await page.keyboard.insertText(
    accounts.map(({ accountNumber }) => `${accountNumber} ${QUANTITY}`).join('\n'),
  )
  await tabTo(page, 'button', 'Review bulk order')
  await page.keyboard.press('Enter')

  // Everything is reviewed before anything is sent; the button that confirms has the focus.
  const reviewed = page.getByRole('list', { name: 'Quantities by account' }).getByRole('listitem')
  await expect.poll(() => reviewed.count(), { timeout: PATIENCE_MS }).toBe(ACCOUNTS)
  expect((await dealer.get('Order/GetBulkOrders', {})).items).toEqual([])
  const confirm = page.getByRole('button', { name: /^Confirm: Buy 300 GTCO at .* for 3 accounts$/ })
  await expect.poll(() => hasFocus(page, confirm)).toBe(true)
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: /^Bulk order \d+$/ })
  await drawer.waitFor()

  const seller = await signIn(stage.server, 'Zenith-Hill', 'broker')
  const owner = await signIn(stage.server, 'Zenith-Hill', 'customer')
  const [owned] = (await owner.get('BackOffice/GetCustomers', {})).items
  await seller.get('Order/SendNewOrder', {
    ...{ clOrdID: crypto.randomUUID(), account: owned!.accountNumber, securityID: SECURITY },
    ...{ side: Side.sell, ordType: OrdType.limit, price: referencePx, orderQty: FILLED },
  })

  // The fill appears by itself.
  await tabTo(page, 'button', `Allocate ${FILLED} shares pro rata`)
  await page.keyboard.press('Enter')
  const part = (account: string) => drawer.getByRole('row', { name: new RegExp(account) })
  for (const { accountNumber } of accounts)
    await part(accountNumber)
      .getByText(String(FILLED / ACCOUNTS), { exact: true })
      .waitFor()

  for (const { accountNumber } of accounts) {
    await page.goto(`/app/client-portal/purchase-contract-note?account=${accountNumber}`)
    const notes = page.getByRole('row', { name: new RegExp(SECURITY) })
    await notes.filter({ has: page.getByText(String(FILLED / ACCOUNTS), { exact: true }) }).waitFor()
  }
  expect(stage.mishaps).toEqual([])
})
