import { randomUUID } from 'node:crypto'
import { type CallInput, OrdType, Side } from '@tradebook/contract'
import { afterAll, beforeAll } from 'vitest'
import { type DemoServer, openDemo } from '../../demo-server.ts'
import { type Person, signIn } from '../../person.ts'

/** Who makes the calls, on a market that only they trade on. */

export const SECURITY = 'GTCO'

/** Another one that everybody holds. */
export const FALLING = 'UBA'

export let server: DemoServer
export let broker: Person
// Signed in once: the sign-ins of a browser are limited by the minute.
export let admin: Person
/** The second administrator: `admin` approves requests of users whose right this one granted. */
export let supervisor: Person
export let host: Person
/** The other person of the host's market control. */
export let control: Person
export let account: { accountNumber: string; cscsAccount: string }
/** Of the security, in naira. */
export let listing: { readonly low: number; readonly reference: number; readonly tick: number }
/** Somebody of another firm, with whom the broker trades. */
export let rival: Person
export let rivalAdmin: Person
export let rivalAccount: string

/** One server for the tests of a file, with everybody signed in. */
export function askersForAllTests(): void {
  beforeAll(async () => {
    // The identity provider of these tests is on this machine.
    server = await openDemo({ TRADEBOOK_PROVIDER_NETWORKS: '127.0.0.1' })
    broker = await signIn(server, 'Meridian', 'broker')
    admin = await signIn(server, 'Meridian', 'admin')
    supervisor = await signIn(server, 'Meridian', 'supervisor')
    host = await signIn(server, null, 'admin')
    control = await signIn(server, null, 'control')
    const [first] = (await broker.get('BackOffice/GetCustomers', {})).items
    account = first!
    rival = await signIn(server, 'Zenith-Hill', 'broker')
    rivalAdmin = await signIn(server, 'Zenith-Hill', 'admin')
    const [theirs] = (await rival.get('BackOffice/GetCustomers', {})).items
    rivalAccount = theirs!.accountNumber
    listing = await listingOf(SECURITY)
  })

  afterAll(() => server?.close())
}

/** Who makes a call that changes how the caller signs in. */
export const selves = {
  // Either of two permissions serves, and the broker has none.
  'Customer/GetAllCustomerAccountCreationRequests': ['Meridian', 'admin'],
  'BackOffice/GetAccountTerms': ['Meridian', 'admin'],
  'BackOffice/UpdateAccountTerms': ['Meridian', 'admin'],
  'Account/LogOut': ['Meridian', 'broker'],
  'BackOffice/GetPaymentOptions': ['Meridian', 'customer'],
  'BackOffice/ReportDeposit': ['Meridian', 'customer'],
  'BackOffice/RequestWithdrawal': ['Meridian', 'customer'],
  'BackOffice/CancelPaymentRequest': ['Meridian', 'customer'],
  'BackOffice/GetPaymentRequests': ['Meridian', 'customer'],
  'Fees/GetTradeAlerts': ['Meridian', 'customer'],
  'Fees/UpdateTradeAlerts': ['Meridian', 'customer'],
  'Account/ChangePassword': ['Zenith-Hill', 'customer'],
  'Account/ConfirmEmailAddress': ['Zenith-Hill', 'broker'],
  'Account/GetTwoFactorAuthTokens': ['Zenith-Hill', 'broker'],
  'Account/EnableTwoFactorAuth': ['Zenith-Hill', 'admin'],
  'Account/DisableTwoFactorAuth': ['Zenith-Hill', 'broker'],
  'Account/RenewRecoveryCodes': ['Zenith-Hill', 'broker'],
  'Account/GetPasskeys': ['Zenith-Hill', 'customer'],
  'Account/BeginPasskey': ['Zenith-Hill', 'customer'],
  'Account/AddPasskey': ['Zenith-Hill', 'customer'],
  'Account/RenamePasskey': ['Zenith-Hill', 'customer'],
  'Account/RevokePasskey': ['Zenith-Hill', 'customer'],
} as const

const signedIn = new Map<string, Promise<Person>>()

/** The person of a call in `selves`, signed in once as everybody here. */
export function self(name: keyof typeof selves): Promise<Person> {
  const [firm, userName] = selves[name]
  const key = `${userName} of ${firm}`
  const person = signedIn.get(key) ?? signIn(server, firm, userName)
  signedIn.set(key, person)
  return person
}

/** A buy at the day's low, so that it rests. */
export const order = (
  fields: Partial<CallInput<'Order/SendNewOrder'>> = {},
): CallInput<'Order/SendNewOrder'> => ({
  clOrdID: randomUUID(),
  account: account.accountNumber,
  securityID: SECURITY,
  side: Side.buy,
  ordType: OrdType.limit,
  price: listing.low,
  orderQty: 100,
  ...fields,
})

export async function listingOf(security: string) {
  const range = await broker.get('MarketData/getPricelimitRange', { security })
  return { low: range.lowLimitPx, reference: range.referencePx, tick: range.tickSize }
}

/** An order of the rival that meets nobody's before it. */
export const rivalRests = (side: Side, securityID: string, price: number) =>
  rival.get('Order/SendNewOrder', order({ account: rivalAccount, securityID, side, price }))

/** The broker buys from the rival and sells to it again, so many ticks above the previous close. */
export async function trade(securityID = SECURITY, ticks = 0): Promise<void> {
  const { reference, tick } = await listingOf(securityID)
  const price = Math.round((reference + ticks * tick) * 100) / 100
  await rivalRests(Side.sell, securityID, price)
  await broker.get('Order/SendNewOrder', order({ securityID, price }))
  await rivalRests(Side.buy, securityID, price)
  const sell = { securityID, side: Side.sell, ordType: OrdType.market, price: undefined }
  await broker.get('Order/SendNewOrder', order(sell))
}

/** Stops an account that nothing else here trades for. */
export async function stopOther(): Promise<void> {
  const { items } = await broker.get('BackOffice/GetCustomers', {})
  const id = items.at(-1)!.accountNumber
  await admin.get('Limits/SetKillSwitch', { scope: 'account', id, on: true, reason: 'Test' })
}
