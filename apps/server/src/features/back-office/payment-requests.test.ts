import { type CallInput, isRefusal } from '@tradebook/contract'
import { beforeAll, expect, test } from 'vitest'
import { BUYER, SELLER } from '../../desk/desk.fixture.ts'
import { desk, shareDesk, stage } from '../../desk/shared-desk.fixture.ts'
import type { CallContext, Caller, Handlers } from '../../http/handlers.ts'
import { callerOf, callsOf, customerOf, NO_MAIL } from './back-office.fixture.ts'
import { backOfficeFeature } from './back-office.ts'

/** What a customer reports and requests, until staff have posted or declined it. */

let handlers: Handlers<`BackOffice/${string}`>

shareDesk()
beforeAll(async () => {
  const { store } = stage.database
  const print = async () => new Uint8Array()
  handlers = backOfficeFeature({ store, picture: desk.picture, desk, print, outbox: NO_MAIL })
}, 60_000)

/** As the edge does: a refusal takes back what the work has written. */
const writing = ({ tenantId }: Caller): CallContext['write'] => {
  class Refused extends Error {
    readonly refusal: unknown
    constructor(refusal: unknown) {
      super()
      this.refusal = refusal
    }
  }
  return (work) =>
    stage.database.store
      .forTenant(tenantId)
      .write(async (tx) => {
        const done = await work(
          tx,
          () => undefined,
          () => undefined,
        )
        if (isRefusal(done)) throw new Refused(done)
        return done
      })
      .catch((error) => {
        if (error instanceof Refused) return error.refusal as never
        throw error
      })
}
const { ask, answer } = callsOf(() => handlers, BUYER, writing)

const cscsAcct = '0000000001'
const customer = { ...customerOf(BUYER), userId: 7, userName: 'ada' }
const stranger = { ...customerOf(SELLER), userId: 8, userName: 'bola' }
const [cashier, approver] = [1, 2].map((userId) => ({
  ...callerOf(BUYER),
  ...{ userId, userName: `staff${userId}`, accounts: [] },
})) as unknown as [Caller, Caller]

let made = 0
const deposit = (amount: number, more: Partial<CallInput<'BackOffice/ReportDeposit'>> = {}) => ({
  ...{
    postingID: `payment ${++made}`,
    cscsAcct,
    amount,
    channel: 'transfer' as const,
    bankCode: '058' as const,
  },
  ...{ paidOn: '2026-11-19', reference: `NIP ${made}`, ...more },
})
const withdrawal = (amount: number) => ({ postingID: `payment ${++made}`, cscsAcct, amount, reference: '' })
const report = async (amount: number) =>
  (await answer('BackOffice/ReportDeposit', deposit(amount), customer)).id
const post = (id: number, who = cashier) =>
  ask('BackOffice/PostPaymentRequest', { id, narration: 'By customer' }, who)
const shown = async (id: number, who = customer) => {
  const { items } = await answer('BackOffice/GetPaymentRequests', {}, who)
  return items.find((one) => one.id === id)
}
const balance = async () => {
  const [row] = await stage.asAdmin(
    `SELECT balance::text FROM cash_balances WHERE tenant_id = ${BUYER.tenantId} AND account = '${BUYER.account}'`,
  )
  return BigInt(String(row?.[0] ?? 0))
}
const registerBank = (number: string) =>
  stage.database.run(
    `UPDATE trading_accounts SET bank_code = '011', bank_account = '${number}'
     WHERE tenant_id = ${BUYER.tenantId} AND account = '${BUYER.account}'`,
  )

test('a reported deposit waits, is posted once by staff, and is among the inflow with channel and bank', async () => {
  const before = await balance()
  const id = await report(250)
  expect(await shown(id)).toMatchObject({ state: 'waiting', amount: 250, channel: 'transfer', isOwn: true })
  expect(await shown(id, cashier)).toMatchObject({ customerName: expect.any(String), bank: 'Guaranty Trust' })
  const first = await post(id)
  expect(first).toMatchObject({ status: 'posted' })
  // Sent again, by the same person or another, nothing is posted.
  expect(await post(id)).toEqual(first)
  expect(await post(id, approver)).toMatchObject({ refusal: 'paymentDecided' })
  expect(await balance()).toBe(before + 25_000n)
  expect(await shown(id)).toMatchObject({ state: 'posted', postingID: (first as { id: number }).id })
  const { items } = await answer('BackOffice/GetAccountInflow', { cscsAcct }, customer)
  expect(items.find(({ reference }) => reference.startsWith(`PR-${id} `))).toMatchObject({
    ...{ amount: 250, channel: 'transfer', bank: 'Guaranty Trust', state: 'posted' },
    ...{ valueDate: '2026-11-20', balance: expect.any(Number) },
  })
})

test('a report that is sent twice is one; another under its id is refused', async () => {
  const sent = deposit(80)
  const { id } = await answer('BackOffice/ReportDeposit', sent, customer)
  expect(await ask('BackOffice/ReportDeposit', sent, customer)).toEqual({ id })
  expect(await ask('BackOffice/ReportDeposit', { ...sent, amount: 81 }, customer)).toMatchObject({
    refusal: 'postingIDUsed',
  })
})

test('above the threshold the posting waits for a second person, whose rejection declines it with the reason', async () => {
  const id = await report(3_000_000)
  const posting = (await post(id)) as { readonly id: number }
  expect(posting).toMatchObject({ status: 'awaitingApproval' })
  expect(await shown(id)).toMatchObject({ state: 'pending' })
  await answer('BackOffice/RejectCashEntry', { id: posting.id, reason: 'Not in the bank' }, approver)
  expect(await shown(id)).toMatchObject({ state: 'declined', reason: 'Not in the bank' })
})

test('staff decline with a reason; what is decided is neither posted nor cancelled', async () => {
  const id = await report(60)
  await answer('BackOffice/DeclinePaymentRequest', { id, reason: 'Nothing came' }, cashier)
  expect(await shown(id)).toMatchObject({ state: 'declined', reason: 'Nothing came' })
  expect(await post(id)).toMatchObject({ refusal: 'paymentDecided' })
  expect(await ask('BackOffice/CancelPaymentRequest', { id }, customer)).toMatchObject({
    refusal: 'paymentDecided',
  })
})

test('its customer cancels it while it waits; then nobody posts it', async () => {
  const id = await report(70)
  expect(await ask('BackOffice/CancelPaymentRequest', { id }, stranger)).toMatchObject({
    refusal: 'unknownPayment',
  })
  await answer('BackOffice/CancelPaymentRequest', { id }, customer)
  expect(await ask('BackOffice/CancelPaymentRequest', { id }, customer)).toEqual({})
  expect(await post(id)).toMatchObject({ refusal: 'paymentDecided' })
  expect(await shown(id)).toMatchObject({ state: 'cancelled' })
})

test('a withdrawal goes to the registered bank account alone, and never takes more than can be withdrawn', async () => {
  expect(await ask('BackOffice/RequestWithdrawal', withdrawal(100), customer)).toMatchObject({
    refusal: 'payeeMissing',
  })
  await registerBank('0000014579')
  await post(await report(1_000))
  const { payee, withdrawable } = await answer('BackOffice/GetPaymentOptions', { cscsAcct }, customer)
  expect(payee).toEqual({ bank: 'First Bank', bankAccount: '0000014579' })
  const all = withdrawable ?? 0
  expect(await ask('BackOffice/RequestWithdrawal', withdrawal(all + 0.01), customer)).toMatchObject({
    refusal: 'notWithdrawable',
  })
  // Of two at once for all there is, one is taken.
  const both = await Promise.all(
    [1, 2].map(() => ask('BackOffice/RequestWithdrawal', withdrawal(all), customer)),
  )
  expect(both.filter(isRefusal)).toMatchObject([{ refusal: 'notWithdrawable' }])
  const { id } = both.find((one) => !isRefusal(one)) as { readonly id: number }
  expect(await shown(id, cashier)).toMatchObject({ bank: 'First Bank', bankAccount: '0000014579' })
  // The bank account was changed meanwhile.
  await registerBank('0000014586')
  expect(await post(id)).toMatchObject({ refusal: 'payeeChanged' })
  await registerBank('0000014579')
  const posted = await post(id)
  expect(posted).toMatchObject({ status: expect.stringMatching(/posted|awaitingApproval/) })
})

test('what the desk refuses waits again, and another person declines it', async () => {
  await post(await report(500))
  const { withdrawable } = await answer('BackOffice/GetPaymentOptions', { cscsAcct }, customer)
  const amount = withdrawable ?? 0
  expect(amount).toBeGreaterThan(0)
  const { id } = await answer('BackOffice/RequestWithdrawal', withdrawal(amount), customer)
  // The desk knows of postings alone: another one takes the money meanwhile.
  const other = { cscsAcct, type: 'withdrawal' as const, amount, reference: 'OUT', narration: 'Out' }
  await answer('BackOffice/PostCashEntry', { postingID: 'spends', ...other }, cashier)
  expect(await post(id)).toMatchObject({
    refusal: expect.stringMatching(/notWithdrawable|withdrawalsPending/),
  })
  expect(await shown(id)).toMatchObject({ state: 'waiting' })
  await answer('BackOffice/DeclinePaymentRequest', { id, reason: 'Paid out before' }, approver)
  expect(await shown(id)).toMatchObject({ state: 'declined' })
})

test('nobody but the users of an account reports for it or reads of it, and nobody posts an own request', async () => {
  const id = await report(90)
  expect(await ask('BackOffice/ReportDeposit', deposit(5), stranger)).toMatchObject({
    refusal: 'unknownAccount',
  })
  expect(await ask('BackOffice/ReportDeposit', deposit(5), cashier)).toMatchObject({
    refusal: 'unknownAccount',
  })
  expect(await shown(id, stranger)).toBeUndefined()
  // Another firm's, though the numbers are alike.
  const elsewhere = { ...cashier, tenantId: SELLER.tenantId }
  expect(elsewhere.tenantId).not.toBe(cashier.tenantId)
  expect(await post(id, elsewhere)).toMatchObject({ refusal: 'unknownPayment' })
  expect(await shown(id, elsewhere)).toBeUndefined()
  expect(await post(id, { ...cashier, userId: customer.userId })).toMatchObject({ refusal: 'transferOwn' })
})
