import { kobo, type PriceKobo, Side, shares, shownCount } from '@tradebook/contract'
import { beforeEach, expect, test } from 'vitest'
import { BUYER, fund, of, order, SELLER } from '../desk.fixture.ts'
import type { DeskAnswer } from '../inputs.ts'
import { desk, shareDesk, stage, startDesk } from '../shared-desk.fixture.ts'

/** What people post manually: once for each posting id, and above the threshold of a day with another person's approval. */

const THRESHOLD = kobo(1_000_000_00n)

let postings = 0
let references = 0

shareDesk()

beforeEach(() => {
  postings += 1
})

/** A person of the firm, by number. */
const person = (userId: number) => ({ ...of(BUYER), userId, userName: `user${userId}` })

const post = (
  naira: bigint,
  {
    by = 1,
    postingID = `p${postings}`,
    reference = '',
    repeats = undefined as number | undefined,
    above = THRESHOLD as typeof THRESHOLD | null,
  } = {},
): Promise<DeskAnswer> =>
  desk.submit({
    kind: 'requestTransfer',
    origin: person(by),
    postingID,
    transfer: {
      account: BUYER.account,
      reference: reference || `R ${by} ${postingID}`,
      narration: 'N',
      type: naira > 0n ? 'deposit' : 'withdrawal',
      amount: kobo((naira > 0n ? naira : -naira) * 100n),
    },
    approvalAbove: above,
    repeats,
  })

const bring = (
  quantity: bigint,
  {
    by = 1,
    type = 'transferIn' as 'transferIn' | 'transferOut',
    unitCost = 0n,
    who = SELLER,
    above = THRESHOLD,
  } = {},
): Promise<DeskAnswer> =>
  desk.submit({
    kind: 'requestTransfer',
    origin: { ...person(by), tenantId: who.tenantId },
    postingID: `p${postings}-${quantity}`,
    transfer: {
      account: who.account,
      reference: `R ${++references}`,
      narration: 'N',
      type,
      securityID: 'GTCO',
      quantity: shares(quantity),
      unitCost: kobo(unitCost),
    },
    approvalAbove: above,
  })

const decide = (id: number, by: number, approves = true, { tenantId } = BUYER) =>
  desk.submit({
    kind: 'decideTransfer',
    origin: { ...person(by), tenantId },
    id,
    approves,
    reason: approves ? null : 'Unknown payer',
  })

const idOf = (answer: DeskAnswer): number => {
  if (answer.kind !== 'transfer') throw new Error(`answered ${JSON.stringify(answer)}`)
  return answer.id
}

const balance = async () => {
  const [kept] = await stage.column('SELECT balance FROM cash_balances WHERE tenant_id = 1')
  return Number(kept ?? 0) / 100
}

const heldNow = async () => {
  const [held] = await stage.column('SELECT held FROM cash_balances WHERE tenant_id = 1')
  return Number(held ?? 0) / 100
}

/** The seller's shares that wait to be transferred out. */
const pendingOut = async () => {
  const [pending] = await stage.column(
    `SELECT coalesce(sum(quantity), 0) FROM transfer_requests
     WHERE tenant_id = 2 AND type = 'transferOut' AND state = 'pending'`,
  )
  return BigInt(pending as string)
}

/** The seller's shares that are free besides these. */
const freeShares = async () => {
  const [free] = await stage.column(
    "SELECT sum(settled - held) FROM positions WHERE tenant_id = 2 AND security_id = 'GTCO'",
  )
  return BigInt(free as string) - (await pendingOut())
}

const refusedFor = (refusal: string) => ({ kind: 'refused', refusal: { refusal } })

test('a posting that is sent twice is posted once; another under its id is refused', async () => {
  const before = await balance()
  const first = await post(500n)
  expect(first).toMatchObject({ kind: 'transfer', state: 'posted' })
  expect(await post(500n)).toEqual(first)
  expect(await post(501n)).toMatchObject(refusedFor('postingIDUsed'))
  // The id is the maker's own.
  expect(idOf(await post(500n, { by: 2 }))).not.toBe(idOf(first))
  expect(await balance()).toBe(before + 1_000)
})

test('above the approval limit a posting waits for someone other than its requester', async () => {
  const before = await balance()
  // With the 1,000 naira of the day, the account is at the threshold.
  expect(await post(999_000n)).toMatchObject({ state: 'posted' })
  const id = idOf(await post(1_000_001n, { postingID: 'waits' }))
  expect(await post(1_000_001n, { postingID: 'waits' })).toEqual({ kind: 'transfer', id, state: 'pending' })
  expect(await balance()).toBe(before + 999_000)
  expect(await decide(id, 1)).toMatchObject(refusedFor('transferOwn'))
  expect(await decide(id, 2)).toEqual({ kind: 'transfer', id, state: 'approved' })
  expect(await balance()).toBe(before + 1_999_001)
  expect(await decide(id, 3)).toMatchObject(refusedFor('transferDecided'))
  expect(await post(1_000_001n, { postingID: 'waits' })).toEqual({ kind: 'transfer', id, state: 'approved' })
})

test('postings of the day without approval count for the account', async () => {
  const id = idOf(await post(1n))
  expect(await decide(id, 2)).toMatchObject({ state: 'approved' })
  expect(await post(1n, { postingID: 'again' })).toMatchObject({ state: 'pending' })
})

test('shares need approval by their value at the last price, or by their cost if that is higher', async () => {
  const price = BigInt(await stage.referencePx('GTCO'))
  const most = THRESHOLD / price
  expect(await bring(most + 1n)).toMatchObject({ state: 'pending' })
  expect(await bring(1n, { unitCost: THRESHOLD + 1n })).toMatchObject({ state: 'pending' })
  const free = await bring(most)
  expect(free).toMatchObject({ state: 'posted' })
  expect(await bring(2n)).toMatchObject({ state: 'pending' })
  // Of shares that leave, what they had cost counts for nothing.
  postings += 1
  expect(await bring(most + 1n, { type: 'transferOut' })).toMatchObject(refusedFor('insufficientShares'))
  expect(await bring(most, { type: 'transferOut' })).toMatchObject({ state: 'pending' })
})

test('waiting shares are posted only by another person, and no holding exceeds the shares outstanding', async () => {
  const issued = BigInt(
    (await stage.column("SELECT shares_outstanding FROM securities WHERE security_id = 'GTCO'"))[0] as string,
  )
  const owned = async () =>
    BigInt(
      (
        await stage.column(
          "SELECT coalesce(sum(settled + unsettled_in - unsettled_out), 0) FROM positions WHERE tenant_id = 2 AND security_id = 'GTCO'",
        )
      )[0] as string,
    )
  const rest = issued - (await owned())
  expect(await bring(rest + 1n)).toMatchObject(refusedFor('moreThanOutstanding'))
  const id = idOf(await bring(rest))
  await bring(1n, { above: kobo(10n ** 15n) })
  expect(await decide(id, 1, true, SELLER)).toMatchObject(refusedFor('transferOwn'))
  expect(await decide(id, 2, true, SELLER)).toMatchObject(refusedFor('moreThanOutstanding'))
  postings += 1
  const second = idOf(await bring(rest - 1n))
  expect(await decide(second, 2, true, SELLER)).toEqual({ kind: 'transfer', id: second, state: 'approved' })
  expect(await owned()).toBe(issued)
})

test('two simultaneous approvals make one posting', async () => {
  const before = await balance()
  const id = idOf(await post(2_000_000n))
  const answers = await Promise.all([2, 3, 4, 5].map((by) => decide(id, by)))
  expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['refused', 'refused', 'refused', 'transfer'])
  expect(await balance()).toBe(before + 2_000_000)
  expect(
    await stage.rows(
      `SELECT state, (SELECT count(*)::int FROM ledger_entries e WHERE e.sequence = r.posted)
       FROM transfer_requests r WHERE id = ${id}`,
    ),
  ).toEqual([['approved', 1]])
})

test('a rejected posting moves nothing and can no longer be approved', async () => {
  const before = await balance()
  const id = idOf(await post(3_000_000n))
  expect(await decide(id, 2, false)).toEqual({ kind: 'transfer', id, state: 'rejected' })
  expect(await decide(id, 2)).toMatchObject(refusedFor('transferDecided'))
  expect(await balance()).toBe(before)
  expect(
    await stage.rows(`SELECT state, decider_name, reason, posted FROM transfer_requests WHERE id = ${id}`),
  ).toEqual([['rejected', 'user2', 'Unknown payer', null]])
})

test('a withdrawal cannot exceed what open orders leave, neither on request nor on approval', async () => {
  await fund(desk, { naira: 5_000_000n })
  const whole = BigInt(Math.floor(await balance()))
  const id = idOf(await post(-whole))
  await desk.submit(order(BUYER, 'holds', Side.buy, (await stage.referencePx('GTCO')) as PriceKobo, 100))
  expect(await decide(id, 2)).toMatchObject(refusedFor('notWithdrawable'))
  expect(await post(-whole, { postingID: 'more' })).toMatchObject(refusedFor('notWithdrawable'))
  // It still waits: once the money is there again, it can be approved.
  await fund(desk, { naira: 1_000_000n })
  expect(await decide(id, 2)).toMatchObject({ state: 'approved' })
})

test('waiting withdrawals reserve their cash: it cannot be withdrawn twice', async () => {
  await fund(desk, { naira: 3_000_000n })
  const whole = BigInt(Math.floor((await balance()) - (await heldNow())))
  const id = idOf(await post(-(whole - 100n)))
  expect(await post(-1_000_001n, { postingID: 'second' })).toMatchObject(refusedFor('withdrawalsPending'))
  expect(await post(-101n, { postingID: 'small' })).toMatchObject(refusedFor('withdrawalsPending'))
  expect(await post(-100n, { postingID: 'rest' })).toMatchObject({ kind: 'transfer' })
  expect(await decide(id, 2)).toMatchObject({ state: 'approved' })
})

test('waiting transfers out reserve their shares: they cannot be transferred twice', async () => {
  const out = (quantity: bigint, above = kobo(0n)) =>
    bring(quantity, { type: 'transferOut', who: SELLER, above })
  const earlier = await pendingOut()
  const free = await freeShares()
  const id = idOf(await out(free - 100n))
  const pending = shownCount(earlier + free - 100n)
  expect(await out(101n)).toEqual({
    kind: 'refused',
    refusal: { refusal: 'transfersOutPending', values: { securityID: 'GTCO', pending, available: '100' } },
  })
  // It is refused as well where no approval would be needed.
  expect(await out(101n, kobo(10n ** 15n))).toMatchObject(refusedFor('transfersOutPending'))
  expect(await out(earlier + free + 1n)).toMatchObject(refusedFor('insufficientShares'))
  const rest = idOf(await out(100n))
  // What is rejected is free again.
  expect(await decide(rest, 2, false, SELLER)).toMatchObject({ state: 'rejected' })
  expect(await decide(id, 2, false, SELLER)).toMatchObject({ state: 'rejected' })
  expect(await out(free)).toMatchObject({ state: 'pending' })
})

test('waiting postings still wait after a restart, and posted ones are known', async () => {
  const waiting = idOf(await post(4_000_000n, { postingID: 'a' }))
  const posted = await post(10n, { postingID: 'b' })
  await desk.end()
  await startDesk()
  const before = await balance()
  expect(await post(10n, { postingID: 'b' })).toEqual(posted)
  expect(await decide(waiting, 1)).toMatchObject(refusedFor('transferOwn'))
  expect(await decide(waiting, 2)).toMatchObject({ state: 'approved' })
  expect(await balance()).toBe(before + 4_000_000)
})

test('postings of an earlier market day are known: repeats, and the newest of a reference', async () => {
  const ask = (postingID: string, repeats?: number) =>
    post(1n, { postingID, reference: 'Standing order', repeats, above: null })
  const first = await ask('standing 1')
  const second = await ask('standing 2', idOf(first))
  await desk.end()
  stage.pass(3 * 86_400_000)
  await startDesk()
  expect([desk.status.marketDate, second]).toMatchObject(['2026-11-23', { state: 'posted' }])
  // As the record had it a moment before the day turned: without either of them.
  expect(await ask('standing 1')).toEqual(first)
  const newest = { refusal: 'postedBefore', data: { id: idOf(second) } }
  expect(await ask('standing 3')).toMatchObject({ refusal: newest })
})

test('every request and every decision is in the audit trail, and a replay of the journal gives the ledger', async () => {
  const methods = await stage.asAdmin(
    `SELECT method_name, count(*)::int FROM audit_log WHERE service_name = 'BackOffice' GROUP BY 1 ORDER BY 1`,
  )
  const requests = Number((await stage.column('SELECT count(*) FROM transfer_requests'))[0])
  const shareRequests = Number(
    (await stage.column('SELECT count(*) FROM transfer_requests WHERE quantity IS NOT NULL'))[0],
  )
  expect(methods).toEqual([
    ['ApproveCashEntry', 6],
    ['ApproveSecurityEntry', 1],
    ['PostCashEntry', requests - shareRequests],
    ['PostSecurityEntry', shareRequests],
    ['RejectCashEntry', 1],
    ['RejectSecurityEntry', 2],
  ])
  const { ledger } = (await stage.replayed()).firm(BUYER.tenantId)
  expect(Number(ledger.cash(BUYER.account).balance) / 100).toBe(await balance())
})
