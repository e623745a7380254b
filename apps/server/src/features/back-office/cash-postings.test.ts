import { Side } from '@tradebook/contract'
import { beforeAll, expect, test } from 'vitest'
import { BUYER, order } from '../../desk/desk.fixture.ts'
import { desk, shareDesk, stage } from '../../desk/shared-desk.fixture.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import { callerOf, callsOf, NO_MAIL } from './back-office.fixture.ts'
import { backOfficeFeature } from './back-office.ts'

/** Cash that is posted manually, as it is asked for and as it is read again. */

let handlers: Handlers<`BackOffice/${string}`>

shareDesk()
beforeAll(async () => {
  const { store } = stage.database
  const print = async () => new Uint8Array()
  handlers = backOfficeFeature({ store, picture: desk.picture, desk, print, outbox: NO_MAIL })
}, 60_000)

const { ask, answer } = callsOf(() => handlers, BUYER)

const [maker, approver] = [1, 2].map((userId) => ({ ...callerOf(BUYER), userId })) as [Caller, Caller]
const cscsAcct = '0000000001'
let postings = 0
const entry = (amount: number, more: object = {}) => ({
  ...{ postingID: `posting ${++postings}`, cscsAcct, type: 'deposit' as const, amount },
  ...{ reference: `TRF ${postings}`, narration: 'Transfer', ...more },
})
const post = (amount: number, more: object = {}) =>
  ask('BackOffice/PostCashEntry', entry(amount, more), maker)
const moved = (which: 'Inflow' | 'Outflow') => answer(`BackOffice/GetAccount${which}`, { cscsAcct })

/** What one of two who asked at once came to, after the other was refused with it. */
function onlyPosted(answers: readonly object[]) {
  const posted = answers.find((answer) => 'status' in answer) as {
    readonly id: number
    readonly status: string
  }
  expect(posted).toMatchObject({ status: 'posted' })
  const [other] = answers.filter((answer) => answer !== posted)
  expect(other).toMatchObject({ refusal: 'postedBefore', data: { id: posted.id } })
  return posted
}

test('the reference of an earlier posting is refused with it, until the person names it', async () => {
  const first = (await post(250, { reference: 'TRF 77' })) as { readonly id: number }
  expect(await post(250, { reference: 'trf 77' })).toMatchObject({
    refusal: 'postedBefore',
    values: { id: first.id, reference: 'TRF 77', posting: '₦250.00', date: '2026-11-20', maker: 'ada' },
    data: { id: first.id },
  })
  // Another amount, side or reference is another matter.
  for (const other of [{ amount: 251 }, { type: 'withdrawal' }, { reference: 'TRF 78' }])
    expect(await post(250, { reference: 'TRF 77', ...other })).toMatchObject({ status: 'posted' })
  // Knowing of another posting is not knowing of this one.
  expect(await post(250, { reference: 'TRF 77', repeats: first.id + 1 })).toMatchObject({
    refusal: 'postedBefore',
  })
  const knowing = entry(250, { reference: 'TRF 77', repeats: first.id })
  const second = (await ask('BackOffice/PostCashEntry', knowing, maker)) as { readonly id: number }
  expect(second).toMatchObject({ status: 'posted' })
  expect(second.id).not.toBe(first.id)
  // Anyone who sends it again because the answer was lost is answered as before.
  expect(await ask('BackOffice/PostCashEntry', knowing, maker)).toEqual(second)
  expect(await post(250, { reference: 'TRF 77', repeats: first.id })).toMatchObject({
    refusal: 'postedBefore',
    data: { id: second.id },
  })
})

test.each([
  ['TRF  1', 'trf\u00a01'],
  ['Café 2', 'CAFE\u0301 2'],
  ['TRF ４', 'TRF 4'],
])('the reference %s is another way to write %s', async (reference, other) => {
  const first = (await post(410, { reference })) as { readonly id: number }
  expect(await post(410, { reference: other })).toMatchObject({
    refusal: 'postedBefore',
    data: { id: first.id },
  })
})

test('when two people post the same reference at once, one succeeds and the other is refused with it', async () => {
  const answers = await Promise.all(
    [maker, approver].map((who) => ask('BackOffice/PostCashEntry', entry(260, { reference: 'TRF 79' }), who)),
  )
  const { id } = onlyPosted(answers)
  const again = () => post(260, { reference: 'TRF 79', repeats: id })
  expect(onlyPosted(await Promise.all([again(), again()])).id).toBeGreaterThan(id)
})

test('a posting id belongs to one posting: with different contents it is refused', async () => {
  const made = entry(120)
  const first = await ask('BackOffice/PostCashEntry', made, maker)
  expect(await ask('BackOffice/PostCashEntry', made, maker)).toEqual(first)
  for (const other of [{ amount: 121 }, { type: 'withdrawal' }, { reference: 'X' }, { narration: 'X' }])
    expect(await ask('BackOffice/PostCashEntry', { ...made, ...other } as typeof made, maker)).toMatchObject({
      refusal: 'postingIDUsed',
    })
})

test('a posting that waits counts, one that was rejected does not', async () => {
  const waiting = (await post(3_000_000, { reference: 'TRF 90' })) as { readonly id: number }
  expect(waiting).toMatchObject({ status: 'awaitingApproval' })
  expect(await post(3_000_000, { reference: 'TRF 90' })).toMatchObject({ refusal: 'postedBefore' })
  await answer('BackOffice/RejectCashEntry', { id: waiting.id, reason: 'Unknown payer' }, approver)
  expect(await post(3_000_000, { reference: 'TRF 90' })).toMatchObject({ status: 'awaitingApproval' })
})

test('inflow and outflow have each movement with its state, and their sums are what was posted, to the kobo', async () => {
  const [inBefore, outBefore] = [await moved('Inflow'), await moved('Outflow')]
  const kobo = (naira: number) => Math.round(naira * 100)
  await post(1_000.05)
  await post(2_000.1)
  const { id } = (await post(4_000_000)) as { readonly id: number }
  await answer('BackOffice/RejectCashEntry', { id, reason: 'Unknown payer' }, approver)
  const approved = (await post(5_000_000.55)) as { readonly id: number }
  await answer('BackOffice/ApproveCashEntry', { id: approved.id }, approver)
  await post(6_000_000)
  await post(300.4, { type: 'withdrawal' })
  const [inflow, outflow] = [await moved('Inflow'), await moved('Outflow')]
  // 1,000.05 + 2,000.10 + 5,000,000.55: what waits or was rejected has moved nothing.
  expect(kobo(inflow.totals.amount) - kobo(inBefore.totals.amount)).toBe(500_300_070)
  expect(kobo(outflow.totals.amount) - kobo(outBefore.totals.amount)).toBe(30_040)
  const rows = inflow.items.slice(0, inflow.totalCount - inBefore.totalCount)
  expect(rows.map(({ kind, amount, state }) => [kind, amount, state]).sort()).toEqual(
    [
      ['deposit', 1_000.05, 'posted'],
      ['deposit', 2_000.1, 'posted'],
      ['deposit', 4_000_000, 'rejected'],
      ['deposit', 5_000_000.55, 'posted'],
      ['deposit', 6_000_000, 'pending'],
    ].sort(),
  )
  expect(outflow.items[0]).toMatchObject({ kind: 'withdrawal', amount: 300.4, state: 'posted' })
  const [balance] = await stage.column(`SELECT balance FROM cash_balances WHERE account = '${BUYER.account}'`)
  expect(kobo(inflow.totals.amount) - kobo(outflow.totals.amount)).toBe(Number(balance))
})

test('a reference matches in upper and lower case of any alphabet, even after days that the desk no longer knows', async () => {
  const first = (await post(270, { reference: 'ỌJÀ İ 1' })) as { readonly id: number }
  // Of several the newest is named.
  const repeat = { reference: 'ỌJÀ İ 1', repeats: first.id }
  const { id } = (await post(270, repeat)) as { readonly id: number }
  stage.pass(14 * 86_400_000)
  await desk.submit(order(BUYER, 'wakes the desk', Side.buy, await stage.referencePx('GTCO'), 10))
  expect(desk.status.marketDate).toBe('2026-12-04')
  expect(await post(270, { reference: 'ọjà i̇ 1' })).toMatchObject({ refusal: 'postedBefore', data: { id } })
})
