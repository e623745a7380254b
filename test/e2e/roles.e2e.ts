import { OrdType, Side } from '@tradebook/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../person.ts'
import { openStage, type Stage } from './stage.ts'
import { TradingPage } from './trading-page.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})

afterAll(() => stage?.close())

test('an administrator makes a role without Sell and gives it to a broker: the button is gone and the call refused', async () => {
  const broker = await signIn(stage.server, 'Meridian', 'broker')
  const [customer] = (await broker.get('BackOffice/GetCustomers', {})).items
  const { highLimitPx: price } = await broker.get('MarketData/getPricelimitRange', { security: 'GTCO' })
  const sell = {
    clOrdID: 'sells',
    account: customer?.accountNumber ?? '',
    securityID: 'GTCO',
    side: Side.sell,
    ordType: OrdType.limit,
    price,
    orderQty: 1,
  }
  const { page: desk, ticket } = await TradingPage.open(stage, 'Meridian', 'broker', 'GTCO')
  const buys = desk.locator(`[data-security] button[data-side="${Side.buy}"]`)
  const sells = desk.locator(`[data-security] button[data-side="${Side.sell}"]`)
  await sells.first().waitFor({ state: 'attached' })

  // By the keyboard alone; the list of roles closes with the choice, so that Tab chooses nothing further.
  const admin = await stage.visitAs('Meridian', 'admin')
  await admin.goto('/app/admin/roles')
  await admin.getByRole('button', { name: 'New role' }).press('Enter')
  await admin.getByLabel('Role', { exact: true }).fill('Buyers')
  await admin.getByLabel('Name on screen').fill('Buyers')
  for (const name of ['Buy', 'Trade all the firm’s accounts', 'See all the firm’s orders'])
    await admin.getByRole('checkbox', { name, exact: true }).press('Space')
  await admin.getByRole('button', { name: 'Add role' }).press('Enter')
  await admin.getByText('Role Buyers created.').waitFor()

  await admin.goto('/app/admin/user-management')
  await admin.getByRole('table').getByRole('button', { name: 'broker', exact: true }).press('Enter')
  const roles = admin.getByRole('combobox', { name: 'Roles' })
  await roles.press('Backspace')
  await roles.fill('Buyers')
  await roles.press('Enter')
  await roles.press('Tab')
  await admin.getByRole('button', { name: 'Save changes' }).press('Enter')
  await admin.getByText('Changes to broker saved').waitFor()

  const { status, error } = await broker.ask('Order/SendNewOrder', sell)
  expect([status, error?.code]).toEqual([500, 2012])
  await desk.reload()
  await buys.first().waitFor({ state: 'attached' })
  expect(await sells.count()).toBe(0)
  expect(await ticket.getByRole('radio', { name: 'Sell' }).isDisabled()).toBe(true)
  expect(stage.mishaps).toEqual([])
})
