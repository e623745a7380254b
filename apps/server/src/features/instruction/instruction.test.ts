import { firmSettings, type Instruction, isRefusal, type Permission } from '@tradebook/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testStore } from '../../../testing/test-database.ts'
import { openAuditedWrite } from '../../platform/audited-write.ts'
import { translateTo } from '../../platform/localisation.ts'
import { createTenant, createUser } from '../../store/people.ts'
import { instructionFeature } from './instruction.ts'

let database: TestDatabase
let handlers: ReturnType<typeof instructionFeature>
const users = new Map<string, { tenantId: number; userId: number; userName: string }>()

beforeAll(async () => {
  database = await testStore()
  handlers = instructionFeature({
    store: database.store,
    statisticsOf: (securityID) => (securityID === 'GTCO' ? {} : undefined),
    marketDate: () => '2026-11-20',
    marketTime: () => Date.parse('2026-11-20T10:00:00Z'),
  })
  for (const firm of ['Meridian', 'Zenith']) {
    const tenantId = await createTenant(database.store, { tenancyName: firm, name: firm })
    await database.run(`
      INSERT INTO customers (tenant_id, id, name) VALUES (${tenantId}, 1, 'Ada Obi'), (${tenantId}, 2, 'Bola Ige');
      INSERT INTO trading_accounts VALUES (${tenantId}, 'A1', 1, '0000000001'), (${tenantId}, 'A2', 2, '0000000002')`)
    for (const userName of ['dealer', 'second', 'customer']) {
      const person = { name: userName, surname: firm, emailAddress: `${userName}@${firm}.example` }
      const userId = await createUser(database.store, tenantId, {
        ...{ userName, ...person, password: 'Secret-123' },
        roles: [userName === 'customer' ? 'CUSTOMER' : 'BROKER'],
      })
      users.set(`${userName} of ${firm}`, { tenantId, userId, userName })
    }
  }
}, 60_000)

afterAll(() => database.close())

/** What a user's call knows. */
const as = (who: string) => {
  const user = users.get(who)!
  const isCustomer = who.startsWith('customer')
  const permissions = new Set<Permission>(
    isCustomer ? ['BUY', 'SELL'] : ['BUY', 'SELL', 'TRADE_ALL_ACCOUNTS'],
  )
  const caller = { ...user, permissions, accounts: isCustomer ? ['A1'] : [] }
  const write = openAuditedWrite(database.store, () => 0)
  const call = {
    ...user,
    caller,
    name: 'Instruction/Save',
    parameters: {},
    clientIpAddress: '',
    browserInfo: '',
  }
  return { caller, translate: translateTo('en'), write: (work: never) => write(call, work) } as never
}

const save = async (who: string, given: object = {}) =>
  (await handlers['Instruction/Save'](
    {
      ...{ account: 'A1', securityID: 'GTCO', side: '1', orderQty: 1_000, price: 58.4, until: '2026-11-24' },
      ...{ isUrgent: false, medium: 'telephone', reference: 'Call 12', text: 'By Tuesday', ...given },
    } as never,
    as(who),
  )) as Instruction
const all = async (who: string) => {
  const found = await handlers['Instruction/GetAll']({ skipCount: 0, maxResultCount: 1_000 }, as(who))
  if (isRefusal(found)) throw new Error(found.refusal)
  return found.items
}
const take = (who: string, id: number) => handlers['Instruction/Take']({ id }, as(who))

test('one dealer at a time has an instruction and can hand it over, and the history shows it', async () => {
  const { id, state, price } = await save('dealer of Meridian')
  expect([state, price]).toEqual(['waiting', 58.4])
  const taken = await Promise.all([take('dealer of Meridian', id), take('second of Meridian', id)])
  expect(taken.filter((answer) => !isRefusal(answer))).toHaveLength(1)
  const [holder, other] = isRefusal(taken[0]) ? ['second', 'dealer'] : ['dealer', 'second']
  const handOver = (who: string, userName?: string) =>
    handlers['Instruction/HandOver']({ id, userName, note: 'Lunch' }, as(`${who} of Meridian`))
  expect(await handOver(other!, holder)).toMatchObject({ refusal: 'instructionTaken' })
  expect(await handOver(holder!, other)).toMatchObject({ takenBy: other, isOwn: false, state: 'taken' })
  expect(await handOver(other!)).toMatchObject({ takenBy: null, state: 'waiting' })
  const close = { id, reason: 'Withdrawn by telephone' }
  expect(await handlers['Instruction/Close'](close, as('dealer of Meridian'))).toMatchObject({
    state: 'closed',
  })
  expect(await take('dealer of Meridian', id)).toMatchObject({ refusal: 'instructionClosed' })
  const read = await handlers['Instruction/Get']({ id }, as('dealer of Meridian'))
  expect('events' in read && read.events.map(({ event, userName, note }) => [event, userName, note])).toEqual(
    [
      ['entered', 'dealer', 'By Tuesday'],
      ['taken', holder, ''],
      ['handedOver', holder, `${other}: Lunch`],
      ['released', other, 'Lunch'],
      ['closed', 'dealer', 'Withdrawn by telephone'],
    ],
  )
})

test('an instruction is handed over only to a dealer, whose name can be typed in upper or lower case', async () => {
  const { id } = await save('dealer of Meridian')
  await take('dealer of Meridian', id)
  const handOver = (userName: string) =>
    handlers['Instruction/HandOver']({ id, userName, note: '' }, as('dealer of Meridian'))
  for (const userName of ['customer', 'nobody'])
    expect(await handOver(userName)).toMatchObject({ refusal: 'unknownUser' })
  expect(await handOver('Second')).toMatchObject({ takenBy: 'second', isOwn: false })
})

test('an account may be named by its CSCS account, also in the list', async () => {
  const { id, account } = await save('dealer of Meridian', { account: '0000000002' })
  expect(account).toBe('A2')
  for (const named of ['A2', '0000000002', '2']) {
    const input = { skipCount: 0, maxResultCount: 1_000, account: named }
    const found = await handlers['Instruction/GetAll'](input, as('dealer of Meridian'))
    expect('items' in found && found.items.map((item) => item.id)).toContain(id)
  }
})

test('the most urgent come first: those marked urgent, then by last day', async () => {
  await save('dealer of Zenith', { until: '2026-11-25', text: 'later' })
  await save('dealer of Zenith', { until: '2026-11-23', text: 'sooner' })
  await save('dealer of Zenith', { until: '2026-12-01', isUrgent: true, text: 'marked' })
  expect((await all('dealer of Zenith')).map(({ text }) => text)).toEqual(['marked', 'sooner', 'later'])
})

test('an invalid instruction is refused', async () => {
  for (const [given, refusal] of [
    [{ securityID: 'NOSUCH' }, 'unknownSecurity'],
    [{ account: 'B9' }, 'unknownAccount'],
    [{ until: '2026-11-19' }, 'instructionUntil'],
    [{ until: '2027-02-19' }, 'instructionUntil'],
    [{ price: 58.405 }, 'priceNotKobo'],
  ] as const)
    expect(await save('dealer of Meridian', given)).toMatchObject({ refusal })
})

test('customers see their own, and give instructions only if their firm accepts them online', async () => {
  await save('dealer of Meridian', { account: 'A2' })
  const seen = await all('customer of Meridian')
  expect(new Set(seen.map(({ account }) => account))).toEqual(new Set(['A1']))
  expect(await save('customer of Meridian')).toMatchObject({ refusal: 'instructionsNotTaken' })
  const { tenantId } = users.get('customer of Meridian')!
  const { name } = firmSettings.customerInstructions
  await database.run(
    `INSERT INTO settings (tenant_id, user_id, name, value) VALUES (${tenantId}, NULL, '${name}', 'true')`,
  )
  const given = await save('customer of Meridian', { medium: 'letter' })
  expect(given).toMatchObject({ medium: 'screen', state: 'waiting' })
  expect(await save('customer of Meridian', { account: 'A2' })).toMatchObject({ refusal: 'unknownAccount' })
  // Withdrawn, although a dealer has it.
  await take('dealer of Meridian', given.id)
  const withdrawn = handlers['Instruction/Close'](
    { id: given.id, reason: 'No longer' },
    as('customer of Meridian'),
  )
  expect(await withdrawn).toMatchObject({ state: 'closed', closedBecause: 'No longer' })
  expect(await all('customer of Zenith')).not.toContainEqual(expect.objectContaining({ id: given.id }))
})
