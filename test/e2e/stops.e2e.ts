import { OrdType, Side } from '@tradebook/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Firm, signIn } from '../person.ts'
import { chooseAccount } from './account-field.ts'
import { openStage, PATIENCE_MS, type Stage } from './stage.ts'
import { TradingPage } from './trading-page.ts'

const SECURITY = 'GTCO'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})

afterAll(() => stage?.close())

const soon = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: PATIENCE_MS })

/** Enters a limit order of a firm's customer. */
async function enter(firm: Firm, side: Side, orderQty: number, price: number): Promise<void> {
  const person = await signIn(stage.server, firm, 'customer')
  const [account] = (await person.get('BackOffice/GetCustomers', {})).items
  await person.get('Order/SendNewOrder', {
    ...{ clOrdID: crypto.randomUUID(), account: account?.accountNumber ?? '', securityID: SECURITY },
    ...{ side, ordType: OrdType.limit, price, orderQty },
  })
}

test('an administrator lets stop orders in; a broker’s waits, a trade at its price triggers it, and the list says so', async () => {
  const trader = await TradingPage.open(stage, 'Meridian', 'broker', SECURITY)
  const { page, ticket } = trader
  const stopLimit = ticket.getByRole('radio', { name: 'Stop limit' })
  await ticket.getByRole('radio', { name: 'Limit', exact: true }).waitFor({ state: 'attached' })
  expect(await stopLimit.count()).toBe(0)

  const admin = await stage.visitAs('Meridian', 'admin')
  await admin.goto('/app/admin/settings')
  const settings = admin.getByRole('form', { name: 'Orders', exact: true })
  await settings.getByRole('checkbox', { name: 'Allow stop orders' }).check()
  await settings.getByRole('button', { name: 'Save settings' }).click()
  await admin.getByText('Saved.', { exact: true }).waitFor()

  const broker = await signIn(stage.server, 'Meridian', 'broker')
  const range = await broker.get('MarketData/getPricelimitRange', { security: SECURITY })
  const stopPx = (Math.round(range.referencePx * 100) + Math.round(range.tickSize * 100)) / 100
  const price = stopPx.toFixed(2)
  await page.reload()
  await page.getByText('Live', { exact: true }).waitFor()
  const [customer] = (await broker.get('BackOffice/GetCustomers', { query: 'Harmattan' })).items
  await chooseAccount(page, ticket, 'Harmattan', customer?.accountNumber)
  await stopLimit.check({ force: true })
  await trader.fill('Buy', '100', price)
  await ticket.getByRole('textbox', { name: /^Stop price/ }).fill(price)
  await trader.send(`Buy 100 ${SECURITY} at ${price} once it trades at ${price} or above`)
  // A broker reads the orders of all the firm.
  const own = async () => (await trader.read(trader.orders)).find((row) => row.includes('/ 100 ')) ?? ''
  await soon(own).toContain(`Stop at ${price}`)

  // It is in no book: what is offered at its price is left to others, until they trade.
  await enter('Zenith-Hill', Side.sell, 150, stopPx)
  await soon(() => trader.read(trader.offers)).toEqual([expect.stringContaining(price)])
  expect(await own()).toMatch(/0 \/ 100 .*Stop at/)
  await enter('Meridian', Side.buy, 50, stopPx)
  await soon(own).toMatch(/100 \/ 100 .*Bought 100 at/)
  await soon(() => trader.read(trader.offers)).toEqual([])
  expect(stage.mishaps).toEqual([])
})
