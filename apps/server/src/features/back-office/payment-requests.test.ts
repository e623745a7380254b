import { type CallInput, isRefusal } from '@tradebook/contract'
import fc from 'fast-check'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { BUYER, SELLER } from '../../desk/desk.fixture.ts'
import type { Desk } from '../../desk/desk.ts'
import { type DeskAnswer, installation } from '../../desk/inputs.ts'
import { desk, shareDesk, stage } from '../../desk/shared-desk.fixture.ts'
import type { CallContext, Handlers } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import { eventually } from '../../platform/waits.fixture.ts'
import { lockOfFirm } from '../../store/advisory-locks.ts'
import { callerOf, callsOf, customerOf, NO_MAIL } from './back-office.fixture.ts'
import { backOfficeFeature } from './back-office.ts'

/** What a customer reports and requests, until staff have posted or declined it. */

let handlers: Handlers<`BackOffice/${string}`>
/** What happens to a posting on its way to the desk. */
let onTheWay: (submit: () => Promise<DeskAnswer>) => Promise<DeskAnswer>

beforeEach(() => {
  onTheWay = (submit) => submit()
})

shareDesk()
beforeAll(async () => {
  const { store } = stage.database
  const print = async () => new Uint8Array()
  const way: Pick<Desk, 'submit'> = { submit: (input) => onTheWay(() => desk.submit(input)) }
  const watched = new Proxy(desk, {
    get: (of, name) => (name === 'submit' ? way.submit : Reflect.get(of, name, of)),
  })
  handlers = backOfficeFeature({ store, picture: desk.picture, desk: watched, print, outbox: NO_MAIL })
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
const cancel = (id: number) => ask('BackOffice/CancelPaymentRequest', { id }, customer)
const decline = (id: number, who = approver) =>
  ask('BackOffice/DeclinePaymentRequest', { id, reason: 'Nothing came' }, who)
/** Begins to post a request. @returns once it is on its way to the desk: what lets it arrive, and what it comes to. */
const beginPosting = async (id: number) => {
  const { promise: arrives, resolve: arrive } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  onTheWay = async (submit) => {
    begin()
    await arrives
    return submit()
  }
  const answer = post(id)
  await begun
  onTheWay = (submit) => submit()
  return { arrive, answer }
}
/** As if a person had begun to post a request a while ago. */
const age = (id: number) =>
  stage.database.run(
    `UPDATE payment_requests SET decided_at = decided_at - interval '1 minute' WHERE tenant_id = ${BUYER.tenantId} AND id = ${id}`,
  )
/** Puts a bank account on file; null takes it away. */
const registerBank = async (number: string | null) => {
  const bankAccount = number === null ? null : ({ bankCode: '011', number } as const)
  const terms = { account: BUYER.account, cscsAccount: cscsAcct, customerId: 1, customerName: 'Ada' }
  const account = { ...terms, cash: { route: 'broker', bankAccount } } as const
  const done = await desk.submit({ kind: 'changeTerms', origin: installation(BUYER.tenantId), account })
  expect(done).toMatchObject({ kind: 'done' })
}

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

test('above the approval limit the posting waits for a second person, whose rejection declines it with the reason', async () => {
  const id = await report(3_000_000)
  const posting = (await post(id)) as { readonly id: number }
  expect(posting).toMatchObject({ status: 'awaitingApproval' })
  expect(await shown(id)).toMatchObject({ state: 'pending' })
  await answer('BackOffice/RejectCashEntry', { id: posting.id, reason: 'Not in the bank' }, approver)
  expect(await shown(id)).toMatchObject({ state: 'declined', reason: 'Not in the bank' })
})

test('staff decline with a reason; a decided request is neither posted nor cancelled', async () => {
  const id = await report(60)
  await answer('BackOffice/DeclinePaymentRequest', { id, reason: 'Nothing came' }, cashier)
  expect(await shown(id)).toMatchObject({ state: 'declined', reason: 'Nothing came' })
  expect(await post(id)).toMatchObject({ refusal: 'paymentDecided' })
  expect(await ask('BackOffice/CancelPaymentRequest', { id }, customer)).toMatchObject({
    refusal: 'paymentDecided',
  })
})

test('a customer can cancel a waiting request, which can then not be posted', async () => {
  const id = await report(70)
  expect(await ask('BackOffice/CancelPaymentRequest', { id }, stranger)).toMatchObject({
    refusal: 'unknownPayment',
  })
  await answer('BackOffice/CancelPaymentRequest', { id }, customer)
  expect(await ask('BackOffice/CancelPaymentRequest', { id }, customer)).toEqual({})
  expect(await post(id)).toMatchObject({ refusal: 'paymentDecided' })
  expect(await shown(id)).toMatchObject({ state: 'cancelled' })
})

test('a withdrawal goes only to the bank account on file, and never takes more than can be withdrawn', async () => {
  await registerBank(null)
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

test('requests of a firm are made one after the other: each counts what the one before it has left', async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const other = stage.database.store.forTenant(BUYER.tenantId).write(async (tx) => {
    await lockOfFirm(tx, 'payments', BUYER.tenantId)
    begin()
    await ended
  })
  await begun
  let isMade = false
  const made = report(10).finally(() => {
    isMade = true
  })
  await eventually(async () => {
    const waiting = await stage.asAdmin(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
    expect({ isMade, waits: waiting.length > 0 }).toEqual({ isMade: false, waits: true })
  })
  end()
  await other
  const id = await made
  expect(await shown(id)).toMatchObject({ state: 'waiting' })
  await cancel(id)
})

test('a request that the desk refuses waits again, and another person can decline it', async () => {
  await post(await report(500))
  const { withdrawable } = await answer('BackOffice/GetPaymentOptions', { cscsAcct }, customer)
  const amount = withdrawable ?? 0
  expect(amount).toBeGreaterThan(0)
  const { id } = await answer('BackOffice/RequestWithdrawal', withdrawal(amount), customer)
  // The desk knows only of postings: another one takes the money meanwhile.
  const other = { cscsAcct, type: 'withdrawal' as const, amount, reference: 'OUT', narration: 'Out' }
  await answer('BackOffice/PostCashEntry', { postingID: 'spends', ...other }, cashier)
  expect(await post(id)).toMatchObject({
    refusal: expect.stringMatching(/notWithdrawable|withdrawalsPending/),
  })
  expect(await shown(id)).toMatchObject({ state: 'waiting' })
  await answer('BackOffice/DeclinePaymentRequest', { id, reason: 'Paid out before' }, approver)
  expect(await shown(id)).toMatchObject({ state: 'declined' })
})

test('only an account’s users can report and see its deposits, and no one can post their own request', async () => {
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
  // Of one who holds the account jointly with the person who asked.
  const holder = { ...cashier, roles: ['CASHIER', 'CUSTOMER'], accounts: customer.accounts }
  expect(await post(id, holder)).toMatchObject({ refusal: 'ownAccount' })
  expect(await ask('BackOffice/DeclinePaymentRequest', { id, reason: 'No' }, holder)).toMatchObject({
    refusal: 'ownAccount',
  })
})

test.each([
  { amount: 110, status: 'posted', state: 'posted' },
  { amount: 4_000_000, status: 'awaitingApproval', state: 'pending' },
])(
  'while one person posts $amount, no one else can post, decline or cancel it: it becomes $state',
  async ({ amount, status, state }) => {
    const before = await balance()
    const id = await report(amount)
    const { arrive, answer: posted } = await beginPosting(id)
    const others = [post(id, approver), decline(id), cancel(id)]
    for (const other of others) expect(await other).toMatchObject({ refusal: 'paymentBeingPosted' })
    expect(await shown(id)).toMatchObject({ state: 'waiting' })
    const again = post(id)
    arrive()
    expect(await posted).toMatchObject({ status })
    // Who presses twice is answered the same.
    expect(await again).toEqual(await posted)
    for (const other of [post(id, approver), decline(id), cancel(id)])
      expect(await other).toMatchObject({ refusal: 'paymentDecided' })
    expect(await shown(id)).toMatchObject({ state })
    expect(await balance()).toBe(before + (state === 'posted' ? BigInt(amount) * 100n : 0n))
  },
)

test('however people post, decline and cancel at once, one of them decides, and money moves only if it is posted', async () => {
  const acts = {
    post: (id: number) => post(id),
    postToo: (id: number) => post(id, approver),
    decline: (id: number) => decline(id),
    cancel: (id: number) => cancel(id),
  }
  const outcome = { post: 'posted', postToo: 'posted', decline: 'declined', cancel: 'cancelled' } as const
  const names = Object.keys(acts) as (keyof typeof acts)[]
  const act = fc.record({ name: fc.constantFrom(...names), after: fc.nat({ max: 4 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 6 }), async (asked) => {
      const before = await balance()
      const id = await report(7)
      const answers = await Promise.all(
        asked.map(async ({ name, after }) => {
          // Some begin later, by as many round trips to the database.
          for (let trip = 0; trip < after; trip += 1) await balance()
          return { name, answer: await acts[name](id) }
        }),
      )
      const done = answers.filter(({ answer }) => !isRefusal(answer))
      const states = new Set(done.map(({ name }) => outcome[name]))
      expect([...states]).toEqual([(await shown(id))?.state])
      expect(await balance()).toBe(before + (states.has('posted') ? 700n : 0n))
    }),
    { numRuns: 25 },
  )
})

test('a posting interrupted by a server failure can be cancelled or posted by someone else, and its money is free again', async () => {
  await registerBank('0000014579')
  await post(await report(2_000))
  const withdrawable = async () =>
    (await answer('BackOffice/GetPaymentOptions', { cscsAcct }, customer)).withdrawable ?? 0
  const all = await withdrawable()
  const forgotten = async (id: number) => {
    onTheWay = () => Promise.reject(new Error('The server ended.'))
    await expect(post(id)).rejects.toThrow('The server ended.')
    onTheWay = (submit) => submit()
  }
  const { id } = await answer('BackOffice/RequestWithdrawal', withdrawal(2), customer)
  await forgotten(id)
  expect(await cancel(id)).toMatchObject({ refusal: 'paymentBeingPosted' })
  expect(await withdrawable()).toBe(all - 2)
  await age(id)
  expect(await cancel(id)).toEqual({})
  expect(await withdrawable()).toBe(all)

  const next = await report(33)
  await forgotten(next)
  await age(next)
  expect(await post(next, approver)).toMatchObject({ status: 'posted' })
  const last = await report(34)
  await forgotten(last)
  await age(last)
  expect(await decline(last)).toEqual({})
})

test('a posting that reaches the desk after its request was cancelled is not posted', async () => {
  const before = await balance()
  const id = await report(45)
  const { arrive, answer: late } = await beginPosting(id)
  await age(id)
  expect(await cancel(id)).toEqual({})
  arrive()
  expect(await late).toMatchObject({ refusal: 'unrecordable' })
  expect(await shown(id)).toMatchObject({ state: 'cancelled', postingID: null })
  expect(await balance()).toBe(before)
  expect(await post(await report(46))).toMatchObject({ status: 'posted' })
})

test('a second posting that reaches the desk late is refused, though the first was rejected', async () => {
  const id = await report(4_100_000)
  const { arrive, answer: late } = await beginPosting(id)
  await age(id)
  const { id: posting } = (await post(id, approver)) as { readonly id: number }
  await answer('BackOffice/RejectCashEntry', { id: posting, reason: 'Not in the bank' }, cashier)
  arrive()
  expect(await late).toMatchObject({ refusal: 'paymentDecided' })
  expect(await shown(id)).toMatchObject({ state: 'declined', postingID: posting })
})

test('a manual posting may have any posting id without being mistaken for a request’s posting or blocking it', async () => {
  const before = await balance()
  const id = await report(95)
  const byHand = {
    cscsAcct,
    type: 'deposit' as const,
    amount: 5,
    reference: `HAND ${id}`,
    narration: 'By hand',
  }
  const hand = await answer('BackOffice/PostCashEntry', { postingID: `payment-${id}`, ...byHand }, cashier)
  expect(await shown(id)).toMatchObject({ state: 'waiting', postingID: null })
  const posted = (await post(id)) as { readonly id: number }
  expect(posted).toMatchObject({ status: 'posted' })
  expect(posted.id).not.toBe(hand.id)
  expect(await shown(id)).toMatchObject({ state: 'posted', postingID: posted.id })
  expect(await balance()).toBe(before + 10_000n)
  // Sent again with other words it is another posting, which is refused.
  expect(await ask('BackOffice/PostPaymentRequest', { id, narration: 'Other words' }, cashier)).toMatchObject(
    { refusal: 'paymentDecided' },
  )
})

test.each([
  ['0001-01-01', 'paidTooLongAgo'],
  ['2025-11-19', 'paidTooLongAgo'],
  ['2025-11-20', undefined],
  ['2026-11-20', undefined],
  ['2026-11-21', 'paidInFuture'],
])('a deposit that was paid in on %s is refused for %s', async (paidOn, refusal) => {
  const answered = await ask('BackOffice/ReportDeposit', deposit(12, { paidOn }), customer)
  expect(answered).toMatchObject(refusal === undefined ? { id: expect.any(Number) } : { refusal })
})

test('a request whose posting was reversed shows this, with the reason, to its customer and to staff', async () => {
  const id = await report(81)
  await post(id)
  const { items } = await answer(
    'BackOffice/GetAccountStatement',
    { cscsAcct, maxResultCount: 1_000 },
    cashier,
  )
  const entry = items.find(({ reference }) => reference.startsWith(`PR-${id} `))?.entry ?? 0
  const asked = { postingID: `back ${id}`, cscsAcct, entry, reason: 'Cheque returned unpaid' }
  const reversal = await answer('BackOffice/ReverseEntry', asked, cashier)
  expect(await shown(id)).toMatchObject({ state: 'posted' })
  await answer('BackOffice/ApproveCashEntry', { id: reversal.id }, approver)
  const reversed = { state: 'reversed', reason: 'Cheque returned unpaid' }
  expect(await shown(id)).toMatchObject(reversed)
  expect(await shown(id, cashier)).toMatchObject(reversed)
})
