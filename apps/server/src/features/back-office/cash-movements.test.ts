import { type CallInput, isRefusal, kobo } from '@tradebook/contract'
import { beforeAll, expect, test } from 'vitest'
import { BUYER, fund, of, SELLER } from '../../desk/desk.fixture.ts'
import { desk, shareDesk, stage } from '../../desk/shared-desk.fixture.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import { translateTo } from '../../platform/localisation.ts'
import { callerOf, callsOf, NO_MAIL } from './back-office.fixture.ts'
import { backOfficeFeature } from './back-office.ts'
import { cashMovementHandlers } from './cash-movements.ts'

/** An account's money from the outside and to it: what is posted, what waits, what was rejected. */

let handlers: Handlers<`BackOffice/${string}`>

shareDesk({ funds: { naira: 50_000n } })
beforeAll(async () => {
  const print = async () => new Uint8Array()
  handlers = backOfficeFeature({
    store: stage.database.store,
    picture: desk.picture,
    desk,
    print,
    outbox: NO_MAIL,
  })
  await fund(desk, { naira: 25n })
  const waiting = await post('deposit', 2_000_000, 'D1')
  await post('withdrawal', 1_000.5, 'W1')
  const rejected = await post('deposit', 3_000_000, 'D2')
  const approved = await post('deposit', 4_000_000, 'D3')
  await ask('BackOffice/RejectCashEntry', { id: rejected, reason: 'Unknown payer' }, approver)
  await ask('BackOffice/ApproveCashEntry', { id: approved }, approver)
  await post('withdrawal', 1_500_000, 'W2')
  expect(waiting).toBeGreaterThan(0)
}, 60_000)

const { ask, answer } = callsOf(() => handlers, BUYER)
const [maker, approver] = [1, 2].map((userId) => ({ ...callerOf(BUYER), userId })) as [Caller, Caller]
const cscsAcct = '0000000001'

async function post(type: 'deposit' | 'withdrawal', amount: number, reference: string): Promise<number> {
  const posting = { postingID: reference, cscsAcct, type, amount, reference, narration: 'N' }
  return (await answer('BackOffice/PostCashEntry', posting, maker)).id
}

type Input = CallInput<'BackOffice/GetAccountInflow'>
const shown = async (direction: 'Inflow' | 'Outflow', input: Partial<Input> = {}) => {
  const { items, totals, totalCount } = await answer(`BackOffice/GetAccount${direction}`, {
    cscsAcct,
    sorting: 'amount asc',
    ...input,
  })
  return { totalCount, totals, rows: items.map(({ reference, amount, state }) => [reference, amount, state]) }
}

test('inflow lists waiting and rejected rows too; its total covers posted rows', async () => {
  expect(await shown('Inflow')).toEqual({
    totalCount: 5,
    totals: { amount: 4_050_025 },
    rows: [
      ['R', 25, 'posted'],
      ['R', 50_000, 'posted'],
      ['D1', 2_000_000, 'pending'],
      ['D2', 3_000_000, 'rejected'],
      ['D3', 4_000_000, 'posted'],
    ],
  })
})

test('outflow is a separate list, with amounts above zero', async () => {
  expect(await shown('Outflow')).toEqual({
    totalCount: 2,
    totals: { amount: 1_000.5 },
    rows: [
      ['W1', 1_000.5, 'posted'],
      ['W2', 1_500_000, 'pending'],
    ],
  })
})

test('a posted movement has the debit, credit and balance of its statement line, and the balances around it', async () => {
  const statement = await answer('BackOffice/GetAccountStatement', { cscsAcct })
  const lineOf = new Map(statement.items.map((line) => [line.id, line]))
  for (const direction of ['Inflow', 'Outflow'] as const) {
    const { items, openingBalance, closingBalance } = await answer(`BackOffice/GetAccount${direction}`, {
      cscsAcct,
    })
    expect([openingBalance, closingBalance]).toEqual([statement.openingBalance, statement.closingBalance])
    for (const { id, state, valueDate, debit, credit, balance } of items) {
      const shown = { valueDate, debit, credit, balance }
      if (state === 'posted') expect(lineOf.get(id)).toMatchObject(shown)
      else expect(shown).toEqual({ valueDate: '2026-11-20', debit: null, credit: null, balance: null })
    }
    expect(items.filter(({ state }) => state === 'posted').length).toBeGreaterThan(0)
  }
})

test('the sum follows the filters and the days', async () => {
  const waiting = await shown('Inflow', { state: ['pending'] })
  expect(waiting).toMatchObject({ totalCount: 1, totals: { amount: 0 } })
  const before = await shown('Inflow', { from: '2026-11-01', to: '2026-11-19' })
  expect(before).toEqual({ totalCount: 0, totals: { amount: 0 }, rows: [] })
  expect(
    await ask('BackOffice/GetAccountInflow', { cscsAcct, from: '2026-11-20', to: '2026-11-19' }),
  ).toMatchObject({ refusal: 'periodInvalid' })
})

test('another firm finds no such account', async () => {
  expect(await ask('BackOffice/GetAccountInflow', { cscsAcct }, callerOf(SELLER))).toMatchObject({
    refusal: 'unknownAccount',
  })
})

test('entries posted while a page is read appear neither in its lines nor in its balances', async () => {
  const { store } = stage.database
  let reads = 0
  const forTenant: typeof store.forTenant = (tenantId) => {
    const scope = store.forTenant(tenantId)
    const read: typeof scope.read = async (work) => {
      const answer = await scope.read(work)
      reads += 1
      await desk.submit({
        kind: 'externalTransfer',
        origin: of(SELLER),
        transfer: {
          ...{ type: 'deposit', account: SELLER.account, amount: kobo(100n) },
          ...{ reference: `${reads}`, narration: 'Late' },
        },
      })
      return answer
    }
    return { ...scope, read }
  }
  const { 'BackOffice/GetAccountInflow': get } = cashMovementHandlers({
    store: { ...store, forTenant },
    marketDate: () => '2026-11-20',
  })
  for (let times = 0; times < 2; times += 1) {
    const input = { cscsAcct: '0000000002', sorting: 'date asc', skipCount: 0, maxResultCount: 100 }
    const page = await get(input, { caller: callerOf(SELLER), translate: translateTo('en') } as never)
    if (isRefusal(page)) throw new Error(page.refusal)
    expect(page.closingBalance).toBe(page.items.at(-1)?.balance ?? 0)
    expect(page.totals.amount).toBe(page.closingBalance)
  }
  expect(reads).toBeGreaterThan(1)
})
