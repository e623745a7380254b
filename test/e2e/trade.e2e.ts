import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../person.ts'
import { openStage, PATIENCE_MS, type Stage } from './stage.ts'
import { TradingPage } from './trading-page.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})

afterAll(() => stage?.close())

/** Waits until a page shows it by itself. */
const soon = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: PATIENCE_MS })

test('one broker enters a sell order, the other buys it, and every screen changes automatically', async () => {
  const seller = await TradingPage.open(stage, 'Zenith-Hill', 'customer', 'GTCO')
  const buyer = await TradingPage.open(stage, 'Meridian', 'customer', 'GTCO')
  const onlooker = await TradingPage.open(stage, '', 'admin', 'GTCO')
  const colleague = await TradingPage.open(stage, 'Zenith-Hill', 'broker', 'GTCO')
  const everybody = [seller, buyer, onlooker]
  const traders = [seller, buyer]
  const price = await referencePrice()
  const before = { seller: await seller.funds('GTCO'), buyer: await buyer.funds('GTCO') }

  await seller.fill('Sell', '120', price)
  await seller.send(`Sell 120 GTCO at ${price}`)

  for (const person of everybody) {
    await soon(async () => (await person.read(person.offers)).length).toBe(1)
    const [offer = ''] = await person.read(person.offers)
    expect(offer).toContain(price)
    expect(offer).toContain('120')
    expect(offer.includes('Yours')).toBe(person === seller)
    expect(offer).not.toContain('customer')
  }
  // Who may see the users behind the firm's entries reads who entered this one.
  await soon(() => colleague.read(colleague.offers)).toEqual([
    expect.stringContaining('Yours, entered by customer'),
  ])
  await soon(() => seller.read(seller.orders)).toEqual([expect.stringContaining('Open')])
  expect(await buyer.read(buyer.orders)).toEqual([])

  await buyer.fill('Buy', '120', price)
  await buyer.send(`Buy 120 GTCO at ${price}`)

  for (const person of everybody) {
    await soon(() => person.read(person.offers)).toEqual([])
    await soon(() => person.read(person.trades)).toEqual([expect.stringMatching(`${price} 120$`)])
  }
  for (const person of traders) {
    await soon(() => person.read(person.orders)).toEqual([
      expect.stringContaining(`${person === seller ? 'Sold' : 'Bought'} 120 at ${price}`),
    ])
    const [order = ''] = await person.read(person.orders)
    expect(order).toContain('120 / 120')
    expect(order).toContain(person === seller ? 'Sell' : 'Buy')
  }
  // Money and shares moved on both sides, as the server has them.
  await soon(() => buyer.funds('GTCO')).not.toEqual(before.buyer)
  await soon(() => seller.funds('GTCO')).not.toEqual(before.seller)
  await soon(() => buyer.funds('GTCO')).toEqual(await fundsOf('Meridian'))
  await soon(() => seller.funds('GTCO')).toEqual(await fundsOf('Zenith-Hill'))

  // Each is notified of their own order, on whatever screen, and follows the notification back to it.
  await buyer.page.getByRole('menuitem', { name: 'Dashboard' }).click()
  await buyer.page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  const notified = buyer.page
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('list')
    .getByRole('link')
  await soon(() => notified.allInnerTexts()).toEqual([expect.stringContaining(`Bought 120 GTCO at ${price}`)])
  await notified.click()
  await soon(() => buyer.read(buyer.orders)).toEqual([expect.stringContaining(`Bought 120 at ${price}`)])
  await buyer.page.getByRole('button', { name: 'Notifications, 0 unread' }).waitFor()

  expect(await onlooker.read(onlooker.orders)).toEqual([])
  for (const person of everybody) expect(await person.neverReloaded()).toBe(true)
  expect(stage.mishaps).toEqual([])
})

const figure = (digits: number) =>
  new Intl.NumberFormat('en-NG', { minimumFractionDigits: digits, maximumFractionDigits: digits })

async function referencePrice(): Promise<string> {
  const broker = await signIn(stage.server, 'Meridian', 'broker')
  const { referencePx } = await broker.get('MarketData/getPricelimitRange', { security: 'GTCO' })
  return figure(2).format(referencePx)
}

const averageCost = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 4 })

/** What a firm's demo customer can spend and owns, by the server. */
async function fundsOf(firm: 'Meridian' | 'Zenith-Hill') {
  const customer = await signIn(stage.server, firm, 'customer')
  const [account] = (await customer.get('BackOffice/GetCustomers', {})).items
  const cscsAccount = account?.cscsAccount ?? ''
  const { buyingPower } = await customer.get('Order/GetDashAccountBalance', { cscsAccount })
  const { items } = await customer.get('BackOffice/GetDashAccountPortfolioHolding', {
    cscsAcct: cscsAccount,
  })
  const held = items.find(({ securityID }) => securityID === 'GTCO')
  const owned = figure(0).format(held?.quantity ?? 0)
  return {
    spendable: `₦${figure(2).format(buyingPower)}`,
    owned: held ? `${owned} at ${averageCost.format(held.averageCost)}` : owned,
  }
}
