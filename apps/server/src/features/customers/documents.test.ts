import { type CallName, calls, pathOf, refusals, verbOf } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { app, call, database, meridian } from '../../http/identity.fixture.ts'
import {
  ask,
  CUSTOMER,
  clerk,
  colleague,
  customersForAllTests,
  ofOther,
  requestId,
} from './customers.fixture.ts'

customersForAllTests()

const pdf = (words: string) => new File([`%PDF-1.7 ${words}`], `${words.replace(/\W/g, '')}.pdf`)

async function add(file: File | undefined, fields: object = {}, who = clerk) {
  const name: CallName = 'Customer/AddDocument'
  const form = new FormData()
  const texts = { id: CUSTOMER, kind: 'idDocument', reason: 'The passport expired', ...fields }
  for (const [field, value] of Object.entries(texts)) form.append(field, String(value))
  if (file) form.append('document', file)
  const request = new Request('http://x/', { method: 'POST', body: form })
  const answer = await app.inject({
    ...{ method: verbOf(name, calls[name]), url: pathOf(name, calls[name]) },
    headers: { 'content-type': request.headers.get('content-type') ?? '', ...who },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: answer.statusCode, ...answer.json() }
}
const approve = (id: number, who = colleague) => call('Customer/ApproveCustomerChange', { id }, who)
const record = async () =>
  (await ask('Customer/GetCustomerRecord', { id: String(CUSTOMER) }, colleague)).result
const read = (document: number, who = colleague) =>
  app.inject({
    url: `/api/services/app/Customer/GetCustomerDocument?id=${CUSTOMER}&document=${document}`,
    headers: who,
  })

test('a document is replaced by two people, and the one before stays in the history and in the inspector’s file', async () => {
  await database.store.forTenant(meridian).write((tx) =>
    tx
      .insertInto('account_request_documents')
      .values({
        ...{ tenant_id: meridian, request_id: requestId, kind: 'idDocument', name: 'old.pdf' },
        ...{ type: 'application/pdf', size: 5, content: Buffer.from('%PDF-'), uploaded_at: new Date() },
      })
      .execute(),
  )
  const { result } = await add(pdf('new'))
  expect((await record()).documents).toMatchObject([
    { kind: 'idDocument', name: 'old.pdf', request: requestId, document: null, isCurrent: true },
  ])
  const { result: waiting } = await ask('Customer/GetCustomerChanges', {}, colleague)
  expect(waiting.items).toMatchObject([
    {
      ...{ id: result.changeId, state: 'waiting', reason: 'The passport expired', makerName: 'clerk' },
      fields: [],
      document: { kind: 'idDocument', name: 'new.pdf', before: { request: requestId, document: null } },
    },
  ])
  // Both are read before it is decided.
  const { document } = waiting.items[0].document
  expect((await read(document)).body).toBe('%PDF-1.7 new')
  expect((await read(document, ofOther)).json().error.code).toBe(refusals.unknownDocument.code)
  expect((await read(document, {})).statusCode).toBe(401)

  expect((await approve(result.changeId, clerk)).error.code).toBe(refusals.customerChangeOwn.code)
  expect((await approve(result.changeId)).error).toBeNull()
  const { documents, views, changes, particulars } = await record()
  expect(documents).toMatchObject([
    {
      ...{ kind: 'idDocument', name: 'new.pdf', document, isCurrent: true, reason: 'The passport expired' },
      ...{ givenBy: 'clerk', approvedBy: 'colleague' },
    },
    { kind: 'idDocument', name: 'old.pdf', request: requestId, isCurrent: false },
  ])
  expect(changes[0]).toMatchObject({ state: 'made', deciderName: 'colleague' })
  expect(views).toContainEqual(expect.objectContaining({ userName: 'colleague', screen: 'document' }))
  // The particulars are as they were.
  expect(particulars).toMatchObject({ surname: 'Bello' })
  const [change] = await database.store
    .forTenant(meridian)
    .read((tx) =>
      tx
        .selectFrom('audit_changes')
        .select(['before', 'after'])
        .where('entity', '=', 'Customer')
        .where('entity_id', '=', String(CUSTOMER))
        .orderBy('audit_id', 'desc')
        .execute(),
    )
  expect(change).toEqual({ before: { idDocument: 'old.pdf' }, after: { idDocument: 'new.pdf' } })

  const file = await app.inject({
    url: `/api/services/app/Customer/DownloadCustomerFile?id=${CUSTOMER}`,
    headers: clerk,
  })
  const archive = file.rawPayload.toString('latin1')
  expect(archive).toContain(`documents/added ${document} idDocument new.pdf`)
  expect(archive).toContain(`documents/${requestId} idDocument old.pdf`)
})

test('a document that is rejected or withdrawn changes nothing, and one of a kind waits', async () => {
  const { result } = await add(pdf('second'), { kind: 'signature' })
  const again = await add(pdf('third'), { kind: 'signature' }, colleague)
  expect(again.error).toMatchObject({ code: refusals.customerChangeWaits.code })
  expect(again.error.details).toContain('clerk')
  // Another kind, and a field, can be corrected meanwhile.
  const other = await add(pdf('photo'), { kind: 'passportPhoto' })
  expect(other.error).toBeNull()
  const name = await call('Customer/UpdateCustomer', { id: CUSTOMER, reason: 'Deed', surname: 'Sani' }, clerk)
  expect(name.result.state).toBe('waiting')
  for (const id of [result.changeId, other.result.changeId, name.result.changeId])
    expect((await call('Customer/RejectCustomerChange', { id, reason: 'Not so' }, clerk)).error).toBeNull()
  expect((await record()).documents.filter(({ kind }: { kind: string }) => kind !== 'idDocument')).toEqual([])
})

test.each([
  ['none', undefined, {}, 'documentMissing'],
  ['one with scripts', pdf('/JavaScript'), {}, 'documentInvalid'],
  ['one that customers of the type do not have', pdf('x'), { kind: 'memorandum' }, 'customerFieldsWrong'],
  ['one of a customer that is not there', pdf('x'), { id: 99 }, 'unknownCustomer'],
] as const)('%s is refused with a clear message', async (_, file, fields, refusal) => {
  const { error } = await add(file, fields)
  expect(error.code).toBe(refusals[refusal].code)
  expect(error.message).not.toBe('')
})
