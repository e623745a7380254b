import { type CallInput, isRefusal, type Permission } from '@tradebook/contract'
import { beforeAll, expect, test } from 'vitest'
import { BUYER, SELLER } from '../../desk/desk.fixture.ts'
import { bring, desk, shareDesk, stage } from '../../desk/shared-desk.fixture.ts'
import type { FileAnswer } from '../../files/file-answer.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { UploadedFile } from '../../http/multipart.ts'
import { callerOf, callsOf, NO_MAIL } from './back-office.fixture.ts'
import { backOfficeFeature } from './back-office.ts'

let handlers: Handlers<`BackOffice/${string}`>

shareDesk()
beforeAll(() => {
  const { store } = stage.database
  const print = async () => new Uint8Array()
  const check = async (_: object, type: string, bytes: Uint8Array) =>
    type === 'application/pdf' ? Buffer.from(bytes) : undefined
  const documentChecks = { check }
  handlers = backOfficeFeature({ store, picture: desk.picture, desk, print, outbox: NO_MAIL, documentChecks })
})

const { ask, answer } = callsOf(() => handlers, BUYER)
const officer = callerOf(BUYER)
const cscsAcct = '0000000001'
const order: CallInput<'BackOffice/FreezeAccount'> = {
  ...{ postingID: 'order', cscsAcct, ground: 'courtOrder', reference: 'Suit 12/2026', reason: 'Order' },
  ...{ from: '2026-11-20', openOrders: 'keep' },
}
const documentOf = (text: string, type: UploadedFile['type'] = 'application/pdf'): UploadedFile => ({
  ...{ part: 'document', name: `${text}.pdf`, type, bytes: Buffer.from(text) },
})
const freeze = (input: Partial<CallInput<'BackOffice/FreezeAccount'>>, ...files: readonly UploadedFile[]) =>
  ask('BackOffice/FreezeAccount', { ...order, ...input }, officer, files)
const kept = () => stage.asAdmin('SELECT name FROM freeze_documents ORDER BY id')

/** What a document says, as its reader receives it. */
async function read(id: number, caller = officer): Promise<object> {
  const file = (await ask('BackOffice/GetFreezeDocument', { id }, caller)) as FileAnswer
  if (isRefusal(file)) return file
  const pieces: Uint8Array[] = []
  for await (const piece of file.body as AsyncIterable<Uint8Array>) pieces.push(piece)
  return { name: file.name, type: file.type, text: Buffer.concat(pieces).toString() }
}

test('settled cash can be withdrawn from an account without a freeze', async () => {
  await bring(BUYER, { type: 'deposit', amount: 500_000n })
  expect(await answer('BackOffice/GetPaymentOptions', { cscsAcct })).toMatchObject({ withdrawable: 5_000 })
})

test('the document of a freeze is kept once however often it is sent, and read as it was sent', async () => {
  const first = await freeze({}, documentOf('Order of the court'))
  expect(await freeze({}, documentOf('Order of the court'))).toEqual(first)
  expect(await kept()).toEqual([['Order of the court.pdf']])
  const { items } = await answer('BackOffice/GetAccountFreezes', { cscsAcct })
  expect(items).toMatchObject([{ document: 'Order of the court.pdf', isInForce: true }])
  expect(await read(items[0]?.id ?? 0)).toEqual({
    ...{ name: 'Order of the court.pdf', type: 'application/pdf', text: 'Order of the court' },
  })
  // Of another firm, and of no freeze.
  expect(await read(items[0]?.id ?? 0, callerOf(SELLER))).toMatchObject({ refusal: 'unknownDocument' })
  expect(await read(999)).toMatchObject({ refusal: 'unknownDocument' })
})

test('a freeze whose document is sent twice at once is one freeze with one document, and both requests get the same answer', async () => {
  const before = await kept()
  const again = { postingID: 'double click' }
  const [one, other] = await Promise.all([
    freeze(again, documentOf('Second order')),
    freeze(again, documentOf('Second order')),
  ])
  expect(one).toMatchObject({ status: 'posted' })
  expect(other).toEqual(one)
  expect(await kept()).toEqual([...before, ['Second order.pdf']])
  expect(await freeze({ ...again, reason: 'Another' }, documentOf('Second order'))).toMatchObject({
    refusal: 'postingIDUsed',
  })
})

test('a court order needs its document or its reference; other grounds need neither', async () => {
  const bare = { ...order, reference: '' }
  for (const reference of ['', '-', 'n/a'])
    expect(await freeze({ ...bare, reference, postingID: 'bare' })).toMatchObject({
      refusal: 'freezeUnproved',
    })
  expect(await freeze({ ...bare, postingID: 'with it' }, documentOf('Third order'))).toMatchObject({
    status: 'posted',
  })
  expect(await freeze({ ...bare, postingID: 'death', ground: 'death' })).toMatchObject({ status: 'posted' })
})

test.each<[what: string, input: Parameters<typeof freeze>[0], file: UploadedFile, refusal: string]>([
  ['a file that is not what it claims to be', {}, documentOf('None', 'image/png'), 'documentInvalid'],
  ['a freeze that is refused', { from: '2030-01-01' }, documentOf('Later'), 'freezeInFuture'],
  ['an account of nobody', { cscsAcct: '0000000009' }, documentOf('Nobody'), 'unknownAccount'],
])('no document of %s is kept', async (what, input, file, refusal) => {
  const before = await kept()
  expect(await freeze({ postingID: what, ...input }, file)).toMatchObject({ refusal })
  expect(await kept()).toEqual(before)
})

test('nothing can be withdrawn from a frozen account', async () => {
  expect(await answer('BackOffice/GetPaymentOptions', { cscsAcct })).toMatchObject({ withdrawable: 0 })
})

test('if a request to lift a freeze is rejected, another one can be made', async () => {
  const ofFreeze = async (id: number) => {
    const { items } = await answer('BackOffice/GetAccountFreezes', { cscsAcct })
    return items.filter((row) => row.id === id)
  }
  const begun = await freeze({ postingID: 'to be lifted', ground: 'complaint' })
  if (isRefusal(begun)) throw new Error(begun.refusal)
  const lift = (postingID: string) =>
    answer('BackOffice/UnfreezeAccount', { postingID, cscsAcct, freeze: begun.id, reason: postingID })
  for (const reason of ['First', 'Second']) {
    const { id } = await lift(reason)
    expect(await ofFreeze(begun.id)).toMatchObject([{ endAskedBy: officer.userName, endReason: reason }])
    await answer('BackOffice/RejectCashEntry', { id, reason: 'No' })
    expect(await ofFreeze(begun.id)).toMatchObject([{ isInForce: true, endAskedBy: null, endReason: null }])
  }
})

test('nobody but who may freeze or approve learns why an account is frozen: a suspicion must not become known', async () => {
  const shown = async (permissions: readonly Permission[]) => {
    const caller = { ...callerOf(BUYER), accounts: [BUYER.account], permissions: new Set(permissions) }
    const { items, openOrders } = await answer('BackOffice/GetAccountFreezes', { cscsAcct }, caller)
    return { reasons: items.map(({ reason }) => reason), openOrders }
  }
  expect((await shown(['FREEZE_ACCOUNTS'])).reasons).not.toEqual([])
  for (const permissions of [[], ['POST_LEDGER'], ['VIEW_CUSTOMERS', 'TRADE_ALL_ACCOUNTS']] as const)
    expect(await shown(permissions)).toEqual({ reasons: [], openOrders: null })
})
