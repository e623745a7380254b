import { randomUUID } from 'node:crypto'
import { OrdType, Side } from '@tradebook/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerAndSubmit } from '../account-request.ts'
import { type Firm, signIn } from '../person.ts'
import { mailboxOf } from '../running-server.ts'
import { chooseAccount } from './account-field.ts'
import { fillSignIn, openStage, PATIENCE_MS, type Stage } from './stage.ts'
import { TradingPage } from './trading-page.ts'

const FIRM = 'Sahel' as Firm
const NAME = 'Sahel Securities'
const EMAIL = 'chief@sahel.example'
const PASSWORD = 'Quiet-harbour-lamp-7'
const SECURITY = 'GTCO'
const QUANTITY = 10

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})

afterAll(() => stage?.close())

const isAt = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path)

/** Somebody of another firm offers shares at yesterday's close. @returns the price. */
async function offer(): Promise<number> {
  const other = await signIn(stage.server, 'Zenith-Hill', 'customer')
  const [account] = (await other.get('BackOffice/GetCustomers', {})).items
  const { referencePx: price } = await other.get('MarketData/getPricelimitRange', { security: SECURITY })
  await other.get('Order/SendNewOrder', {
    ...{ clOrdID: randomUUID(), account: account?.accountNumber ?? '', securityID: SECURITY },
    ...{ side: Side.sell, ordType: OrdType.limit, price, orderQty: QUANTITY },
  })
  return price
}

test('the host makes a firm, whose administrator sets a password by the mailed link, opens an account and buys; disabled, the firm’s open page is signed out', async () => {
  const host = await stage.visitAs('', 'admin')
  await host.goto('/app/admin/tenants')
  await host.getByRole('button', { name: 'New firm' }).click()
  const making = host.getByRole('form', { name: 'New firm' })
  await making.getByLabel('Name', { exact: true }).fill(NAME)
  await making.getByLabel('Short name').fill(FIRM)
  await making.getByLabel('E-mail address of the administrator').fill(EMAIL)
  await making.getByLabel('Member code').fill('SHL')
  await making.getByRole('button', { name: 'Create firm' }).click()
  const made = host.getByRole('dialog', { name: `${NAME} was created` })
  await made.getByLabel('Link to set the password').waitFor()
  await made.getByRole('button', { name: 'Close' }).last().click()

  const page = await stage.visit()
  await page.goto(mailboxOf(stage.server))
  await page.locator('article', { hasText: EMAIL }).getByRole('link').click()
  await page.getByRole('textbox', { name: 'New password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('Your new password has been set').waitFor()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await fillSignIn(page, FIRM, 'admin', PASSWORD)
  await isAt(page, '/app/trading')

  await registerAndSubmit({ ...stage.server, password: PASSWORD }, FIRM, 'applicant')
  await page.goto('/app/admin/account-creation-request')
  await page.getByRole('button', { name: /Bello/ }).click()
  const review = page.getByRole('dialog')
  await review.getByRole('button', { name: 'Approve and send to the depository' }).click()
  await review.getByRole('button', { name: /^Approve: / }).click()
  await review.getByText(/^Account SHL\S+ is open/).waitFor()

  const administrator = await signIn({ ...stage.server, password: PASSWORD }, FIRM, 'admin')
  const [customer] = (await administrator.get('BackOffice/GetCustomers', {})).items
  const { accountNumber = '', cscsAccount: cscsAcct = '' } = customer ?? {}
  await administrator.get('BackOffice/PostCashEntry', {
    ...{ postingID: randomUUID(), cscsAcct, type: 'deposit', amount: 50_000 },
    ...{ reference: 'TRF 1', narration: 'Transfer' },
  })
  const price = (await offer()).toFixed(2)
  await page.goto(`/app/trading?security=${SECURITY}`)
  await page.getByText('Live', { exact: true }).waitFor()
  const trader = new TradingPage(page)
  await chooseAccount(page, trader.ticket, accountNumber)
  await trader.fill('Buy', `${QUANTITY}`, price)
  await trader.send(`Buy ${QUANTITY} ${SECURITY} at ${price}`)
  await expect
    .poll(async () => (await trader.read(trader.orders))[0] ?? '', { timeout: PATIENCE_MS })
    .toContain(`${QUANTITY} / ${QUANTITY}`)

  await host.getByRole('table').getByRole('button', { name: NAME }).first().click()
  const firm = host.getByRole('dialog', { name: NAME })
  await firm.getByLabel('Reason').fill('Fees are due')
  await firm.getByRole('button', { name: `Disable ${NAME}` }).click()
  const asked = host.getByRole('dialog', { name: `Disable ${NAME}?` })
  await asked.getByRole('button', { name: `Disable ${NAME}` }).click()
  await host.getByText(`${NAME} is disabled.`).waitFor()
  await isAt(page, '/user/login')
  await page.getByText('Your session has ended').waitFor()
  expect(stage.mishaps).toEqual([])
})
