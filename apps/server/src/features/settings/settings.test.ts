import { type CallInput, isRefusal, kobo, languageNames, OrdType, Side } from '@tradebook/contract'
import { settingsInput, settingsUpdate } from '@tradebook/contract/schemas/settings'
import { beforeAll, expect, test } from 'vitest'
import { BUYER, order, SELLER, type Trader } from '../../desk/desk.fixture.ts'
import { desk, price, shareDesk, stage, startDesk } from '../../desk/shared-desk.fixture.ts'
import { callerOf } from '../../http/caller.fixture.ts'
import type { Handlers } from '../../http/handlers.ts'
import { recordInfluences } from '../../platform/influences.ts'
import { approvalAbove } from '../../platform/settings.ts'
import { createUser } from '../../store/people.ts'
import type { Tx } from '../../store/store.ts'
import { settingsFeature } from './settings.ts'

/** Settings as they are sent, read again, inherited and taken back. */

const HOST: Trader = { tenantId: 0, account: '' }
let handlers: Handlers<`Settings/${string}`>
const invalidated: (number | undefined)[] = []

shareDesk({ funds: { naira: 10_000_000n } })
beforeAll(() => {
  handlers = settingsFeature({
    store: stage.database.store,
    desk: {
      submit: (input) => desk.submit(input),
      get status() {
        return desk.status
      },
    },
    tenants: { changed: () => undefined },
    sessions: { invalidate: (tenantId) => void invalidated.push(tenantId) },
    print: async () => new Uint8Array(),
    ...{ areMailsSent: false, isNumberedByHand: true },
    clock: { now: Date.now },
    publicUrl: () => 'https://trade.example',
    providers: {} as never,
    checkPicture: async (_, __, bytes) => Buffer.from(bytes),
  })
})

const asking = (who: Trader) =>
  ({ caller: callerOf(who, ['Pages.Settings']), clientIpAddress: '127.0.0.1', browserInfo: 'test' }) as never
const set = (who: Trader, asked: CallInput<'Settings/Update'>) =>
  handlers['Settings/Update'](asked, asking(who))
const get = async (who: Trader) => {
  const answer = await handlers['Settings/GetAll']({}, asking(who))
  if (isRefusal(answer)) throw new Error(answer.refusal)
  return answer
}
const TODAY = '2026-11-20'
const threshold = (who: Trader, date = TODAY) => approvalAbove(stage.database.store, who.tenantId, date)

const usual = {
  cashApprovalThreshold: 1_000_000,
  unsettledProceedsUsable: true,
  selfMatch: 'account',
  secondFactor: 'nobody',
  showAccountBalance: true,
  stopOrders: false,
  mandateRequired: false,
  customerInstructions: false,
  memberCode: '',
  payIn: '',
  address: '',
  phone: '',
  ...{ emailAddress: '', rcNumber: '', secNumber: '', taxNumber: '', reportErrorsDays: 0, signatory: '' },
  idleMinutes: 15,
  sessionHours: 24,
  rememberDays: 30,
  lockoutTries: 5,
  lockoutMinutes: 5,
  languages: [...languageNames],
  registrationOpen: true,
  approversByTwo: false,
  independenceDays: 7,
} as const

test('unset values are the defaults; each setting is read back as it was sent, and belongs to the firm', async () => {
  expect(await get(BUYER)).toEqual({ ...usual, approvalThresholdToday: 1_000_000, own: [] })
  const changed = {
    cashApprovalThreshold: 250_000.5,
    unsettledProceedsUsable: false,
    selfMatch: 'firm',
    showAccountBalance: false,
    stopOrders: true,
    mandateRequired: true,
    customerInstructions: true,
    memberCode: 'MSL',
    payIn: 'First Bank\n2034567890',
    address: '14 Harbour Crescent\nLagos',
    phone: '+2348000000014',
    ...{ emailAddress: 'office@msl.example', rcNumber: '4711', secNumber: 'B-12', taxNumber: '0815-01' },
    ...{ reportErrorsDays: 14, signatory: 'Ada Obi\nCompliance' },
    idleMinutes: 30,
    sessionHours: 8,
    rememberDays: 7,
    lockoutTries: 3,
    lockoutMinutes: 60,
    languages: ['en' as const, 'yo' as const],
    registrationOpen: false,
    approversByTwo: true,
    independenceDays: 30,
  } as const
  for (const [name, value] of Object.entries(changed)) {
    expect(await set(BUYER, { [name]: value })).toEqual({})
    expect((await get(BUYER)).own).toContain(name)
  }
  expect(await get(BUYER)).toMatchObject(changed)
  expect(await get(SELLER)).toEqual({ ...usual, approvalThresholdToday: 1_000_000, own: [] })
  await desk.end()
  await startDesk()
  expect(await get(BUYER)).toMatchObject(changed)
})

test('a firm follows the host until it sets its own value, keeps that, and follows again once it resets it', async () => {
  await set(HOST, { idleMinutes: 20, selfMatch: 'allow' })
  expect(await get(SELLER)).toMatchObject({ idleMinutes: 20, selfMatch: 'allow', own: [] })
  // The same value, set by the firm, is its own.
  await set(SELLER, { idleMinutes: 20 })
  await set(HOST, { idleMinutes: 40, selfMatch: null })
  expect(await get(SELLER)).toMatchObject({ idleMinutes: 20, selfMatch: 'account', own: ['idleMinutes'] })
  await set(SELLER, { idleMinutes: null })
  expect(await get(SELLER)).toMatchObject({ idleMinutes: 40, own: [] })
  expect((await get(HOST)).own).toEqual(['idleMinutes'])
  await set(HOST, { idleMinutes: null })
})

test('resetting a setting also resets it at the desk, and it stays so after a restart', async () => {
  const send = async (clOrdID: string) => {
    const { request, ...input } = order(BUYER, clOrdID, Side.buy, price, 1)
    const stop = { ...request, ordType: OrdType.stop, price: null, stopPx: price }
    const answer = await desk.submit({ ...input, request: stop })
    return answer.kind === 'refused' ? answer.refusal.refusal : answer.kind
  }
  expect(await send('taken')).toBe('stopPxNotAbove')
  await set(BUYER, { stopOrders: null })
  expect(await send('not taken')).toBe('stopOrdersNotTaken')
  await desk.end()
  await startDesk()
  expect(await send('restarted')).toBe('stopOrdersNotTaken')
})

test('a raised approval limit counts from the next market day on, a lowered one at once', async () => {
  const [today, tomorrow] = [TODAY, '2026-11-23']
  expect(desk.status.marketDate).toBe(today)
  await set(SELLER, { cashApprovalThreshold: 5_000_000 })
  expect(await threshold(SELLER, today)).toBe(kobo(1_000_000_00n))
  expect(await threshold(SELLER, tomorrow)).toBe(kobo(5_000_000_00n))
  expect(await get(SELLER)).toMatchObject({
    cashApprovalThreshold: 5_000_000,
    approvalThresholdToday: 1_000_000,
  })
  await set(SELLER, { cashApprovalThreshold: 400_000 })
  expect(await threshold(SELLER, today)).toBe(kobo(400_000_00n))
  // Lowered, posted and raised again: the day keeps its lowest.
  await set(SELLER, { cashApprovalThreshold: 9_000_000 })
  expect(await threshold(SELLER, today)).toBe(kobo(400_000_00n))
  await set(SELLER, { cashApprovalThreshold: null })
  expect(await threshold(SELLER, today)).toBe(kobo(400_000_00n))
  expect(await threshold(SELLER, tomorrow)).toBe(kobo(1_000_000_00n))
})

test('a threshold that the host raises counts from the next market day on for firms that follow it', async () => {
  const third: Trader = { tenantId: 3, account: '' }
  await set(HOST, { cashApprovalThreshold: 7_000_000 })
  expect(await threshold(third)).toBe(kobo(1_000_000_00n))
  expect(await threshold(third, '2026-11-23')).toBe(kobo(7_000_000_00n))
})

test('every setting that can be read can be changed', () => {
  expect(Object.keys(settingsUpdate.shape).toSorted()).toEqual(Object.keys(settingsInput.shape).toSorted())
})

test('requiring a second factor applies to everyone at the firm at once, the host’s setting to all firms', async () => {
  invalidated.length = 0
  await set(SELLER, { idleMinutes: 20 })
  await set(SELLER, { secondFactor: 'everybody' })
  await set(HOST, { secondFactor: 'administrators' })
  expect(invalidated).toEqual([SELLER.tenantId, undefined])
  expect(await get(SELLER)).toMatchObject({ secondFactor: 'everybody' })
  expect(await get(BUYER)).toMatchObject({ secondFactor: 'administrators' })
  await set(SELLER, { secondFactor: null, idleMinutes: null })
  expect(await get(SELLER)).toMatchObject({ secondFactor: 'administrators' })
  await set(HOST, { secondFactor: null })
})

test('a logo is stored as checked, readable only by its own firm, and can be replaced and removed', async () => {
  const pictures = [new Uint8Array([1, 2]), new Uint8Array([3])]
  const changes: object[] = []
  const update = (who: Trader, bytes?: Uint8Array) =>
    handlers['Settings/UpdateLogo']({}, {
      ...(asking(who) as object),
      files: bytes ? [{ type: 'image/jpeg', bytes }] : [],
      write: (work: (tx: Tx, changed: (change: object) => void) => unknown) =>
        stage.database.store
          .forTenant(who.tenantId)
          .write(async (tx) => work(tx, (change) => changes.push(change))),
    } as never)
  const logo = async (who: Trader) => {
    const answer = await handlers['Settings/GetLogo']({}, asking(who))
    if (isRefusal(answer)) return answer.refusal
    const pieces: number[][] = []
    for await (const piece of answer.body) pieces.push([...(piece as Uint8Array)])
    return [answer.name, ...pieces]
  }
  expect(await logo(BUYER)).toBe('unknownDocument')
  for (const bytes of pictures) {
    expect(await update(BUYER, bytes)).toEqual({})
    expect(await logo(BUYER)).toEqual(['logo.jpg', [...bytes]])
  }
  expect(await logo(SELLER)).toBe('unknownDocument')
  expect(await update(BUYER)).toEqual({})
  expect(await logo(BUYER)).toBe('unknownDocument')
  const digest = expect.stringMatching(/^SHA-256 [0-9a-f]{64}$/)
  expect(changes).toMatchObject([
    { before: { logo: null }, after: { logo: digest } },
    { before: { logo: digest }, after: { logo: digest } },
    { before: { logo: digest }, after: { logo: null } },
  ])
})

test('the checklist shows what a firm still needs, and is updated as steps are done', async () => {
  const states = async (who: Trader) => {
    const answer = await handlers['Settings/GetChecklist']({}, asking(who))
    if (isRefusal(answer)) throw new Error(answer.refusal)
    return Object.fromEntries(answer.items.map(({ step, state }) => [step, state]))
  }
  expect(await states(SELLER)).toEqual({
    ...{ particulars: 'missing', numbers: 'missing', logo: 'check', payIn: 'missing', charges: 'check' },
    ...{
      dealers: 'missing',
      approvers: 'missing',
      independent: 'missing',
      mail: 'check',
      depository: 'check',
    },
    // The fixture opened an account, and brought it shares alone.
    ...{ customer: 'done', deposit: 'missing' },
  })
  await set(SELLER, { memberCode: 'ZHS', address: '3 Hill View Close', phone: '+2348000000003' })
  expect((await states(SELLER)).particulars).toBe('missing')
  await set(SELLER, { emailAddress: 'office@zhs.example', payIn: 'First Bank 2034567890' })
  await set(SELLER, { rcNumber: '1', secNumber: '2', taxNumber: '3' })
  const { store } = stage.database
  const ids: number[] = []
  for (const userName of ['one', 'two', 'chief']) {
    const id = await createUser(store, SELLER.tenantId, {
      ...{ userName, name: userName, surname: 'Ade', emailAddress: `${userName}@zhs.example` },
      ...{ password: 'Secret-123', roles: [] },
    })
    ids.push(id)
    if (userName === 'chief') continue
    const grants = ['TRADE_ALL_ACCOUNTS', 'POST_LEDGER', 'APPROVE_LEDGER'].map((permission) => ({
      ...{ tenant_id: SELLER.tenantId, user_id: id, permission },
    }))
    await store
      .forTenant(SELLER.tenantId)
      .write((tx) => tx.insertInto('user_permissions').values(grants).execute())
  }
  expect(await states(SELLER)).toMatchObject({
    ...{ particulars: 'done', numbers: 'done', payIn: 'done', dealers: 'done', approvers: 'done' },
    independent: 'done',
  })
  // Two users of one administrator do not approve each other's postings.
  const [one, two, chief] = ids as [number, number, number]
  const madeByAdmin = (userId: number) => ({
    ...{ tenantId: SELLER.tenantId, userId, byId: chief, kind: 'created' as const, at: Date.now() },
  })
  await store
    .forTenant(SELLER.tenantId)
    .write((tx) => recordInfluences(tx, [madeByAdmin(one), madeByAdmin(two)]))
  expect(await states(SELLER)).toMatchObject({ approvers: 'done', independent: 'missing' })
})
