import { kobo, type Permission, Side, settingTexts } from '@tradebook/contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type ChargesChange, OF_FIRM } from '../../desk/decisions/transfer-request.ts'
import { BUYER, of } from '../../desk/desk.fixture.ts'
import { desk, shareDesk, stage } from '../../desk/shared-desk.fixture.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import { type InfluenceKind, influenceKinds } from '../../platform/independence.ts'
import { recordInfluences, recordLinkUsed } from '../../platform/influences.ts'
import { createUser } from '../../store/people.ts'
import { callerOf, callsOf, NO_MAIL } from './back-office.fixture.ts'
import { backOfficeFeature } from './back-office.ts'

/** One person does not make both pairs of eyes: who approves is independent of the person who asked. */

let handlers: Handlers<`BackOffice/${string}`>
let people: Record<'Ada' | 'Bola' | 'Chidi', Caller>
const { tenantId } = BUYER
const DAY_MS = 86_400_000

shareDesk()
beforeAll(async () => {
  const { store } = stage.database
  const print = async () => new Uint8Array()
  handlers = backOfficeFeature({ store, picture: desk.picture, desk, print, outbox: NO_MAIL })
  const made = async (name: string) => {
    const userId = await createUser(store, tenantId, {
      ...{ userName: name, name, surname: 'Ade', emailAddress: `${name}@firm.example` },
      ...{ password: 'Secret-123', roles: ['ADMIN'] },
    })
    return { ...callerOf(BUYER), userId, userName: name }
  }
  people = { Ada: await made('Ada'), Bola: await made('Bola'), Chidi: await made('Chidi') }
}, 60_000)
beforeEach(() => stage.asAdmin('DELETE FROM influences'))

const { ask, answer } = callsOf(() => handlers, BUYER)
type Name = keyof typeof people

let postings = 0
const posted = async (by: Name): Promise<number> => {
  postings += 1
  const { id } = await answer(
    'BackOffice/PostCashEntry',
    {
      ...{ postingID: `two ${postings}`, cscsAcct: '0000000001', type: 'deposit', amount: 2_000_000 },
      ...{ reference: `TWO ${postings}`, narration: 'Transfer' },
    },
    people[by],
  )
  return id
}
const approve = (id: number, by: Name) => ask('BackOffice/ApproveCashEntry', { id }, people[by])
const listed = async (id: number, by: Name) =>
  (
    await answer('BackOffice/GetCashApprovals', { state: ['pending'], maxResultCount: 1_000 }, people[by])
  ).items.find((row) => row.id === id)
const influence = (who: Name, by: Name, kind: InfluenceKind, daysAgo = 0, awaitsSecond = false) =>
  stage.database.store.forTenant(tenantId).write((tx) =>
    recordInfluences(tx, [
      {
        ...{ tenantId, userId: people[who].userId, byId: people[by].userId, kind, awaitsSecond },
        at: stage.now - daysAgo * DAY_MS,
      },
    ]),
  )
const set = (values: Parameters<typeof settingTexts>[0]) =>
  desk.submit({ kind: 'changeSettings', origin: of(BUYER), texts: settingTexts(values) })

const notIndependent = { refusal: 'approverNotIndependent' }

test.each(influenceKinds)(
  'a user who was %s by the requester within a week cannot approve, and sees why beforehand',
  async (kind) => {
    await influence('Bola', 'Ada', kind, 6)
    const id = await posted('Ada')
    expect(await approve(id, 'Bola')).toMatchObject({
      ...notIndependent,
      values: { user: 'Bola', by: 'Ada', days: 7 },
    })
    expect((await listed(id, 'Bola'))?.approvalRefused).toContain('Ada created Bola')
    expect((await listed(id, 'Chidi'))?.approvalRefused).toBeNull()
    expect(await approve(id, 'Chidi')).toMatchObject({ status: 'posted' })
  },
)

test('the person who gave the requester the right to post cannot approve, nor can anyone who got it from the same person', async () => {
  await influence('Bola', 'Ada', 'postingRight', 6)
  await influence('Chidi', 'Ada', 'postingRight', 6)
  const id = await posted('Bola')
  expect(await approve(id, 'Ada')).toMatchObject(notIndependent)
  expect(await approve(id, 'Chidi')).toMatchObject(notIndependent)
})

test('approving twice at once gets the same answer, and a person who already decided is told so', async () => {
  const id = await posted('Ada')
  const [one, other] = await Promise.all([approve(id, 'Bola'), approve(id, 'Bola')])
  expect(one).toMatchObject({ id, status: 'posted' })
  expect(other).toEqual(one)
  const reject = (by: Name) => ask('BackOffice/RejectCashEntry', { id, reason: 'No' }, people[by])
  expect(await reject('Bola')).toMatchObject({ refusal: 'approvedByYou' })
  expect(await reject('Chidi')).toMatchObject({ refusal: 'transferDecided' })
})

test('nobody posts to, approves for or decides about an account that they sign in for, whatever their roles', async () => {
  const owner = { ...people.Bola, roles: ['CASHIER', 'CUSTOMER'], accounts: [BUYER.account] }
  const own = { refusal: 'ownAccount', values: { account: BUYER.account } }
  const cscsAcct = '0000000001'
  const id = await posted('Ada')
  const request = { cscsAcct, reference: 'OWN', narration: 'Own' }
  const asked = {
    'BackOffice/PostCashEntry': { ...request, postingID: 'own 1', type: 'deposit', amount: 10 },
    'BackOffice/PostSecurityEntry': {
      ...{ ...request, postingID: 'own 2', type: 'transferIn', securityID: 'GTCO' },
      ...{ quantity: 1, unitCost: 1 },
    },
    'BackOffice/UpdateAccountTerms': {
      ...{ postingID: 'own 3', cscsAcct, cashRoute: 'broker', bankCode: '011', bankAccount: '0000014579' },
    },
    'BackOffice/UnfreezeAccount': { postingID: 'own 4', cscsAcct, freeze: 1, reason: 'R' },
    'BackOffice/ApproveCashEntry': { id },
    'BackOffice/RejectCashEntry': { id, reason: 'R' },
  } as const
  for (const [name, input] of Object.entries(asked))
    expect([name, await ask(name as 'BackOffice/PostCashEntry', input as never, owner)]).toMatchObject([
      name,
      own,
    ])
  const unlink = await signsInFor(people.Bola)
  const { items } = await answer('BackOffice/GetCashApprovals', { state: ['pending'] }, owner)
  await unlink()
  expect(items.find((row) => row.id === id)?.approvalRefused).toContain('You can sign in for account')
  expect(await ask('BackOffice/ApproveCashEntry', { id }, { ...owner, roles: ['BROKER'] })).toMatchObject(own)
  expect(await approve(id, 'Bola')).toMatchObject({ status: 'posted' })
  const { items: lines } = await answer(
    'BackOffice/GetAccountStatement',
    { cscsAcct, maxResultCount: 1_000 },
    people.Ada,
  )
  const entry = lines.find(({ reference }) => reference === `TWO ${postings}`)?.entry ?? 0
  expect(
    await ask('BackOffice/ReverseEntry', { postingID: 'own 5', cscsAcct, entry, reason: 'R' }, owner),
  ).toMatchObject(own)
})

/** Lets a person sign in for the account. */
async function signsInFor({ userId }: Caller): Promise<() => Promise<unknown>> {
  const link = { tenant_id: tenantId, user_id: userId, account: BUYER.account }
  const scope = stage.database.store.forTenant(tenantId)
  await scope.write((tx) => tx.insertInto('user_trading_accounts').values(link).execute())
  return () =>
    scope.write((tx) => tx.deleteFrom('user_trading_accounts').where('user_id', '=', userId).execute())
}

test('nobody approves what was requested by a person who can now sign in for the account', async () => {
  const id = await posted('Ada')
  const unlink = await signsInFor(people.Ada)
  const refused = { refusal: 'makerOwnAccount', values: { account: BUYER.account, userName: 'Ada' } }
  expect(await approve(id, 'Bola')).toMatchObject(refused)
  expect((await listed(id, 'Bola'))?.approvalRefused).toContain('who made this request, can sign in')
  expect(await ask('BackOffice/RejectCashEntry', { id, reason: 'Own' }, people.Bola)).toEqual(
    expect.objectContaining({ status: 'rejected' }),
  )
  await unlink()
})

const customerId = 1
const charges = (postingID: string, change: ChargesChange['change'], accounts: readonly string[] = []) =>
  desk.submit({
    ...{ kind: 'requestTransfer', postingID, approvalAbove: kobo(0n) },
    origin: { ...of(BUYER), userId: people.Ada.userId, ownAccounts: accounts },
    transfer: { type: 'charges', account: OF_FIRM, change },
  }) as Promise<{ readonly id: number }>

test('nobody asks for or approves charges of a customer whose account they sign in for', async () => {
  const free: ChargesChange['change'] = {
    kind: 'changeCharges',
    rates: [],
    agreements: [{ customerId, dateFrom: '2027-03-01', commissionPpm: 0, stampDutyExempt: false }],
  }
  const own = { refusal: 'ownAccount', values: { account: BUYER.account } }
  expect(await charges('own charges', free, [BUYER.account])).toMatchObject({ refusal: own })
  const removal = {
    kind: 'removeCharges',
    rates: [],
    agreements: [{ customerId, dateFrom: '2027-03-01' }],
  } as const
  expect(await charges('own removal', removal, [BUYER.account])).toMatchObject({ refusal: own })

  const { id } = await charges('charges', free)
  const owner = { ...people.Bola, accounts: [BUYER.account] }
  expect(await ask('BackOffice/ApproveCashEntry', { id }, owner)).toMatchObject(own)
  let unlink = await signsInFor(people.Bola)
  expect((await listed(id, 'Bola'))?.approvalRefused).toContain('You can sign in for account')
  await unlink()
  unlink = await signsInFor(people.Ada)
  expect((await listed(id, 'Bola'))?.approvalRefused).toContain('who made this request, can sign in')
  expect(await approve(id, 'Bola')).toMatchObject({ refusal: 'makerOwnAccount' })
  await unlink()
  expect(await approve(id, 'Bola')).toMatchObject({ status: 'posted' })
})

test('after the days that the firm has set the same person approves', async () => {
  await influence('Bola', 'Ada', 'password', 8)
  expect(await approve(await posted('Ada'), 'Bola')).toMatchObject({ status: 'posted' })
})

test('changes that the requester makes to the approver afterwards count, and so does the creator of the requester', async () => {
  const id = await posted('Ada')
  await influence('Bola', 'Ada', 'address')
  expect(await approve(id, 'Bola')).toMatchObject(notIndependent)
  expect(await approve(await posted('Bola'), 'Ada')).toMatchObject(notIndependent)
})

test('a bank account change is requested by one person, approved by an independent one, and can be rejected by anyone else', async () => {
  const terms = () =>
    answer(
      'BackOffice/UpdateAccountTerms',
      {
        ...{ postingID: `terms ${++postings}`, cscsAcct: '0000000001', cashRoute: 'direct' },
        ...{ bankCode: '011', bankAccount: '0000014579' },
      },
      people.Ada,
    )
  await influence('Bola', 'Ada', 'created')
  const { id, status } = await terms()
  expect(status).toBe('awaitingApproval')
  expect(await approve(id, 'Ada')).toMatchObject({ refusal: 'transferOwn' })
  expect(await approve(id, 'Bola')).toMatchObject(notIndependent)
  expect(await ask('BackOffice/RejectCashEntry', { id, reason: 'Unknown' }, people.Bola)).toMatchObject({
    status: 'rejected',
  })
})

test('a user whose password link went to an address chosen by the requester counts as the requester, however long ago', async () => {
  await influence('Bola', 'Ada', 'address', 30)
  const id = await posted('Ada')
  await stage.database.store
    .forTenant(tenantId)
    .write((tx) => recordLinkUsed(tx, { tenantId, userId: people.Bola.userId, at: stage.now }))
  expect(await approve(id, 'Bola')).toMatchObject(notIndependent)
  // An address that its owner has proved since is the owner's.
  await stage.asAdmin('DELETE FROM influences')
  await influence('Bola', 'Ada', 'address', 30)
  await influence('Bola', 'Bola', 'address', 20)
  await stage.database.store
    .forTenant(tenantId)
    .write((tx) => recordLinkUsed(tx, { tenantId, userId: people.Bola.userId, at: stage.now }))
  expect(await approve(id, 'Bola')).toMatchObject({ status: 'posted' })
})

test('a right to approve that waits for a second administrator does not count', async () => {
  await set({ approversByTwo: true })
  await influence('Bola', 'Chidi', 'rights', 0, true)
  const id = await posted('Ada')
  expect(await approve(id, 'Bola')).toMatchObject({ refusal: 'approverUnconfirmed', values: { by: 'Chidi' } })
  await stage.asAdmin('UPDATE influences SET confirmed_by = $1', [people.Ada.userId])
  expect(await approve(id, 'Bola')).toMatchObject({ status: 'posted' })
})

test('a user who awaits a second administrator cannot post anything that needs approval, and earlier postings wait, too', async () => {
  await set({ approversByTwo: true })
  const id = await posted('Bola')
  await influence('Bola', 'Chidi', 'rights', 30, true)
  expect(await approve(id, 'Ada')).toMatchObject({
    ...{ refusal: 'makerUnconfirmed', values: { user: 'Bola', by: 'Chidi' } },
  })
  const unconfirmed = { refusal: 'postingUnconfirmed', values: { by: 'Chidi' } }
  const cash = (amount: number) =>
    ask(
      'BackOffice/PostCashEntry',
      {
        ...{ postingID: `two ${++postings}`, cscsAcct: '0000000001', type: 'deposit', amount },
        ...{ reference: `TWO ${postings}`, narration: 'Transfer' },
      },
      people.Bola,
    )
  expect(await cash(2_000_000)).toMatchObject(unconfirmed)
  expect(await cash(10)).toMatchObject({ status: 'posted' })
  const terms = ask(
    'BackOffice/UpdateAccountTerms',
    {
      ...{ postingID: `terms ${++postings}`, cscsAcct: '0000000001', cashRoute: 'broker' },
      ...{ bankCode: '011', bankAccount: '0000014587' },
    },
    people.Bola,
  )
  expect(await terms).toMatchObject(unconfirmed)
  const shares = ask(
    'BackOffice/PostSecurityEntry',
    {
      ...{ postingID: `shares ${++postings}`, cscsAcct: '0000000001', type: 'transferIn' },
      ...{ securityID: 'GTCO', quantity: 1_000_000, unitCost: 30, reference: 'TWO S', narration: 'In' },
    },
    people.Bola,
  )
  expect(await shares).toMatchObject(unconfirmed)
  await stage.asAdmin('UPDATE influences SET confirmed_by = $1', [people.Ada.userId])
  expect(await cash(2_000_000)).toMatchObject({ status: 'awaitingApproval' })
})

test('weaker rules apply once the days of the earlier ones have passed', async () => {
  await influence('Bola', 'Ada', 'created')
  const id = await posted('Ada')
  await set({ independenceDays: 0, approversByTwo: false })
  expect(await approve(id, 'Bola')).toMatchObject(notIndependent)
})

test('a frozen account is listed as frozen until two people have lifted the freeze, and the approver sees the reason', async () => {
  const cscsAcct = '0000000001'
  const state = async () => {
    const { items } = await answer('BackOffice/GetCustomers', { state: ['frozen'] }, people.Ada)
    return items.map((row) => [row.accountNumber, row.state])
  }
  expect(await state()).toEqual([])
  const { id: freeze } = await answer(
    'BackOffice/FreezeAccount',
    {
      ...{ postingID: 'freeze', cscsAcct, ground: 'courtOrder', reference: 'Suit 12/2026', reason: 'Order' },
      ...{ from: '2026-11-20', openOrders: 'keep' },
    },
    people.Ada,
  )
  expect(await state()).toEqual([[BUYER.account, 'frozen']])
  const lifted = { postingID: 'lift', cscsAcct, freeze, reason: 'Order set aside on 20 November' }
  const { id } = await answer('BackOffice/UnfreezeAccount', lifted, people.Ada)
  expect(await listed(id, 'Bola')).toMatchObject({
    narration: expect.stringContaining('Order set aside on 20 November'),
    freeze,
  })
  // Which freeze it is, with its ground, date, reference and document.
  const { items } = await answer('BackOffice/GetAccountFreezes', { cscsAcct }, people.Bola)
  expect(items.find((row) => row.id === freeze)).toMatchObject({
    ...{ ground: 'courtOrder', from: '2026-11-20', reference: 'Suit 12/2026', document: null },
  })
  // A suspicion must not become known: a cashier reads no freeze in the list.
  const cashier = { ...people.Chidi, permissions: new Set(['POST_LEDGER'] as const) }
  const { items: ofCashier } = await answer('BackOffice/GetCashApprovals', { maxResultCount: 1_000 }, cashier)
  expect(ofCashier.filter(({ type }) => type === 'freeze' || type === 'unfreeze')).toEqual([])
  await approve(id, 'Bola')
  expect(await state()).toEqual([])
})

test('the approver reads in the list why an entry is reversed, how much it is and what it leaves, and the money waits', async () => {
  const entry = await posted('Ada')
  await approve(entry, 'Bola')
  const withdrawable = async () =>
    (await answer('BackOffice/GetPaymentOptions', { cscsAcct: '0000000001' }, people.Ada)).withdrawable ?? 0
  const before = await withdrawable()
  const all = {
    ...{ cscsAcct: '0000000001', type: 'withdrawal' as const, amount: before, narration: 'All of it' },
    ...{ postingID: 'all of it', reference: 'ALL' },
  }
  const { items } = await answer(
    'BackOffice/GetAccountStatement',
    { cscsAcct: '0000000001', maxResultCount: 1_000 },
    people.Ada,
  )
  const number = items.find(({ reference }) => reference === `TWO ${postings}`)?.entry ?? 0
  const { id } = await answer(
    'BackOffice/ReverseEntry',
    { postingID: 'back', cscsAcct: '0000000001', entry: number, reason: 'Wrong customer' },
    people.Ada,
  )
  expect(await listed(id, 'Bola')).toMatchObject({
    ...{ narration: `Reversal of entry ${number}: Wrong customer`, worth: 2_000_000 },
    balanceAfter: before - 2_000_000,
  })
  expect(await withdrawable()).toBe(before - 2_000_000)
  // The statement says of the entry that its reversal waits, and of no other.
  const waiting = (
    await answer(
      'BackOffice/GetAccountStatement',
      { cscsAcct: '0000000001', maxResultCount: 1_000 },
      people.Ada,
    )
  ).items.filter(({ reversalWaits }) => reversalWaits)
  expect(waiting.map((line) => line.entry)).toEqual([number])
  expect(await ask('BackOffice/PostCashEntry', all, people.Ada)).toMatchObject({
    refusal: 'withdrawalHeld',
    values: { held: '2,000,000.00' },
  })
})

test('a person who requests changes, but neither posts nor approves, reads only their own requests and can withdraw them', async () => {
  await posted('Bola')
  const { id } = await charges('of one who asks only', {
    ...{ kind: 'changeCharges', rates: [] },
    agreements: [{ customerId, dateFrom: '2027-06-01', commissionPpm: 5_000, stampDutyExempt: false }],
  })
  const reads = async (permission: Permission, who: Name) => {
    const reader = { ...people[who], permissions: new Set([permission]) }
    const { items } = await answer('BackOffice/GetCashApprovals', { maxResultCount: 1_000 }, reader)
    return items
  }
  for (const permission of ['CHANGE_CHARGES', 'REVIEW_REQUESTS', 'Pages.Settings'] as const) {
    const own = await reads(permission, 'Ada')
    expect(own.every(({ isOwn }) => isOwn)).toBe(true)
    expect(own).toContainEqual(expect.objectContaining({ id, state: 'pending' }))
  }
  expect((await reads('FREEZE_ACCOUNTS', 'Chidi')).filter(({ isOwn }) => !isOwn)).toEqual([])
  expect((await reads('COMPLIANCE', 'Chidi')).map((row) => row.id)).toContain(id)
  const maker = { ...people.Ada, permissions: new Set(['CHANGE_CHARGES'] as const) }
  expect(await ask('BackOffice/RejectCashEntry', { id, reason: 'Mistaken' }, maker)).toMatchObject({
    status: 'rejected',
  })
})

test('the reversal of a withdrawal leaves the account the balance with its amount back', async () => {
  const cscsAcct = '0000000001'
  const balance = async () =>
    (await answer('BackOffice/GetAccountStatement', { cscsAcct, maxResultCount: 1_000 }, people.Ada))
      .closingBalance
  const paidOut = {
    ...{ postingID: 'paid out', cscsAcct, type: 'withdrawal' as const, amount: 25 },
    ...{ reference: 'OUT 25', narration: 'Paid out' },
  }
  expect(await answer('BackOffice/PostCashEntry', paidOut, people.Ada)).toMatchObject({ status: 'posted' })
  const { items } = await answer(
    'BackOffice/GetAccountStatement',
    { cscsAcct, maxResultCount: 1_000 },
    people.Ada,
  )
  const entry = items.find(({ reference }) => reference === 'OUT 25')?.entry ?? 0
  const { id } = await answer(
    'BackOffice/ReverseEntry',
    { postingID: 'paid out in error', cscsAcct, entry, reason: 'Wrong customer' },
    people.Ada,
  )
  expect(await listed(id, 'Bola')).toMatchObject({ worth: 25, balanceAfter: (await balance()) + 25 })
  expect((await listed(id, 'Bola'))?.balanceAfter).not.toBe(25)
})

test('the reversal of a transfer out brings back the part of the average cost that the shares took', async () => {
  const cscsAcct = '0000000001'
  const moved = async (type: 'transferIn' | 'transferOut', quantity: number, unitCost: number) => {
    postings += 1
    const reference = `COST ${postings}`
    const posting = {
      postingID: reference,
      cscsAcct,
      type,
      securityID: 'GTCO',
      quantity,
      unitCost,
      reference,
    }
    const { status } = await answer(
      'BackOffice/PostSecurityEntry',
      { ...posting, narration: 'N' },
      people.Ada,
    )
    expect(status).toBe('posted')
    const [row = []] = await stage.rows(
      `SELECT sequence, holding, cost FROM ledger_entries WHERE tenant_id = ${tenantId} AND reference = '${reference}'`,
    )
    return { entry: Number(row[0]), holding: Number(row[1]), cost: Number(row[2]) }
  }
  // What each lot had cost differs, so that neither the first nor the last is the average.
  await moved('transferIn', 10, 10)
  const before = await moved('transferIn', 20, 40)
  const out = await moved('transferOut', 12, 0)
  expect(before.cost - out.cost).toBe(Math.round((before.cost * 12) / before.holding))
  const { id } = await answer(
    'BackOffice/ReverseEntry',
    { postingID: 'out in error', cscsAcct, entry: out.entry, reason: 'Wrong customer' },
    people.Ada,
  )
  expect(await approve(id, 'Bola')).toMatchObject({ status: 'posted' })
  const after = await stage.rows(
    `SELECT holding, cost FROM ledger_entries WHERE tenant_id = ${tenantId} AND reverses = ${out.entry}`,
  )
  expect(after.map((row) => row.map(Number))).toEqual([[before.holding, before.cost]])
})

test('the approver of a change of charges reads what it follows, and of agreements the customer', async () => {
  const commission = { side: Side.buy, item: 'commission', minimum: kobo(0n), vatPpm: 75_000 } as const
  const rate = (ratePpm: number, dateFrom: string): ChargesChange['change'] => ({
    kind: 'changeCharges',
    agreements: [],
    rates: [{ ...commission, ratePpm, dateFrom }],
  })
  const agreed = (commissionPpm: number | null, dateFrom: string): ChargesChange['change'] => ({
    kind: 'changeCharges',
    rates: [],
    agreements: [{ customerId, dateFrom, commissionPpm, stampDutyExempt: true }],
  })
  const worded = async (change: ChargesChange['change'], approves = false) => {
    postings += 1
    const { id } = await charges(`rate ${postings}`, change)
    const narration = (await listed(id, 'Bola'))?.narration
    if (approves) await approve(id, 'Bola')
    else await ask('BackOffice/RejectCashEntry', { id, reason: 'No' }, people.Bola)
    return narration
  }
  expect(await worded(rate(12_500, '2027-01-04'), true)).toMatch(/1\.25%.*\(2027-01-04; until then 1\.35%/)
  expect(await worded(rate(11_000, '2027-02-01'), true)).toMatch(
    /1\.1%.*; until then 1\.25%, .*VAT.* 7\.5%\)$/,
  )
  expect(await worded(rate(10_000, '2027-02-01'))).toMatch(/1%.*\(2027-02-01; replaces 1\.1%/)
  const removal = { kind: 'removeCharges', agreements: [] } as const
  expect(await worded({ ...removal, rates: [{ ...commission, dateFrom: '2027-02-01' }] })).toMatch(
    /^Delete: .* 1\.1%.*\(2027-02-01; then 1\.25%/,
  )

  const subject = /^.+ \(Customer no\. 1\): commission /
  const first = await worded(agreed(5_000, '2027-04-01'), true)
  expect(first).toMatch(subject)
  expect(first).toContain(
    'commission 0.5%, stamp duty not charged, trade alerts sent and charged (2027-04-01; until then',
  )
  expect(await worded(agreed(null, '2027-05-03'), true)).toMatch(
    /commission firm’s rate, .*; until then commission 0\.5%/,
  )
  expect(
    await worded({ kind: 'removeCharges', rates: [], agreements: [{ customerId, dateFrom: '2027-05-03' }] }),
  ).toMatch(/^Delete: .*commission firm’s rate.*\(2027-05-03; then commission 0\.5%/)
})
