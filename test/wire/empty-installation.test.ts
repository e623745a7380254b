import { OrdType, Side } from '@tradebook/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { files, individual } from '../../apps/server/src/features/registration/request.fixture.ts'
import { sendForm } from '../account-request.ts'
import { type Firm, type Person, signIn } from '../person.ts'
import { type OwnServer, openEmpty } from '../running-server.ts'

/** An installation that begins with nothing but its host trades by what people do in it, with the database that it brings. */

const PASSWORD = 'Quiet-harbour-lamp-7'
const FIRM = 'Harmattan'
const SECURITY = 'GTCO'

let server: OwnServer

beforeAll(async () => {
  server = await openEmpty({ TRADEBOOK_ADMIN_PASSWORD: '', TRADEBOOK_DEMO_PASSWORD: '' })
})
afterAll(() => server?.close())

const signInAt = (userName: string) => signIn({ url: server.url, password: PASSWORD }, FIRM as Firm, userName)

/** A person with an account, which the administrator approves. */
async function customerOf(admin: Person, userName: string, bvn: string) {
  const emailAddress = `${userName}@harmattan.example`
  await admin.get('User/Create', {
    ...{ userName, name: 'Zainab', surname: 'Bello', emailAddress, password: PASSWORD },
    isActive: true,
  })
  const person = await signInAt(userName)
  // The administrator knows the first one.
  await person.get('Account/ChangePassword', {
    currentPassword: PASSWORD,
    newPassword: `${PASSWORD} of ${bvn}`,
  })
  const request = { ...individual, emailAddress, bvn, nin: bvn, submit: true }
  const { id } = await sendForm(server.url, person.token, 'Customer/CustomerRegister', request, files)
  // Both have the telephone number and the bank account of one example: the second approval needs a reason.
  const reason = 'Both are of one family'
  const { warnings } = await admin.get('Customer/GetCustomerAccountCreationRequest', { id })
  // Nobody is connected to the depository: its numbers are those on paper.
  const approval = { id, reason, warnings, cscsAccount: bvn.slice(1), chn: `C${bvn.slice(3)}ZB` }
  const approved = await admin.get('Customer/ApproveAndSubmitCustomerAccountCreationRequest', approval)
  expect(approved).toMatchObject({
    status: 4,
    accountNumber: expect.stringMatching(/^HAR\d+$/),
    cscsAccount: bvn.slice(1),
  })
  return { person, account: approved.accountNumber!, cscsAcct: approved.cscsAccount! }
}

test('the host makes a firm, whose administrator opens accounts, posts cash and shares, and customers trade', async () => {
  // What was printed is what works, and nothing else is.
  await expect.poll(() => server.output()).toContain('The passwords of the first start are kept in')
  const password = /^ {2}Password of the installation's admin: (\S+)$/m.exec(server.output())?.[1] ?? ''
  expect(server.output()).not.toContain("Password of the firms' users")
  expect(server.output()).toContain('No depository is connected')
  const host = await signIn({ url: server.url, password }, null, 'admin')
  expect((await host.get('Tenant/GetAll', {})).totalCount).toBe(0)
  expect((await host.get('MarketData/getSecurityLists', {})).items.length).toBeGreaterThan(100)
  const { passwordLink } = await host.get('Tenant/Create', {
    ...{ tenancyName: FIRM, name: 'Harmattan Securities', memberCode: 'HAR', isActive: true },
    adminEmailAddress: 'admin@harmattan.example',
  })
  const resetToken = new URL(passwordLink).hash.slice(1)
  const nobody = await host.ask('Account/PasswordReset', { resetToken, newPassword: PASSWORD })
  expect(nobody.error).toBeNull()

  const admin = await signInAt('admin')
  const seller = await customerOf(admin, 'seller', '22123456781')
  const buyer = await customerOf(admin, 'buyer', '22123456782')
  const posted = { reference: 'OPENING', narration: 'At the opening of the account' }
  await admin.get('BackOffice/PostCashEntry', {
    ...{ ...posted, postingID: 'cash', cscsAcct: buyer.cscsAcct, type: 'deposit', amount: 100_000 },
  })
  await admin.get('BackOffice/PostSecurityEntry', {
    ...{ ...posted, postingID: 'shares', cscsAcct: seller.cscsAcct, type: 'transferIn' },
    ...{ securityID: SECURITY, quantity: 100, unitCost: 10 },
  })

  const { referencePx: price } = await seller.person.get('MarketData/getPricelimitRange', {
    security: SECURITY,
  })
  const order = { securityID: SECURITY, ordType: OrdType.limit, price, orderQty: 100 }
  await seller.person.get('Order/SendNewOrder', {
    ...{ ...order, clOrdID: 'sells', account: seller.account, side: Side.sell },
  })
  const bought = await buyer.person.get('Order/SendNewOrder', {
    ...{ ...order, clOrdID: 'buys', account: buyer.account, side: Side.buy },
  })
  expect(bought).toMatchObject({ ordStatus: '2', cumQty: 100, lastPx: price })
  const { items } = await buyer.person.get('BackOffice/GetDashAccountPortfolioHolding', {
    cscsAcct: buyer.cscsAcct,
  })
  expect(items).toMatchObject([{ securityID: SECURITY, quantity: 100 }])
  const { availableBalance } = await buyer.person.get('Order/GetDashAccountBalance', {
    cscsAccount: buyer.cscsAcct,
  })
  expect(availableBalance).toBeLessThan(100_000 - 100 * price)
})
