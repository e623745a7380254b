import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './stage.ts'
import { TradingPage } from './trading-page.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})

afterAll(() => stage?.close())

/** What a person who can not see, or not use a mouse, would stumble over. */
async function obstacles(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ target }) => target.join(' ')) }))
}

test('nothing serious stands in the way of signing in', async () => {
  const page = await stage.visit()
  await page.goto('/user/login')
  await page.getByRole('form', { name: 'Sign in' }).waitFor()
  expect(await obstacles(page)).toEqual([])
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('form', { name: 'Forgot password' }).waitFor()
  expect(await obstacles(page)).toEqual([])
  await page.goto('/user/reset-password?tenant=Meridian#1.link')
  await page.getByRole('form', { name: 'Set a new password' }).waitFor()
  expect(await obstacles(page)).toEqual([])
})

test.each(['customer', 'broker'])(
  'nothing serious stands in the way of a %s who trades',
  async (userName) => {
    const { page, ticket, orders } = await TradingPage.open(stage, 'Meridian', userName, 'GTCO')
    if (userName === 'customer') {
      const trader = new TradingPage(page)
      await trader.fill('Sell', '10', '')
      await ticket.getByLabel('One tick up').click()
      await ticket.getByRole('button', { name: /^Sell 10 GTCO at/ }).click()
      await ticket.getByRole('button', { name: /^Confirm: Sell 10 GTCO at/ }).click()
      await orders.getByText('Open').first().waitFor()
    }
    expect(await obstacles(page)).toEqual([])
  },
)
