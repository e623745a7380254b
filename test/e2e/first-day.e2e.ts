import { randomUUID } from 'node:crypto'
import { OrdType, Side } from '@tradebook/contract'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { files, individual } from '../../apps/server/src/features/registration/request.fixture.ts'
import { sendForm } from '../account-request.ts'
import { type Firm, type Person, signIn } from '../person.ts'
import { openEmpty, PASSWORD } from '../running-server.ts'
import { chooseAccount } from './account-field.ts'
import { fillSignIn, openStage, type Stage } from './stage.ts'
import { TradingPage } from './trading-page.ts'

/** The first day of a firm on an installation with nothing but its host: no demo, no mail server, no depository. */

const FIRM = 'Harmattan' as Firm
const SECURITY = 'GTCO'

const ada = {
  ...{ firstName: 'Ada', surname: 'Okafor', bvn: '22123456781', nin: '12345678901' },
  ...{ phoneNumber: '+234 803 000 0001', bankAccountNumber: '0000014579', bankAccountName: 'Ada Okafor' },
  emailAddress: 'ada@example.com',
}
const musa = {
  ...{ firstName: 'Musa', surname: 'Bello', bvn: '22123456782', nin: '12345678902' },
  ...{ phoneNumber: '+234 803 000 0002', bankAccountNumber: '0000014586' },
  // Has no e-mail address.
  ...{ bankAccountName: 'Musa Bello', emailAddress: '' },
}

let stage: Stage

beforeAll(async () => {
  stage = await openStage({}, openEmpty)
})

afterAll(() => stage?.close())

/** Chooses one of the few of a field. */
async function choose(form: Locator, field: string, option: string): Promise<void> {
  await form.getByLabel(field, { exact: true }).click()
  await form.page().getByText(option, { exact: true }).last().click()
}

/** The host makes the firm with two administrators. Answers the links that nobody mails. */
async function makeFirm(): Promise<{ readonly first: string; readonly second: string }> {
  const page = await stage.visitAs('', 'admin')
  await page.goto('/app/admin/tenants')
  await page.getByRole('button', { name: 'New firm' }).click()
  const form = page.getByRole('form', { name: 'New firm' })
  await form.getByLabel('Name', { exact: true }).fill('Harmattan Securities')
  await form.getByLabel('Short name').fill(FIRM)
  await form.getByLabel('E-mail address of the administrator').fill('chief@harmattan.example')
  await form.getByLabel('Member code').fill('HAR')
  await form.getByRole('button', { name: 'Create firm' }).click()
  const made = page.getByRole('dialog', { name: 'Harmattan Securities was created' })
  await made.getByText('No mail server is set up').waitFor()
  const first = await linkIn(made)
  await page.getByRole('button', { name: 'Harmattan Securities' }).first().click()
  const naming = page.getByRole('form', { name: 'Second administrator' })
  await naming.getByLabel('User name').fill('compliance')
  await naming.getByLabel('First name').fill('Ngozi')
  await naming.getByLabel('Surname').fill('Eze')
  await naming.getByLabel('E-mail address').fill('compliance@harmattan.example')
  await naming.getByRole('button', { name: 'Name the second administrator' }).click()
  return { first, second: await linkIn(page.getByRole('dialog', { name: 'has a new link' })) }
}

/** The path of the link that a dialog shows this once. Closes the dialog. */
async function linkIn(dialog: Locator): Promise<string> {
  const { pathname, search, hash } = new URL(await dialog.getByLabel('Link to set the password').inputValue())
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  return `${pathname}${search}${hash}`
}

/** An administrator chooses a password by a link, and signs in. */
async function firstSignIn(link: string, userName: string): Promise<Page> {
  const page = await stage.visit()
  await page.goto(link)
  await page.getByRole('textbox', { name: 'New password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await fillSignIn(page, FIRM, userName, PASSWORD)
  await page.waitForURL(/\/app\//)
  return page
}

/** The steps of the checklist that are missing, as its reader sees them. */
async function missingSteps(page: Page): Promise<string[]> {
  await page.goto('/app/dashboard')
  const list = page.getByRole('region', { name: 'Before the first trade' })
  await list.getByRole('listitem').first().waitFor()
  return (await list.getByRole('listitem').allInnerTexts()).filter((text) => text.includes('Missing'))
}

/** A clerk enters what the customer filled in on paper; another person enters the depository's numbers. An e-mail address, if there is one, is confirmed by telephone. */
async function openFromPaper(
  clerk: Page,
  reviewer: Page,
  person: typeof ada,
  [cscsAccount, chn]: readonly [string, string],
): Promise<void> {
  await clerk.goto('/app/back-office/customers')
  await clerk.getByRole('button', { name: 'Open an account from a paper form' }).click()
  const form = clerk.getByRole('form', { name: 'Applicant' })
  await form.getByLabel('First name').fill(person.firstName)
  await form.getByLabel('Surname').fill(person.surname)
  await form.getByLabel('E-mail').fill(person.emailAddress)
  await form.getByRole('button', { name: 'Continue to the form' }).click()
  await clerk.waitForURL(/request=\d+/)
  const id = Number(new URL(clerk.url()).searchParams.get('request'))
  // The steps and documents of the form are the applicant's own, which a journey of theirs shows.
  const { token } = await signIn(stage.server, FIRM, 'clerk')
  const call = 'Customer/UpdateCustomerAccountCreationRequest'
  await sendForm(stage.server.url, token, call, { ...individual, ...person, id, submit: false }, files)
  await clerk.goto(`/app/back-office/open-account?request=${id}&step=declarations`)
  await clerk.getByLabel(/^The customer has signed the declaration/).check()
  await clerk.getByRole('button', { name: 'Submit' }).click()
  await clerk.getByText('The request is waiting for another person’s approval').waitFor()

  const name = `${person.firstName} ${person.surname}`
  await reviewer.goto(`/app/admin/account-creation-request?request=${id}`)
  const review = reviewer.getByRole('dialog')
  await review.getByRole('button', { name: 'Approve', exact: true }).click()
  await review.getByText('No depository is connected').waitFor()
  await review.getByLabel('CSCS account').fill(cscsAccount)
  await review.getByLabel('Clearing house number').fill(chn)
  await review.getByRole('button', { name: `Approve: ${name}` }).click()
  await review.getByText(`is open: CSCS account ${cscsAccount}, CHN ${chn}`).waitFor()

  if (!person.emailAddress) return
  await clerk.goto('/app/back-office/customers')
  await clerk.getByText('This installation sends no e-mail').waitFor()
  await clerk.getByRole('button', { name: `Confirm e-mail address: ${name}` }).click()
  const confirming = clerk.getByRole('form', { name: 'Confirm e-mail address' })
  await choose(confirming, 'How it was checked', 'By phone')
  await confirming.getByLabel('What was checked, and by whom').fill('Called back the number on the form')
  await confirming.getByRole('button', { name: 'Confirm e-mail address' }).click()
  await clerk.getByText(`The e-mail address of ${name} is confirmed.`).waitFor()
}

/** A customer without a sign-in gives an e-mail address later: one of the staff corrects it, another approves, and either invites. */
async function invite(clerk: Page, reviewer: Page, id: number, emailAddress: string): Promise<void> {
  await clerk.goto(`/app/back-office/customer?id=${id}`)
  await clerk.getByText('There is no e-mail address on file').waitFor()
  await clerk.getByRole('button', { name: 'Correct details' }).click()
  const form = clerk.getByRole('dialog').getByRole('form')
  await form.getByLabel('E-mail').fill(emailAddress)
  await form.getByLabel('Reason').fill('Given in person')
  await form.getByRole('button').last().click()
  await clerk.getByText('Awaiting approval').first().waitFor()
  await reviewer.goto(`/app/back-office/customer?id=${id}`)
  await reviewer.getByRole('button', { name: 'Approve', exact: true }).click()
  await reviewer.getByRole('button', { name: 'Invite to sign in' }).click()
  await reviewer.getByText(`User ${emailAddress} created.`).waitFor()
  await reviewer.getByText(`${emailAddress} · Address not confirmed`).waitFor()
}

/** A user whose first password the administrator sets, and who replaces it. */
async function join(admin: Person, userName: string, roleNames: readonly string[]): Promise<void> {
  const given = 'Only-for-the-first-time-1'
  await admin.get('User/Create', {
    ...{ userName, name: userName, surname: 'Eze', emailAddress: `${userName}@harmattan.example` },
    ...{ password: given, roleNames: [...roleNames], isActive: true },
  })
  const person = await signIn({ url: stage.server.url, password: given }, FIRM, userName)
  await person.get('Account/ChangePassword', { currentPassword: given, newPassword: PASSWORD })
}

interface Account {
  readonly accountNumber: string
  readonly cscsAccount: string
}

async function post(clerk: Person, { cscsAccount: cscsAcct }: Account, amount: number, narration: string) {
  const type = amount < 0 ? 'withdrawal' : 'deposit'
  const entry = { postingID: randomUUID(), cscsAcct, reference: randomUUID().slice(0, 8), narration }
  const { status } = await clerk.get('BackOffice/PostCashEntry', { ...entry, type, amount: Math.abs(amount) })
  expect(status).toBe('posted')
}

test('a firm on an empty installation opens two customers from paper forms and trades for them; a wrong deposit is reversed, and a frozen account refuses with a clear message', async () => {
  const links = await makeFirm()
  const admin = await firstSignIn(links.first, 'admin')
  await firstSignIn(links.second, 'compliance')

  // The administrator follows the checklist.
  expect((await missingSteps(admin)).length).toBeGreaterThan(4)
  await admin.getByRole('link', { name: 'Member code, address, phone and e-mail address' }).click()
  const details = admin.getByRole('form', { name: 'Firm details' })
  await details.getByLabel('Address').fill('4 Marina Road\nLagos')
  await details.getByLabel('Phone').fill('+234 803 111 1111')
  await details.getByLabel('How customers pay in').fill('First Bank 2034567890, Harmattan Securities')
  await details.getByRole('button', { name: 'Save settings' }).click()
  await admin.getByText('Saved.').waitFor()
  const documents = admin.getByRole('form', { name: 'Documents for customers' })
  await documents.getByLabel('RC number').fill('RC 123456')
  await documents.getByLabel('SEC registration number').fill('SEC/BD/1')
  await documents.getByLabel('Tax identification number').fill('12345678-0001')
  await documents.getByLabel('E-mail address').fill('office@harmattan.example')
  await documents.getByRole('button', { name: 'Save settings' }).click()
  await expect.poll(() => admin.getByText('Saved.').count()).toBe(2)
  // Who approves is a user of the other administrator than who asks.
  await join(await signIn(stage.server, FIRM, 'admin'), 'clerk', ['KYC_REVIEWER', 'CASHIER', 'DEALER'])
  await join(await signIn(stage.server, FIRM, 'compliance'), 'second', ['KYC_REVIEWER', 'APPROVER'])
  expect(await missingSteps(admin)).toEqual([
    expect.stringContaining('First customer account'),
    expect.stringContaining('First deposit'),
  ])

  const clerk = await stage.visitAs(FIRM, 'clerk')
  const second = await stage.visitAs(FIRM, 'second')
  await openFromPaper(clerk, second, ada, ['0012345671', 'C00012345AO'])
  await openFromPaper(clerk, second, musa, ['0012345672', 'C00012346MB'])

  const cashier = await signIn(stage.server, FIRM, 'clerk')
  const { items } = await cashier.get('BackOffice/GetCustomers', {})
  const accountOf = (name: string) => items.find(({ customerName }) => customerName === name)!
  const [buyer, seller] = [accountOf('Ada Okafor'), accountOf('Musa Bello')]
  await invite(clerk, second, seller.id, 'musa@example.com')
  await post(cashier, buyer, 50_000, 'Opening deposit')
  await admin.goto('/app/dashboard')
  await admin.getByRole('heading', { level: 1 }).waitFor()
  expect(await admin.getByText('Before the first trade').count()).toBe(0)

  // The first trade: what Musa brought on paper is bought by Ada.
  await cashier.get('BackOffice/PostSecurityEntry', {
    ...{ postingID: randomUUID(), cscsAcct: seller.cscsAccount, type: 'transferIn' },
    ...{ securityID: SECURITY, quantity: 100, unitCost: 10, reference: 'CSCS 1', narration: 'Brought along' },
  })
  const { referencePx: price } = await cashier.get('MarketData/getPricelimitRange', { security: SECURITY })
  await cashier.get('Order/SendNewOrder', {
    ...{ clOrdID: randomUUID(), account: seller.accountNumber, securityID: SECURITY, side: Side.sell },
    ...{ ordType: OrdType.limit, price, orderQty: 10 },
  })
  const trader = await ticketOf(clerk, buyer)
  const at = price.toFixed(2)
  await trader.fill('Buy', '10', at)
  await trader.send(`Buy 10 ${SECURITY} at ${at}`)
  await expect.poll(async () => (await trader.read(trader.orders))[0] ?? '').toContain('10 / 10')
  await clerk.goto(`/app/client-portal/purchase-contract-note?account=${buyer.accountNumber}`)
  await clerk.getByRole('row').filter({ hasText: SECURITY }).first().waitFor()
  await clerk.goto(`/app/client-portal/account-statement?account=${buyer.accountNumber}`)
  await clerk.getByText(`Bought 10 ${SECURITY}`).waitFor()

  // Somebody else's money: half of it is paid out before the mistake is found.
  await post(cashier, seller, 40_000, 'Wrong deposit')
  await post(cashier, seller, -20_000, 'Half of it')
  const statement = `/app/client-portal/account-statement?account=${seller.accountNumber}`
  await clerk.goto(statement)
  const wrong = () => clerk.getByRole('row').filter({ hasText: 'Wrong deposit' }).first()
  await wrong().getByRole('button').first().click()
  await clerk.getByRole('button', { name: /^Reverse entry/ }).click()
  const asking = clerk.getByRole('dialog')
  await asking.getByText('The money has been spent: the account will be overdrawn').waitFor()
  await asking.getByLabel('Reason').fill('Paid by another customer')
  await asking.getByRole('button', { name: 'Request the reversal' }).click()
  await asking.waitFor({ state: 'detached' })
  await clerk.getByText('Requested. Another person must approve it').waitFor()
  await second.goto('/app/admin/cash-approvals')
  await second.getByRole('button', { name: /^Approve posting/ }).click()
  await second.getByRole('dialog').getByText('overdrawn').waitFor()
  await second.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
  await second.getByRole('dialog').waitFor({ state: 'detached' })
  await clerk.goto(statement)
  await wrong()
    .getByText(/\(reversed by entry \d+\)/)
    .waitFor()
  const { ledgerBalance } = await cashier.get('Order/GetDashAccountBalance', {
    cscsAccount: seller.cscsAccount,
  })
  expect(ledgerBalance).toBeLessThan(0)

  // The account is frozen; whatever would leave it is refused with a clear message where it is entered.
  const freeze = { postingID: randomUUID(), cscsAcct: seller.cscsAccount }
  const reviewer = await signIn(stage.server, FIRM, 'second')
  const today = new Date().toISOString().slice(0, 10)
  await sendForm(
    ...([stage.server.url, reviewer.token, 'BackOffice/FreezeAccount'] as const),
    {
      ...{ ...freeze, ground: 'courtOrder', reference: 'FHC/L/12/2026', reason: 'Order', from: today },
      openOrders: 'cancel',
    },
    {},
  )
  const refused = (page: Page) =>
    page
      .getByText(/accepts no orders, and nothing leaves it/)
      .first()
      .waitFor()
  await ticketOf(clerk, seller)
  await trader.fill('Sell', '5', at)
  await trader.send(`Sell 5 ${SECURITY} at ${at}`)
  await refused(clerk)

  await clerk.goto(`/app/admin/cash-approvals?account=${seller.accountNumber}`)
  const cash = clerk.getByRole('form', { name: 'Post cash' })
  await choose(cash, 'Type', 'Withdrawal')
  await cash.getByLabel('Amount').fill('10')
  await cash.getByLabel('Reference').fill('CHQ 1')
  await cash.getByLabel('Particulars').fill('Pay out')
  await cash.getByRole('button', { name: 'Check and post' }).click()
  await clerk.getByRole('button', { name: 'Post: Withdrawal of 10.00' }).click()
  await refused(clerk)

  await clerk.goto(`/app/client-portal/portfolio-holding?account=${seller.accountNumber}`)
  const transfer = clerk.getByRole('form', { name: 'Transfer of shares' })
  await choose(transfer, 'Direction', 'Transfer out')
  await transfer.getByLabel('Security', { exact: true }).fill(SECURITY)
  await clerk.keyboard.press('Enter')
  await transfer.getByLabel('Quantity').fill('5')
  await transfer.getByLabel('Reference').fill('CSCS 2')
  await transfer.getByLabel('Particulars').fill('Move')
  await transfer.getByRole('button', { name: 'Check and post' }).click()
  await clerk.getByRole('button', { name: `Post 5 ${SECURITY}` }).click()
  await refused(clerk)

  await admin.goto('/app/admin/settings')
  await chooseAccount(admin, admin, seller.accountNumber)
  const terms = admin.getByRole('form', { name: 'Sale proceeds' })
  await choose(terms, 'Proceeds', 'Directly to the customer’s bank account')
  await terms.getByRole('button', { name: 'Request the change' }).click()
  await refused(admin)

  // One asks for its end, another approves it.
  const [frozen] = (await reviewer.get('BackOffice/GetAccountFreezes', { cscsAcct: seller.cscsAccount }))
    .items
  const lift = { ...freeze, postingID: randomUUID(), freeze: frozen?.id ?? 0, reason: 'Order vacated' }
  await reviewer.get('BackOffice/UnfreezeAccount', lift)
  await admin.goto('/app/admin/cash-approvals')
  await admin.getByRole('button', { name: /^Approve posting/ }).click()
  await admin.getByRole('dialog').getByText('Order vacated').first().waitFor()
  await admin.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
  await admin.getByRole('dialog').waitFor({ state: 'detached' })
  await post(cashier, seller, 30_000, 'Fills the gap')
  await post(cashier, seller, -10, 'Pay out')
  expect(stage.mishaps).toEqual([])
})

/** A dealer before the ticket of an account. */
async function ticketOf(page: Page, { accountNumber }: Account): Promise<TradingPage> {
  await page.goto(`/app/trading?security=${SECURITY}`)
  await page.getByText('Live', { exact: true }).waitFor()
  const trader = new TradingPage(page)
  await chooseAccount(page, trader.ticket, accountNumber)
  return trader
}
