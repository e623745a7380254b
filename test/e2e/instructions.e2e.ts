import { addDays, lagosDate } from '@tradebook/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../person.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})

afterAll(() => stage?.close())

test('a dealer takes an instruction from the inbox, enters an order for part of it, and cannot enter more than is left', async () => {
  const broker = await signIn(stage.server, 'Meridian', 'broker')
  const { items } = await broker.get('BackOffice/GetCustomers', {})
  const { accountNumber: account } = items[0]!
  const { lowLimitPx } = await broker.get('MarketData/getPricelimitRange', { security: 'GTCO' })
  const { id } = await broker.get('Instruction/Save', {
    ...{ account, securityID: 'GTCO', side: '1', orderQty: 500, price: lowLimitPx, isUrgent: true },
    ...{ medium: 'letter', reference: 'Letter 12', until: addDays(lagosDate(Date.now()), 10) },
  })
  const page = await stage.visitAs('Meridian', 'broker')
  await page.goto('/app/instructions')
  await page
    .getByRole('row', { name: /Urgent/ })
    .getByText(String(id), { exact: true })
    .click()
  const drawer = page.getByRole('dialog', { name: `Instruction ${id}` })
  await drawer.getByRole('button', { name: 'Take instruction' }).click()

  const form = drawer.getByRole('form', { name: 'Enter order' })
  const enter = async (quantity: string) => {
    await form.getByLabel('Quantity').fill(quantity)
    await form.getByRole('button', { name: 'Enter order' }).click()
  }
  await enter('300')
  await drawer.getByText('Open: 0 of 300 filled').waitFor()
  await enter('201')
  await drawer.getByText('The instruction has 200 of 500 shares left', { exact: false }).waitFor()
  await enter('200')
  await drawer.getByText('Open: 0 of 200 filled').waitFor()

  const { items: orders } = await broker.get('Order/getStockOrders', { status: 'open', account })
  expect(orders.filter(({ instructionID }) => instructionID === id).map(({ orderQty }) => orderQty)).toEqual([
    200, 300,
  ])
  const history = drawer.getByRole('region', { name: 'History' })
  expect(await history.getByRole('listitem').count()).toBe(2)
  expect(stage.mishaps.filter((mishap) => !mishap.includes('500'))).toEqual([])
})
