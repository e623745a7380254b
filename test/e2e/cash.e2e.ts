import {
  addBusinessDays,
  type FileCallName,
  lagosDate,
  OrdType,
  pathOf,
  Side,
  verbOf,
} from '@tradebook/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linesOf } from '../../apps/server/src/files/pdf/pdf-text.fixture.ts'
import { type Person, signIn } from '../person.ts'
import { fillSignIn, openStage, PATIENCE_MS, type Stage } from './stage.ts'
import { TradingPage } from './trading-page.ts'

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

/** Naira as screens and documents show them. */
const money = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format
const kobo = (naira: number) => Math.round(naira * 100)

type PrintingCall = FileCallName & `BackOffice/${'Print' | 'Download'}${string}`

/** A PDF's lines, which only its text can be compared by. */
async function printed<Name extends PrintingCall>(
  { token }: Person,
  call: Name,
  input: Readonly<Record<string, string>>,
): Promise<string> {
  const isGet = verbOf(call) === 'GET'
  const query = isGet ? `?${new URLSearchParams(input)}` : ''
  const answer = await fetch(`${stage.server.url}${pathOf(call)}${query}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(!isGet && { method: 'POST', body: JSON.stringify(input) }),
  })
  expect(answer.status).toBe(200)
  return (await linesOf(Buffer.from(await answer.arrayBuffer()))).join(' ')
}

test('a customer’s day: a deposit approved by two, purchases in parts, a replace and a sale; notes, statement, valuation and PDFs agree', async () => {
  const customer = await signIn(stage.server, 'Meridian', 'customer')
  const [own] = (await customer.get('BackOffice/GetCustomers', {})).items
  const cscsAcct = own?.cscsAccount ?? ''
  const before = await customer.get('BackOffice/GetDashAccountPortfolioValuation', { cscsAcct })

  // The broker posts the deposit; it waits for another person than its maker.
  const broker = await at('/app/admin/cash-approvals?account=MSL100201', 'broker')
  const form = broker.getByRole('form', { name: 'Post cash' })
  await form.getByLabel('Amount').fill('2.5m')
  await form.getByLabel('Reference').fill('TRF 8841')
  await form.getByLabel('Particulars').fill('Transfer from First Bank')
  await form.getByRole('button', { name: 'Check and post' }).click()
  const check = broker.getByRole('dialog', {
    name: 'Post this? Deposit of ₦2,500,000.00 for Amina Bello, MSL100201',
  })
  await check.getByRole('button', { name: 'Post: Deposit of 2,500,000.00' }).click()
  await broker
    .getByText('Deposit of ₦2,500,000.00 for MSL100201 is waiting for another person’s approval.')
    .waitFor()
  await broker.getByText('Yours: another person approves it').waitFor()
  expect(await broker.getByRole('button', { name: /^Approve/ }).count()).toBe(0)

  const page = await at('/app/client-portal/account-inflow', 'customer')
  const waiting = page.getByRole('row', { name: /TRF 8841/ })
  await soon(() => waiting.innerText()).toMatch(/Awaiting approval\s+2,500,000\.00/)

  const admin = await at('/app/admin/cash-approvals', 'admin')
  await admin.getByRole('button', { name: /^Approve posting/ }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByText('Deposit of ₦2,500,000.00 for Amina Bello, MSL100201').waitFor()
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await soon(() => admin.getByRole('row', { name: /TRF 8841/ }).innerText()).toMatch(/Approved/)

  await page.getByRole('menuitem', { name: 'Client Portal' }).hover()
  await page.getByRole('menuitem', { name: 'Account', exact: true }).hover()
  await page.getByRole('menuitem', { name: 'Account Statement' }).click()
  const line = page.getByRole('row', { name: /TRF 8841/ })
  await soon(() => line.innerText()).toMatch(/Transfer from First Bank\s+–\s+2,500,000\.00/)
  const figures = (await line.innerText()).split(/\s+/)
  expect((await page.getByText(/^Closing balance/).innerText()).split(/\s+/).at(-1)).toBe(figures.at(-1))

  // With the money the customer buys in two parts, replaced in between, and sells what was held before.
  const bought = 'GTCO'
  const sold = before.items.find(({ securityID, quantity }) => securityID !== bought && quantity >= 50)
  if (!sold) throw new Error('the customer has nothing to sell')
  const priceOf = async (security: string) =>
    (await customer.get('MarketData/getPricelimitRange', { security })).referencePx

  // Somebody of another firm on the other side.
  const other = await signIn(stage.server, 'Zenith-Hill', 'broker')
  const [theirs] = (await other.get('BackOffice/GetCustomers', {})).items
  const meet = async (securityID: string, side: Side, orderQty: number) =>
    other.get('Order/SendNewOrder', {
      clOrdID: crypto.randomUUID(),
      account: theirs?.accountNumber ?? '',
      securityID,
      side,
      ordType: OrdType.limit,
      price: await priceOf(securityID),
      orderQty,
    })

  await page.goto(`/app/trading?security=${bought}`)
  await page.getByText('Live', { exact: true }).waitFor()
  const trader = new TradingPage(page)
  const newest = async () => (await trader.read(trader.orders))[0] ?? ''
  const price = money(await priceOf(bought))
  await meet(bought, Side.sell, 60)
  await trader.fill('Buy', '100', price)
  await trader.send(`Buy 100 ${bought} at ${price}`)
  await soon(newest).toContain('60 / 100')
  await trader.orders.getByRole('button', { name: 'Replace' }).first().click()
  const replacing = page.getByRole('dialog', { name: /^Replace: Buy 100/ })
  await replacing.getByLabel('Quantity').fill('80')
  await replacing.getByRole('button', { name: `Replace with 80 at ${price}` }).click()
  await soon(newest).toContain('60 / 80')
  await meet(bought, Side.sell, 20)
  await soon(newest).toContain('80 / 80')

  await meet(sold.securityID, Side.buy, 50)
  await page.goto(`/app/trading?security=${sold.securityID}`)
  await page.getByText('Live', { exact: true }).waitFor()
  const soldAt = money(await priceOf(sold.securityID))
  await trader.fill('Sell', '50', soldAt)
  await trader.send(`Sell 50 ${sold.securityID} at ${soldAt}`)
  await soon(newest).toContain('50 / 50')

  const { items: notes } = await customer.get('BackOffice/GetContractNotes', { cscsAcct })
  const purchase = notes.find(({ side }) => side === Side.buy)
  const sale = notes.find(({ side }) => side === Side.sell)
  if (!purchase || !sale) throw new Error('a contract note is missing')
  expect([purchase.quantity, purchase.trades, sale.quantity]).toEqual([80, 2, 50])
  const statement = await customer.get('BackOffice/GetAccountStatement', { cscsAcct })
  const lineOf = (number: number) => statement.items.find(({ noteNumber }) => noteNumber === number)
  expect([lineOf(purchase.number)?.debit, lineOf(sale.number)?.credit]).toEqual([
    purchase.netAmount,
    sale.netAmount,
  ])
  const after = await customer.get('BackOffice/GetDashAccountPortfolioValuation', { cscsAcct })
  expect(statement.closingBalance).toBe(after.cashBalance)
  expect(kobo(after.cashBalance)).toBe(
    kobo(before.cashBalance) + kobo(2_500_000) - kobo(purchase.netAmount) + kobo(sale.netAmount),
  )
  const costOf = ({ items }: typeof after) =>
    kobo(items.find(({ securityID }) => securityID === bought)?.costValue ?? 0)
  expect(costOf(after)).toBe(costOf(before) + kobo(purchase.netAmount))

  // What the person reads and prints is what the calls answer.
  await page.goto('/app/client-portal/account-statement')
  await page
    .getByRole('row', { name: new RegExp(`Bought 80 ${bought}.*${money(purchase.netAmount)}`) })
    .waitFor()
  await page
    .getByRole('row', { name: new RegExp(`Sold 50 ${sold.securityID}.*${money(sale.netAmount)}`) })
    .waitFor()
  await page.getByText(money(statement.closingBalance)).first().waitFor()
  await page.goto('/app/client-portal/portfolio-valuation')
  await page.getByText(money(after.totalValue)).first().waitFor()
  for (const note of [purchase, sale]) {
    const lines = await printed(customer, 'BackOffice/DownloadContractNote', { number: String(note.number) })
    for (const figure of [note.consideration, note.totalFees, note.netAmount])
      expect(lines).toContain(money(figure))
  }
  const printedStatement = await printed(customer, 'BackOffice/PrintAccountStatement', { cscsAcct })
  for (const figure of [2_500_000, purchase.netAmount, sale.netAmount, statement.closingBalance])
    expect(printedStatement).toContain(money(figure))
  const printedValuation = await printed(customer, 'BackOffice/PrintPortfolioValuation', { cscsAcct })
  for (const figure of [after.totals.costValue, after.cashBalance])
    expect(printedValuation).toContain(money(figure))
  expect(stage.mishaps).toEqual([])
})

test('the host announces a dividend after its effect was shown, and revokes it; a firm reads it', async () => {
  const host = await stage.visitAs('', 'admin')
  await host.goto('/app/admin/corporate-actions')
  // Securities are offered once the market is known.
  await host.getByText('Live', { exact: true }).waitFor()
  const form = host.getByRole('form', { name: 'Announce' })
  await form.getByRole('combobox', { name: 'Security' }).fill('gtco')
  await host.keyboard.press('Enter')
  const registerDate = addBusinessDays(lagosDate(Date.now()), 10)
  await form.getByLabel('Dividend per share (₦)').fill('1.25')
  for (const [label, day] of [
    ['Qualification date', registerDate],
    ['Payment date', addBusinessDays(registerDate, 5)],
  ] as const) {
    await form.getByLabel(label).fill(day)
    await form.getByLabel(label).press('Tab')
  }
  await form.getByRole('button', { name: 'Announce to everyone' }).click()
  const dialog = host.getByRole('dialog')
  await dialog.getByText(/shares trade without the entitlement/).waitFor()
  await dialog.getByRole('button', { name: 'Announce to everyone' }).click()
  await host.getByText('Announced: Dividend of GTCO.').waitFor()

  const broker = await stage.visitAs('Meridian', 'broker')
  await broker.goto('/app/admin/corporate-actions')
  const row = broker.getByRole('row', { name: /GTCO/ })
  await soon(() => row.innerText()).toMatch(/Dividend\s+1\.25.*\s+Announced/)
  expect(await broker.getByRole('button', { name: /^Revoke/ }).count()).toBe(0)
  await row.getByRole('button', { name: /^Effect/ }).click()
  const effect = broker.getByRole('dialog')
  await effect.getByText(/^Dividends of ₦[\d,.]+, less tax of ₦[\d,.]+/).waitFor()
  await effect.getByRole('row', { name: /Amina Bello/ }).waitFor()

  await host.getByRole('button', { name: /^Revoke/ }).click()
  await dialog.getByRole('button', { name: /^Revoke corporate action/ }).click()
  await soon(() => host.getByRole('row', { name: /GTCO/ }).innerText()).toContain('Revoked')
  expect(stage.mishaps).toEqual([])
})
