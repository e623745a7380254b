import { type CashTerms, kobo, Side, shares } from '@tradebook/contract'
import type { Reversed } from '@tradebook/ledger'
import { expect, test } from 'vitest'
import { BANK_ACCOUNT, BUYER, of, order } from '../desk.fixture.ts'
import type { DeskAnswer } from '../inputs.ts'
import { desk, price, shareDesk, stage, startDesk } from '../shared-desk.fixture.ts'
import type { Requested } from './transfer-request.ts'

/** Entries that are taken back by two people, and where withdrawals go. */

shareDesk()

const { account } = BUYER
const person = (userId: number) => ({
  ...of(BUYER),
  accounts: 'all' as const,
  userId,
  userName: `user${userId}`,
})
let requests = 0

const ask = (transfer: Requested, by = 1, postingID?: string): Promise<DeskAnswer> => {
  requests += 1
  const request = {
    kind: 'requestTransfer',
    postingID: postingID ?? `r${requests}`,
    approvalAbove: null,
  } as const
  return desk.submit({ ...request, origin: person(by), transfer })
}
const decide = (id: number, by: number, approves = true) =>
  desk.submit({ kind: 'decideTransfer', origin: person(by), id, approves, reason: approves ? null : 'No' })
const idOf = (answer: DeskAnswer): number => {
  if (answer.kind !== 'transfer') throw new Error(JSON.stringify(answer))
  return answer.id
}
const refusal = (answer: DeskAnswer) => (answer.kind === 'refused' ? answer.refusal.refusal : answer.kind)

const cash = (type: 'deposit' | 'withdrawal', naira: bigint, reference: string) =>
  ({ type, account, amount: kobo(naira * 100n), reference, narration: 'N' }) as const
const reversal = (reverses: number, of: Reversed, reference: string): Requested => ({
  ...{ type: 'reversal', account, reverses, of, reference, narration: 'Wrong account' },
})
const deposited = (naira: bigint): Reversed => ({ type: 'deposit', amount: kobo(naira * 100n) })
const balance = async () =>
  Number((await stage.column('SELECT balance FROM cash_balances WHERE tenant_id = 1'))[0] ?? 0) / 100
const sums = () =>
  stage.rows(
    `SELECT asset, sum(amount)::bigint FROM ledger_postings WHERE tenant_id = 1 GROUP BY 1 ORDER BY 1`,
  )

test('a deposit is reversed after half was spent: once, by two people, even on another server', async () => {
  const id = idOf(await ask(cash('deposit', 1_000n, 'D1')))
  await ask(cash('withdrawal', 500n, 'W1'))
  const asked = await ask(reversal(id, deposited(1_000n), 'D1'), 1, 'once')
  expect(asked).toMatchObject({ state: 'pending' })
  expect(await ask(reversal(id, deposited(1_000n), 'D1'), 1, 'once')).toEqual(asked)
  expect(refusal(await ask(reversal(id, deposited(1_000n), 'D1'), 2))).toBe('reversalPending')
  expect(refusal(await decide(idOf(asked), 1))).toBe('transferOwn')
  expect(await balance()).toBe(500)
  expect(await decide(idOf(asked), 2)).toMatchObject({ state: 'approved' })
  expect(await balance()).toBe(-500)
  expect(await sums()).toEqual([['NGN', 0n]])
  const linked = await stage.rows(
    'SELECT kind, reverses, narration FROM ledger_entries WHERE reverses IS NOT NULL',
  )
  expect(linked).toEqual([['deposit', BigInt(id), 'Wrong account']])
  expect(refusal(await ask(reversal(id, deposited(1_000n), 'D1')))).toBe('entryReversed')
  await desk.end()
  await startDesk()
  expect(await balance()).toBe(-500)
  expect(refusal(await ask(reversal(id, deposited(1_000n), 'D1')))).toBe('entryReversed')
  // What was taken back is posted again without a question.
  expect(await ask(cash('deposit', 1_000n, 'D1'))).toMatchObject({ state: 'posted' })
  expect(await balance()).toBe(500)
})

test('the amount of a waiting reversal cannot be withdrawn or spent until it is decided, also on another server', async () => {
  const available = () =>
    stage.rows(`SELECT balance, available FROM cash_balances WHERE tenant_id = 1 AND account = '${account}'`)
  const id = idOf(await ask(cash('deposit', 5_000n, 'L1')))
  const [[had, spendable] = []] = (await available()) as [bigint, bigint][]
  const asked = await ask(reversal(id, deposited(5_000n), 'L1'))
  const lessLien = [[had, (spendable ?? 0n) - 500_000n]]
  expect(await available()).toEqual(lessLien)
  const all = cash('withdrawal', (spendable ?? 0n) / 100n, 'L2')
  const held = { refusal: { refusal: 'withdrawalHeld', values: { held: '5,000.00' } } }
  expect(await ask(all)).toMatchObject(held)
  await desk.end()
  await startDesk()
  expect(await ask(all)).toMatchObject(held)
  const cost = Number(spendable) / price
  const buys = await desk.submit(order(BUYER, 'with the lien', Side.buy, price, Math.floor(cost)))
  expect(refusal(buys)).toBe('insufficientFunds')
  expect(await available()).toEqual(lessLien)
  expect(await decide(idOf(asked), 2, false)).toMatchObject({ state: 'rejected' })
  expect(await available()).toEqual([[had, spendable]])
  const { ledger } = (await stage.replayed()).firm(1)
  expect(ledger.cash(account)).toMatchObject({ available: spendable })
  expect(ledger.state().liens).toEqual([])
  const again = await ask(reversal(id, deposited(5_000n), 'L1'))
  expect(await decide(idOf(again), 2)).toMatchObject({ state: 'approved' })
  expect(await available()).toEqual([[(had ?? 0n) - 500_000n, (spendable ?? 0n) - 500_000n]])
})

test('the requester withdraws a waiting request, which releases what it holds; others need the permission to approve', async () => {
  const id = idOf(await ask(cash('deposit', 4_000n, 'L3')))
  const waits = idOf(await ask(reversal(id, deposited(4_000n), 'L3')))
  const all = cash('withdrawal', BigInt(Math.floor(await balance())), 'L4')
  expect(refusal(await ask(all))).toBe('withdrawalHeld')
  const cashier = { ...person(3), permissions: new Set(['POST_LEDGER'] as const) }
  const withdraws = { kind: 'decideTransfer', id: waits, approves: false, reason: 'By mistake' } as const
  expect(refusal(await desk.submit({ ...withdraws, origin: cashier }))).toBe('withdrawnByOther')
  expect(refusal(await decide(waits, 1))).toBe('transferOwn')
  const maker = { ...cashier, userId: 1, userName: 'user1' }
  expect(await desk.submit({ ...withdraws, origin: maker })).toMatchObject({ state: 'rejected' })
  expect(refusal(await ask(all))).toBe('transfer')
  const { ledger } = (await stage.replayed()).firm(1)
  expect(ledger.state().liens).toEqual([])
  expect(
    await stage.rows(`SELECT state, decider_name, reason FROM transfer_requests WHERE id = ${waits}`),
  ).toEqual([['rejected', 'user1', 'By mistake']])
})

test('the shares of a waiting reversal cannot be sold or transferred until it is decided', async () => {
  const moved = { account, securityID: 'GTCO', reference: 'S1', narration: 'N' }
  const free = async () =>
    Number(
      (
        await stage.column(
          `SELECT available FROM positions WHERE tenant_id = 1 AND account = '${account}' AND security_id = 'GTCO'`,
        )
      )[0] ?? 0,
    )
  const had = await free()
  const id = idOf(await ask({ ...moved, type: 'transferIn', quantity: shares(700n), unitCost: kobo(5_000n) }))
  const of = {
    type: 'transferIn',
    securityID: 'GTCO',
    quantity: shares(700n),
    cost: kobo(3_500_000n),
  } as const
  const waits = idOf(await ask(reversal(id, of, 'S1')))
  const out: Requested = {
    ...{ ...moved, type: 'transferOut' as const, quantity: shares(BigInt(had) + 1n) },
    ...{ reference: 'S2', unitCost: kobo(0n) },
  }
  const sale = () => desk.submit(order(BUYER, `sale ${requests}`, Side.sell, price, had + 1))
  for (const restart of [false, true]) {
    if (restart) {
      await desk.end()
      await startDesk()
    }
    expect(await free()).toBe(had)
    expect(refusal(await ask(out))).toBe('insufficientShares')
    expect(refusal(await sale())).toBe('insufficientShares')
  }
  expect(await decide(waits, 2, false)).toMatchObject({ state: 'rejected' })
  expect(await free()).toBe(had + 700)
  const again = idOf(await ask(reversal(id, of, 'S1')))
  expect(await decide(again, 2)).toMatchObject({ state: 'approved' })
  expect(await free()).toBe(had)
  expect((await stage.replayed()).firm(1).ledger.state().liens).toEqual([])
})

test('open purchases that needed the money end', async () => {
  const id = idOf(await ask(cash('deposit', 100_000n, 'D2')))
  await desk.submit(order(BUYER, 'paid by it', Side.buy, price, 100))
  const asked = await ask(reversal(id, deposited(100_000n), 'D2'))
  expect(await decide(idOf(asked), 2)).toMatchObject({ state: 'approved' })
  expect(
    await stage.rows("SELECT ord_status, text FROM orders WHERE tenant_id = 1 AND cl_ord_id = 'paid by it'"),
  ).toEqual([['C', 'Trading.Order.ExpiredUncovered']])
})

test('a withdrawal goes only to the bank account on file, which its entry names', async () => {
  await ask(cash('deposit', 1_000n, 'D3'))
  const other = { bankCode: '058', number: '0000000000' } as const
  expect(refusal(await ask({ ...cash('withdrawal', 10n, 'W3'), payee: other }))).toBe('payeeDiffers')
  expect(await ask(cash('withdrawal', 10n, 'W3'))).toMatchObject({ state: 'posted' })
  expect(await stage.column("SELECT payee FROM ledger_entries WHERE reference = 'W3'")).toEqual([
    `${BANK_ACCOUNT.bankCode} ${BANK_ACCOUNT.number}`,
  ])
  // Of one that waits the bank account may change meanwhile.
  const asked = await desk.submit({
    ...{ kind: 'requestTransfer', origin: person(1), postingID: 'waits', approvalAbove: kobo(0) },
    transfer: cash('withdrawal', 20n, 'W4'),
  })
  const terms = {
    ...{ account, cscsAccount: '0000000001', customerId: 1, customerName: 'Ada' },
    cash: { route: 'broker', bankAccount: null },
  } as const
  const known = await stage.rows('SELECT cscs_account FROM trading_accounts WHERE tenant_id = 1')
  const changed = { ...terms, cscsAccount: String(known[0]?.[0]) }
  await desk.submit({ kind: 'changeTerms', origin: person(1), account: changed })
  expect(refusal(await decide(idOf(asked), 2))).toBe('payeeMissing')
  expect(refusal(await ask(cash('withdrawal', 5n, 'W5')))).toBe('payeeMissing')
})

test.each([
  ['Ada', 'bankAccountNotOwn'],
  ['ADA OBI', 'bankAccountNotOwn'],
  [undefined, 'bankAccountNameMissing'],
] as const)(
  'a bank account in the name of %s is not put on file for Bola Ade',
  async (accountName, expected) => {
    const terms = { account: 'A9', cscsAccount: '0000000099', customerId: 9, customerName: 'Bola Ade' }
    await desk.submit({ kind: 'openAccount', origin: person(1), account: terms })
    const cashTerms = { route: 'broker', bankAccount: BANK_ACCOUNT } as const
    const transfer = {
      type: 'cashTerms',
      account: 'A9',
      cash: cashTerms,
      ...(accountName && { accountName }),
    } as const
    expect(refusal(await ask(transfer))).toBe(expected)
  },
)

test('the name of a bank account is kept with it: by the terms, by a correction, and by a restart', async () => {
  const terms = { account: 'A7', cscsAccount: '0000000077', customerId: 7, customerName: 'Chidi Eze' }
  await desk.submit({ kind: 'openAccount', origin: person(1), account: terms })
  const nameKept = () =>
    stage.column("SELECT bank_account_name FROM trading_accounts WHERE tenant_id = 1 AND account = 'A7'")
  const transfer = { type: 'cashTerms', account: 'A7' } as const
  const agree = async (cash: CashTerms, more: object = {}) =>
    expect(await decide(idOf(await ask({ ...transfer, cash, ...more })), 2)).toMatchObject({
      state: 'approved',
    })
  await agree({ route: 'broker', bankAccount: BANK_ACCOUNT }, { accountName: 'EZE CHIDI' })
  expect(await nameKept()).toEqual(['EZE CHIDI'])
  // Another route to the same bank account leaves its name, also where the desk has read it again.
  await desk.end()
  await startDesk()
  await agree({ route: 'direct', bankAccount: BANK_ACCOUNT })
  expect(await nameKept()).toEqual(['EZE CHIDI'])
  const correction = { kind: 'correctCustomer', origin: person(1), customerId: 7 } as const
  await desk.submit({ ...correction, bankAccountName: 'CHIDI EZE' })
  expect(await nameKept()).toEqual(['CHIDI EZE'])
  // No bank account has no name.
  await agree({ route: 'broker', bankAccount: null })
  expect(await nameKept()).toEqual([null])
})

test('a bank account is not put on file once the customer’s name has become another', async () => {
  const terms = { account: 'A8', cscsAccount: '0000000088', customerId: 8, customerName: 'Chidi Eze' }
  await desk.submit({ kind: 'openAccount', origin: person(1), account: terms })
  const asked = await desk.submit({
    ...{ kind: 'requestTransfer', origin: person(1), postingID: 'renamed', approvalAbove: kobo(0) },
    transfer: {
      ...{ type: 'cashTerms', account: 'A8', accountName: 'EZE CHIDI' },
      cash: { route: 'broker', bankAccount: BANK_ACCOUNT },
    },
  })
  await desk.submit({ kind: 'correctCustomer', origin: person(1), customerId: 8, customerName: 'Emeka Obi' })
  expect(refusal(await decide(idOf(asked), 2))).toBe('bankAccountNotOwn')
})
