import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillSignIn, openStage, PATIENCE_MS, type Stage } from './stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})

afterAll(() => stage?.close())

/** Somebody of Meridian at a screen. */
async function at(path: string, userName: string): Promise<Page> {
  const page = await stage.visit()
  await page.goto(path)
  await fillSignIn(page, 'Meridian', userName, stage.server.password)
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  return page
}

const soon = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: PATIENCE_MS })

test('a deposit is posted by one person and approved by another, and stands on the customer’s statement', async () => {
  const broker = await at('/app/admin/cash-approvals?account=MSL100201', 'broker')
  const form = broker.getByRole('form', { name: 'Post cash' })
  await form.getByLabel('Amount').fill('2500000')
  await form.getByLabel('Reference').fill('TRF 8841')
  await form.getByLabel('Particulars').fill('Transfer from First Bank')
  await form.getByRole('button', { name: 'Post' }).click()
  await broker
    .getByText('Deposit of 2,500,000.00 naira for MSL100201 waits for the approval of another person.')
    .waitFor()
  await broker.getByText('Yours: another person decides').waitFor()
  expect(await broker.getByRole('button', { name: /^Approve/ }).count()).toBe(0)

  const customer = await at('/app/client-portal/account-inflow', 'customer')
  const waiting = customer.getByRole('row', { name: /TRF 8841/ })
  await soon(() => waiting.innerText()).toMatch(/Waits for approval\s+2,500,000\.00/)

  const admin = await at('/app/admin/cash-approvals', 'admin')
  await admin.getByRole('button', { name: /^Approve posting/ }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByText('Deposit of 2,500,000.00 naira for Amina Bello, MSL100201').waitFor()
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await soon(() => admin.getByRole('row', { name: /TRF 8841/ }).innerText()).toMatch(/Approved/)

  await customer.getByRole('menuitem', { name: 'Client Portal' }).hover()
  await customer.getByRole('menuitem', { name: 'Account', exact: true }).hover()
  await customer.getByRole('menuitem', { name: 'Account Statement' }).click()
  const line = customer.getByRole('row', { name: /TRF 8841/ })
  await soon(() => line.innerText()).toMatch(/Transfer from First Bank\s+–\s+2,500,000\.00/)
  const figures = (await line.innerText()).split(/\s+/)
  expect((await customer.getByText(/^Closing balance/).innerText()).split(/\s+/).at(-1)).toBe(figures.at(-1))
  expect(stage.mishaps).toEqual([])
})
