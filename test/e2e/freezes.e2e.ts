import { randomUUID } from 'node:crypto'
import { OrdType, Side, TimeInForce } from '@tradebook/contract'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, signIn } from '../person.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
let broker: Person
let customer: Person
let account: { readonly accountNumber: string; readonly cscsAccount: string }

beforeAll(async () => {
  stage = await openStage()
  broker = await signIn(stage.server, 'Meridian', 'broker')
  customer = await signIn(stage.server, 'Meridian', 'customer')
  const [own] = (await customer.get('BackOffice/GetCustomers', {})).items
  account = own!
})

afterAll(() => stage?.close())

const post = (type: 'deposit' | 'withdrawal', amount: number, narration: string) =>
  broker.get('BackOffice/PostCashEntry', {
    ...{ postingID: randomUUID(), cscsAcct: account.cscsAccount, type, amount },
    ...{ reference: randomUUID().slice(0, 8), narration },
  })
const ledgerBalance = async () =>
  (await broker.get('Order/GetDashAccountBalance', { cscsAccount: account.cscsAccount })).ledgerBalance

const statementOf = (page: Page) =>
  page.goto(`/app/client-portal/account-statement?account=${account.accountNumber}`)

/** Approves what waits first, as another person. */
async function approve(
  page: Page,
  saying: string,
  reads: (dialog: Locator) => Promise<void> = async () => {},
): Promise<void> {
  await page.goto('/app/admin/cash-approvals')
  const row = page.getByRole('row').filter({ hasText: 'Awaiting approval' })
  await row.getByRole('button', { name: /^Approve/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(saying).first().waitFor()
  await reads(dialog)
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('a wrong deposit is reversed after half of it was paid out: one asks at the statement, another approves, and both entries are linked', async () => {
  const before = await ledgerBalance()
  await post('deposit', 4_321.5, 'Wrong deposit')
  await post('withdrawal', 2_160.75, 'Half of it')
  const page = await stage.visitAs('Meridian', 'broker')
  await statementOf(page)
  // By keyboard: the line opens to what can be done with it.
  const row = page.getByRole('row').filter({ hasText: 'Wrong deposit' }).first()
  await row.getByRole('button').first().press('Enter')
  await page.getByRole('button', { name: /^Reverse entry/ }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/^The account’s balance will be|^The money has been spent/).waitFor()
  await dialog.getByLabel('Reason').fill('Another customer paid it')
  await dialog.getByRole('button', { name: 'Request the reversal' }).press('Enter')
  await page.getByText('Requested. Another person must approve it').waitFor()

  const second = await stage.visitAs('Meridian', 'admin')
  await approve(second, 'Another customer paid it')
  await statementOf(second)
  // What was paid out is between them, so that both lines stay, with the balances that the files have.
  await second.getByText(/Wrong deposit \(reversed by entry \d+\)/).waitFor()
  await second.getByText(/Reversal of entry \d+: Another customer paid it/).waitFor()
  expect(await ledgerBalance()).toBeCloseTo(before - 2_160.75, 2)
  expect(stage.mishaps).toEqual([])
})

test('an account frozen by court order refuses orders, withdrawals, transfers and changes to its bank account with a clear message, until two people lift the freeze', async () => {
  const page = await stage.visitAs('Meridian', 'admin')
  await statementOf(page)
  await page.getByRole('button', { name: `Freeze account ${account.accountNumber}` }).press('Enter')
  const form = page.getByRole('form', { name: `Freeze account ${account.accountNumber}` })
  await form.getByLabel('Grounds').click()
  await page.getByText('Court order', { exact: true }).last().click()
  await form.getByLabel('Reference').fill('FHC/L/12/2026')
  await form.getByLabel('Reason').fill('Mareva injunction')
  await page
    .getByRole('dialog')
    .getByLabel('Document')
    .setInputFiles({
      ...{ name: 'order.png', mimeType: 'image/png' },
      // One pixel.
      buffer: Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    })
  // The market's date, which arrives by the live connection.
  await expect.poll(() => form.getByLabel('Since').inputValue(), { timeout: 60_000 }).not.toBe('')
  await form.getByRole('button', { name: 'Freeze account', exact: true }).click()
  await page.getByText(`Freeze account ${account.accountNumber} now?`).last().waitFor()
  await page.getByText(/Open orders that will be cancelled: /).waitFor()
  await page.getByRole('dialog').last().getByRole('button', { name: 'Freeze account', exact: true }).click()
  await page.getByText('This account is frozen').waitFor()
  await page.getByText(/Court order \(FHC\/L\/12\/2026\) since .*: Mareva injunction/).waitFor()
  await page.getByRole('button', { name: 'order.png' }).waitFor()

  const frozen = { code: 4070, message: 'This account is frozen' }
  const { cscsAccount: cscsAcct, accountNumber } = account
  const [{ securityID, low }] = await quotes()
  const order = { account: accountNumber, securityID, side: Side.buy, ordType: OrdType.limit, price: low }
  const own = { ...order, clOrdID: randomUUID(), orderQty: 1, timeInForce: TimeInForce.day }
  expect((await customer.ask('Order/SendNewOrder', own)).error).toMatchObject(frozen)
  const asked = { postingID: randomUUID(), cscsAcct, amount: 10 }
  expect(
    (await customer.ask('BackOffice/RequestWithdrawal', { ...asked, reference: '' })).error,
  ).toMatchObject(frozen)
  const words = { reference: randomUUID().slice(0, 8), narration: 'N' }
  const out = { ...asked, ...words, type: 'withdrawal' } as const
  expect((await broker.ask('BackOffice/PostCashEntry', out)).error).toMatchObject(frozen)
  const transfer = {
    postingID: randomUUID(),
    cscsAcct,
    ...words,
    type: 'transferOut',
    securityID,
    quantity: 1,
  } as const
  expect((await broker.ask('BackOffice/PostSecurityEntry', transfer)).error).toMatchObject(frozen)
  const admin = await signIn(stage.server, 'Meridian', 'admin')
  const terms = {
    postingID: randomUUID(),
    cscsAcct,
    cashRoute: 'broker',
    bankCode: null,
    bankAccount: null,
  } as const
  expect((await admin.ask('BackOffice/UpdateAccountTerms', terms)).error).toMatchObject(frozen)
  await post('deposit', 10, 'Still arrives')

  // The customer reads that it is frozen, and not why.
  const owner = await stage.visitAs('Meridian', 'customer')
  await owner.goto('/app/client-portal/account-outflow')
  await owner.getByText('This account is frozen').first().waitFor()
  expect(await owner.getByText('Court order').count()).toBe(0)

  await page.getByRole('button', { name: /^Lift freeze/ }).press('Enter')
  const why = /Court order \(FHC\/L\/12\/2026\) since/
  await page.getByRole('dialog').getByText(why).waitFor()
  await page.getByRole('dialog').getByLabel('Reason for lifting it').fill('Order vacated')
  await page.getByRole('dialog').getByRole('button', { name: 'Request to lift' }).press('Enter')
  await page.getByText(/asked to lift it: Order vacated/).waitFor()
  const second = await stage.visitAs('Meridian', 'broker')
  await approve(second, 'Order vacated', async (dialog) => {
    await dialog.getByText(why).waitFor()
    await dialog.getByRole('button', { name: 'order.png' }).waitFor()
  })
  await statementOf(second)
  await second.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  expect(
    (await customer.ask('BackOffice/RequestWithdrawal', { ...asked, postingID: randomUUID(), reference: '' }))
      .error,
  ).toBeNull()
})

async function quotes() {
  const { items } = await broker.get('BackOffice/GetDashAccountPortfolioHolding', {
    cscsAcct: account.cscsAccount,
  })
  return items.map(({ securityID, lastPx }) => ({ securityID, low: lastPx })) as [
    { securityID: string; low: number },
  ]
}
