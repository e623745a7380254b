import { type Permission, settingTexts } from '@tradebook/contract'
import { beforeAll, expect, test } from 'vitest'
import { BUYER, of } from '../../desk/desk.fixture.ts'
import { desk, shareDesk, stage } from '../../desk/shared-desk.fixture.ts'
import { brokerWith } from '../../http/caller.fixture.ts'
import type { Handlers } from '../../http/handlers.ts'
import { callsOf, customerOf, NO_MAIL } from './back-office.fixture.ts'
import { backOfficeFeature } from './back-office.ts'

/** What staff reads of others' cash while its firm keeps balances back. */

const BROKER = ['BUY', 'SELL', 'TRADE_ALL_ACCOUNTS', 'VIEW_ALL_ORDERS', 'POST_LEDGER'] as const
const staff = (userId: number, ...more: Permission[]) =>
  brokerWith({ userId, userName: `user${userId}`, permissions: new Set([...BROKER, ...more]) })
const [maker, approver, other, administrator] = [
  staff(1),
  staff(2),
  staff(3),
  staff(4, 'VIEW_ADMINSETTING'),
] as const
const cscsAcct = '0000000001'

let handlers: Handlers<`BackOffice/${string}`>

const { ask, answer } = callsOf(() => handlers, BUYER)

const show = (isShown: boolean) =>
  desk.submit({
    kind: 'changeSettings',
    origin: of(BUYER),
    texts: settingTexts({ showAccountBalance: isShown }),
  })

shareDesk({ funds: { naira: 5_000_000n } })
beforeAll(async () => {
  const { store } = stage.database
  const print = async () => new Uint8Array()
  handlers = backOfficeFeature({ store, picture: desk.picture, desk, print, outbox: NO_MAIL })
  const worded = { reference: 'R', narration: 'N' }
  const post = (postingID: string, amount: number) =>
    answer('BackOffice/PostCashEntry', { postingID, cscsAcct, type: 'deposit', amount, ...worded }, maker)
  await post('small', 10)
  const { id } = await post('decided', 2_000_000)
  await answer('BackOffice/ApproveCashEntry', { id }, approver)
  await post('waits', 3_000_000)
}, 60_000)

const cash = [
  ['BackOffice/GetAccountStatement', {}],
  ['BackOffice/DownloadAccountStatement', { format: 'csv' }],
  ['BackOffice/GetAccountInflow', {}],
  ['BackOffice/DownloadAccountInflow', { format: 'csv' }],
  ['BackOffice/GetAccountOutflow', {}],
  ['BackOffice/DownloadAccountOutflow', { format: 'xlsx' }],
] as const

test.each(cash)(
  '%s: other people’s cash is refused only to users who are not shown balances',
  async (name, more) => {
    const asked = { cscsAcct, ...more }
    await show(false)
    for (const person of [maker, approver, other])
      expect(await ask(name, asked, person)).toEqual({
        refusal: 'balanceNotShown',
        values: { account: BUYER.account },
      })
    for (const person of [administrator, customerOf(BUYER)])
      expect(await ask(name, asked, person)).not.toHaveProperty('refusal')
    await show(true)
    expect(await ask(name, asked, other)).not.toHaveProperty('refusal')
  },
)

test('contract notes stay visible: trades are the broker’s own work', async () => {
  await show(false)
  expect(await answer('BackOffice/GetContractNotes', { cscsAcct }, other)).toMatchObject({ totalCount: 0 })
})

test("staff see other people's waiting postings, and those that they requested or decided themselves", async () => {
  const read = async (person: typeof maker) => {
    const { items } = await answer('BackOffice/GetCashApprovals', { sorting: 'id asc' }, person)
    return items.map(({ amount }) => amount)
  }
  await show(false)
  expect(await read(maker)).toEqual([10, 2_000_000, 3_000_000])
  expect(await read(approver)).toEqual([2_000_000, 3_000_000])
  expect(await read(other)).toEqual([3_000_000])
  expect(await read(administrator)).toEqual([10, 2_000_000, 3_000_000])
  expect(await read({ ...other, accounts: [BUYER.account] })).toEqual([10, 2_000_000, 3_000_000])
  await show(true)
  expect(await read(other)).toEqual([10, 2_000_000, 3_000_000])
})

test('what a reversal leaves is shown to those who may approve it, not to the person who asked for it', async () => {
  await show(true)
  const { items: lines } = await answer('BackOffice/GetAccountStatement', { cscsAcct }, maker)
  const entry = lines.find(({ credit }) => credit === 10)?.entry ?? 0
  await show(false)
  const { id } = await answer(
    'BackOffice/ReverseEntry',
    { postingID: 'back', cscsAcct, entry, reason: 'R' },
    maker,
  )
  const balanceAfter = async (person: typeof maker) => {
    const { items } = await answer('BackOffice/GetCashApprovals', {}, person)
    return items.find((row) => row.id === id)?.balanceAfter
  }
  expect(await balanceAfter(maker)).toBeNull()
  expect(await balanceAfter(staff(5, 'APPROVE_LEDGER'))).toEqual(expect.any(Number))
  await ask('BackOffice/RejectCashEntry', { id, reason: 'R' }, staff(5, 'APPROVE_LEDGER'))
})
