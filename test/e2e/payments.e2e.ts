import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})

afterAll(() => stage?.close())

const names = { deposit: 'Report a deposit', withdrawal: 'Request a withdrawal' } as const

test('a customer reports a deposit and requests a withdrawal; staff post one and decline the other, and the customer reads both', async () => {
  const customer = await stage.visitAs('Meridian', 'customer')
  await customer.goto('/app/client-portal/account-inflow')
  const report = customer.getByRole('form', { name: names.deposit })
  await report.getByLabel('Amount').fill('1250.5')
  await report.getByLabel('Reference').fill('NIP 4711')
  await report.getByRole('button', { name: names.deposit }).click()
  await customer.getByText('Reported. We have told your broker').waitFor()

  await customer.goto('/app/client-portal/account-outflow')
  const request = customer.getByRole('form', { name: names.withdrawal })
  await request.getByLabel('Amount').fill('9999999999')
  await request.getByRole('button', { name: names.withdrawal }).click()
  await request.getByText('Not enough money to pay out').waitFor()
  await request.getByLabel('Amount').fill('7500')
  await request.getByRole('button', { name: names.withdrawal }).click()
  await customer.getByText('Requested. We have told your broker').waitFor()

  const staff = await stage.visitAs('Meridian', 'admin')
  await staff.goto('/app/admin/cash-approvals')
  const row = (amount: string) => staff.getByRole('row').filter({ hasText: amount })
  await row('1,250.50')
    .getByRole('button', { name: /^Post request/ })
    .click()
  await staff.getByRole('dialog').getByRole('button', { name: 'Post', exact: true }).click()
  await staff.getByRole('dialog').waitFor({ state: 'detached' })
  await row('7,500.00')
    .getByRole('button', { name: /^Decline request/ })
    .click()
  await staff.getByRole('dialog').getByLabel('Reason').fill('Bank details are being checked')
  await staff.getByRole('dialog').getByRole('button', { name: 'Decline', exact: true }).click()
  await staff.getByRole('dialog').waitFor({ state: 'detached' })

  await customer.getByText('Bank details are being checked').first().waitFor()
  await customer.goto('/app/client-portal/account-inflow')
  const movement = customer
    .getByRole('row')
    .filter({ hasText: 'Bank transfer' })
    .filter({ hasText: '1,250.50' })
  await movement.filter({ hasText: 'Deposit by customer' }).filter({ hasText: 'Posted' }).waitFor()
  const reported = customer.getByRole('row').filter({ hasText: 'NIP 4711' })
  await reported.filter({ hasText: 'Posted' }).waitFor()
  expect(stage.mishaps).toEqual([])
})

test('a customer turns trade alerts off from the next market day, and reads it after a reload', async () => {
  const customer = await stage.visitAs('Meridian', 'customer')
  await customer.goto('/app/account-settings')
  const alerts = customer.getByRole('form', { name: 'Trade alerts' })
  await alerts.getByLabel('Do not send me trade alerts').check()
  await alerts.getByRole('button', { name: 'Save trade alerts' }).click()
  await customer.getByText('Trade alerts saved.').waitFor()
  await customer.getByText(/^Your new choice applies from .+\.$/).waitFor()
  await customer.reload()
  await expect.poll(() => alerts.getByLabel('Do not send me trade alerts').isChecked()).toBe(true)
  expect(stage.mishaps).toEqual([])
})
