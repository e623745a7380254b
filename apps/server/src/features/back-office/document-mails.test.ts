import { Side } from '@tradebook/contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { BUYER, order, SELLER } from '../../desk/desk.fixture.ts'
import { desk, price, shareDesk, stage } from '../../desk/shared-desk.fixture.ts'
import { pdfOf } from '../../files/pdf/layout.ts'
import { pagesOf } from '../../files/pdf/pdf-text.fixture.ts'
import type { MailedDocument, Recipient } from '../../platform/mail-outbox.ts'
import { keepTextOfUser } from '../../platform/settings.ts'
import { createUser } from '../../store/people.ts'
import { documentPrinter } from './document-files.ts'
import { mailDocuments } from './document-mails.ts'

/** What customers are mailed of their trades: a buyer with a user, and a seller whom the firm knows only by an address. */

shareDesk({ funds: { naira: 10_000_000n, gtco: 20_000 } })

const mails: (Pick<Recipient, 'customerId'> & {
  readonly to: string
  readonly name: string
  readonly document: MailedDocument | undefined
})[] = []
let buyer: number
let today = '2026-11-20'
let areMailsSent = true

const mail = () =>
  mailDocuments({
    store: stage.database.store,
    outbox: {
      add: async (_tx: unknown, to: Recipient, name: string, _values: object, document?: MailedDocument) =>
        void mails.push({ to: to.emailAddress, customerId: to.customerId, name, document }),
      announce: () => undefined,
      tenantIds: async () => [0, BUYER.tenantId, SELLER.tenantId],
    },
    marketDate: () => today,
    areMailsSent,
    log: { warn: (facts: object) => expect(facts).toBeUndefined() },
  } as never)
const mailed = () => mails.map(({ to, name }) => `${to} ${name}`).sort()

beforeAll(async () => {
  const { store } = stage.database
  buyer = await createUser(store, BUYER.tenantId, {
    ...{ userName: 'ada', name: 'Ada', surname: 'Obi', emailAddress: 'ada@example.com' },
    ...{ password: 'Secret-123', roles: [] },
  })
  await store
    .forTenant(BUYER.tenantId)
    .write((tx) =>
      tx
        .insertInto('user_trading_accounts')
        .values({ tenant_id: BUYER.tenantId, user_id: buyer, account: BUYER.account })
        .execute(),
    )
  await stage.asAdmin(
    `UPDATE customers SET email_address = 'seller@example.com' WHERE tenant_id = ${SELLER.tenantId}`,
  )
  await mail()
})

beforeEach(() => {
  mails.length = 0
})

test("a customer who is charged for alerts gets one per note, once; without a user, at the customer's own address", async () => {
  await desk.submit(order(SELLER, 'offer', Side.sell, price, 2_000))
  await desk.submit(order(BUYER, 'bid1', Side.buy, price, 1_000))
  await mail()
  expect(mailed()).toEqual(['ada@example.com tradeAlert', 'seller@example.com tradeAlert'])
  // The customer's file has it although no user does.
  expect(mails.map(({ customerId }) => customerId).sort()).toEqual([expect.any(Number), undefined])
  // More trades of the note are charged no second alert, and notes are not final yet.
  await desk.submit(order(BUYER, 'bid2', Side.buy, price, 1_000))
  await mail()
  expect(mails).toHaveLength(2)
})

test('no alert is sent without a charge for it', async () => {
  await stage.asAdmin(
    `UPDATE contract_notes SET lines = '[{"line":"tradeAlert","ratePpm":0,"amount":"0"}]' WHERE tenant_id = 1`,
  )
  await stage.asAdmin('UPDATE document_mail_cursors SET alerted = 0 WHERE tenant_id = 1')
  await mail()
  expect(mails).toEqual([])
})

test('final notes are e-mailed with the document, once each, to customers who want them', async () => {
  await stage.asAdmin('UPDATE contract_notes SET provisional = false')
  await mail()
  expect(mailed()).toEqual(['ada@example.com contractNote', 'seller@example.com contractNote'])
  await mail()
  expect(mails).toHaveLength(2)
  const document = mails.find(({ to }) => to === 'ada@example.com')?.document
  const print = documentPrinter({ store: stage.database.store, print: pdfOf, now: () => 0 })
  const file = await print(BUYER.tenantId, document!)
  expect(file.filename).toMatch(/\.pdf$/)
  expect(pagesOf(file.content)[0]?.join('\n')).toContain('Trades of this note')
})

test('a month’s statement is e-mailed once the month has ended, if the customer wants it', async () => {
  today = '2026-12-01'
  const { store } = stage.database
  const person = { tenantId: BUYER.tenantId, userId: buyer }
  await store
    .forTenant(BUYER.tenantId)
    .write((tx) => keepTextOfUser(tx, person, 'UNWANTED_NOTIFICATIONS', 'statementMail'))
  await mail()
  await mail()
  expect(mails).toEqual([
    {
      ...{ to: 'seller@example.com', customerId: 1, name: 'statement' },
      document: {
        ...{ kind: 'statement', account: SELLER.account, language: 'en' },
        ...{ from: '2026-11-01', to: '2026-11-30' },
      },
    },
  ])
})

test('e-mails that were due without a mail server are not sent once there is one', async () => {
  await stage.asAdmin('UPDATE document_mail_cursors SET mailed = 0')
  areMailsSent = false
  await mail()
  areMailsSent = true
  await mail()
  expect(mails).toEqual([])
})
