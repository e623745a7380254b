import { beforeAll, expect, test } from 'vitest'
import { BUYER } from '../../desk/desk.fixture.ts'
import { desk, shareDesk, stage } from '../../desk/shared-desk.fixture.ts'
import type { Handlers } from '../../http/handlers.ts'
import { openKeys } from '../../platform/keys.ts'
import { type MailOutbox, openMailOutbox } from '../../platform/mail-outbox.ts'
import { createUser } from '../../store/people.ts'
import { callsOf } from './back-office.fixture.ts'
import { backOfficeFeature } from './back-office.ts'

let handlers: Handlers<`BackOffice/${string}`>
let outbox: MailOutbox

shareDesk()
beforeAll(async () => {
  const { store } = stage.database
  const clock = { now: Date.now, newId: () => crypto.randomUUID() }
  outbox = openMailOutbox(store, await openKeys(store), clock)
  const print = async () => new Uint8Array()
  handlers = backOfficeFeature({ store, picture: desk.picture, desk, print, outbox })
  const names = { userName: 'owner', name: 'Ada', surname: 'O', emailAddress: 'ada@firm.example' }
  const userId = await createUser(store, BUYER.tenantId, {
    ...names,
    password: 'Secret-123',
    roles: ['CUSTOMER'],
  })
  await stage.asAdmin(
    `INSERT INTO user_trading_accounts (tenant_id, user_id, account) VALUES (${BUYER.tenantId}, ${userId}, '${BUYER.account}')`,
  )
}, 60_000)

const { answer } = callsOf(() => handlers, BUYER)

test('who owns an account is informed by mail when its bank account or its route is changed, and only then', async () => {
  const terms = {
    cscsAcct: '0000000001',
    cashRoute: 'direct' as const,
    bankCode: '011' as const,
    bankAccount: '0000014579',
  }
  const change = (more: object = {}) => answer('BackOffice/UpdateAccountTerms', { ...terms, ...more })
  await change()
  const [mail, ...more] = await outbox.waiting(10)
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    to: 'ada@firm.example',
    subject: `Where the cash of your account ${BUYER.account} goes was changed`,
  })
  expect(mail?.text).toMatch(/^Dear Ada,\n\nFirm changed/)
  // A bank account is the owner's secret, and a mail is read on the way.
  expect(mail?.text).not.toContain('0000014579')
  await change()
  expect(await outbox.waiting(10)).toHaveLength(1)
  await change({ cashRoute: 'broker', bankCode: null, bankAccount: null })
  expect(await outbox.waiting(10)).toHaveLength(2)
})
