import { beforeAll, expect, test } from 'vitest'
import { InProcessBus } from '../../bus/in-process.ts'
import { BUYER } from '../../desk/desk.fixture.ts'
import type { ClientInput } from '../../desk/inputs.ts'
import { desk, shareDesk, stage, startDesk } from '../../desk/shared-desk.fixture.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import { openKeys } from '../../platform/keys.ts'
import { type MailOutbox, openMailOutbox } from '../../platform/mail-outbox.ts'
import { createUser } from '../../store/people.ts'
import { callerOf, callsOf } from './back-office.fixture.ts'
import { backOfficeFeature } from './back-office.ts'

let handlers: Handlers<`BackOffice/${string}`>
let outbox: MailOutbox

shareDesk()
beforeAll(async () => {
  const { store } = stage.database
  const clock = { now: Date.now, newId: () => crypto.randomUUID() }
  outbox = openMailOutbox(store, await openKeys(store), clock, new InProcessBus())
  const print = async () => new Uint8Array()
  const submitting = { submit: (input: ClientInput) => desk.submit(input), listings: desk.listings }
  handlers = backOfficeFeature({ store, picture: desk.picture, desk: submitting, print, outbox })
  const names = { userName: 'owner', name: 'Ada', surname: 'O', emailAddress: 'ada@firm.example' }
  const userId = await createUser(store, BUYER.tenantId, {
    ...names,
    password: 'Secret-123',
    roles: ['CUSTOMER'],
  })
  await stage.asAdmin(
    `INSERT INTO user_trading_accounts (tenant_id, user_id, account) VALUES (${BUYER.tenantId}, ${userId}, '${BUYER.account}')`,
  )
}, 60_000)

const { ask, answer } = callsOf(() => handlers, BUYER)

/** Neither is the owner. */
const [maker, approver] = [11, 12].map((userId) => ({ ...callerOf(BUYER), userId })) as [Caller, Caller]
const direct = {
  postingID: 'first',
  cscsAcct: '0000000001',
  cashRoute: 'direct' as const,
  bankCode: '011' as const,
  bankAccount: '0000014579',
}
const change = (more: object = {}) => ask('BackOffice/UpdateAccountTerms', { ...direct, ...more }, maker)
const decide = (id: number, caller: Caller) => ask('BackOffice/ApproveCashEntry', { id }, caller)
const inForce = () => answer('BackOffice/GetAccountTerms', { cscsAcct: direct.cscsAcct })

test('a change to where cash goes is approved once, by a person other than the requester', async () => {
  const asked = (await change()) as { readonly id: number }
  expect(asked).toMatchObject({ status: 'awaitingApproval' })
  expect(await change()).toEqual(asked)
  expect(await change({ bankAccount: '0000014586' })).toMatchObject({ refusal: 'postingIDUsed' })
  expect(await change({ postingID: 'second' })).toMatchObject({ refusal: 'termsPending' })
  expect(await inForce()).toMatchObject({ cashRoute: 'broker', bankAccount: '0000014579' })
  const { items } = await answer('BackOffice/GetCashApprovals', { state: ['pending'] })
  expect(items).toMatchObject([
    {
      type: 'cashTerms',
      account: BUYER.account,
      narration:
        'Directly to the customer’s bank account: First Bank 0000014579 (now With the firm: First Bank 0000014579)',
    },
  ])

  expect(await decide(asked.id, maker)).toMatchObject({ refusal: 'transferOwn' })
  expect(await outbox.waiting(10)).toEqual([])
  expect(await decide(asked.id, approver)).toEqual({ id: asked.id, status: 'posted' })
  // Who decided is answered again; nobody else is told that it was theirs.
  expect(await decide(asked.id, approver)).toEqual({ id: asked.id, status: 'posted' })
  expect(await decide(asked.id, { ...approver, userId: 13 })).toMatchObject({ refusal: 'transferDecided' })
  expect(await inForce()).toEqual({ cashRoute: 'direct', bankCode: '011', bankAccount: '0000014579' })
  expect(await change()).toEqual({ id: asked.id, status: 'posted' })
  expect(await change({ postingID: 'third' })).toMatchObject({ refusal: 'termsInForce' })
})

test('the approver’s row of the audit trail has the terms before and after, and no other row has', async () => {
  const rows = await stage.asAdmin(`
    SELECT method_name, before -> 'cash' ->> 'route', after -> 'cash' ->> 'route'
    FROM audit_log JOIN audit_changes ON audit_id = id AND audit_changes.tenant_id = audit_log.tenant_id
    WHERE entity = 'Account' AND entity_id = '${BUYER.account}' AND before IS NOT NULL`)
  expect(rows).toEqual([['ApproveAccountTerms', 'broker', 'direct']])
})

test('the account’s owner is informed by an e-mail stored with the change', async () => {
  const [mail, ...more] = await outbox.waiting(10)
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    to: 'ada@firm.example',
    subject: `The payout details of your account ${BUYER.account} were changed`,
  })
  expect(mail?.text).toMatch(/^Dear Ada,\n\nFirm changed/)
  // A bank account is the owner's secret, and a mail is read on the way.
  expect(mail?.text).not.toContain('0000014579')
})

test('a waiting change is known after a restart, and changes nothing when rejected', async () => {
  const asked = await change({ postingID: 'back', cashRoute: 'broker', bankCode: null, bankAccount: null })
  const { id } = asked as { readonly id: number }
  await desk.end()
  await startDesk()
  expect(await decide(id, maker)).toMatchObject({ refusal: 'transferOwn' })
  expect(await ask('BackOffice/RejectCashEntry', { id, reason: 'Not asked for' }, approver)).toEqual({
    id,
    status: 'rejected',
  })
  expect(await inForce()).toMatchObject({ cashRoute: 'direct' })
  expect(await outbox.waiting(10)).toHaveLength(1)
})

test('waiting postings come before later posted ones, with the value of their shares', async () => {
  const cscsAcct = direct.cscsAcct
  const shares = { cscsAcct, securityID: 'GTCO', quantity: 30_000, unitCost: 100, reference: 'T 1' }
  const brought = {
    ...shares,
    postingID: 'shares',
    type: 'transferIn' as const,
    narration: 'From a custodian',
  }
  expect(await ask('BackOffice/PostSecurityEntry', brought, maker)).toMatchObject({
    status: 'awaitingApproval',
  })
  const cash = { cscsAcct, type: 'deposit' as const, amount: 250.5, reference: 'C 1', narration: 'Deposit' }
  expect(await ask('BackOffice/PostCashEntry', { ...cash, postingID: 'cash' }, maker)).toMatchObject({
    status: 'posted',
  })
  const { items } = await answer('BackOffice/GetCashApprovals', {})
  expect(items.map(({ type, state, amount, worth }) => [type, state, amount, worth])).toEqual([
    ['transferIn', 'pending', null, 3_000_000],
    ['deposit', 'posted', 250.5, 250.5],
    ['cashTerms', 'rejected', null, null],
    ['cashTerms', 'approved', null, null],
  ])
})
