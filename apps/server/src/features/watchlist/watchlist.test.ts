import { isRefusal, MOST_WATCHLISTS, refuse } from '@tradebook/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testStore } from '../../../testing/test-database.ts'
import { openAuditedWrite } from '../../platform/audited-write.ts'
import { createTenant, createUser } from '../../store/people.ts'
import { watchlistFeature } from './watchlist.ts'

let database: TestDatabase
let handlers: ReturnType<typeof watchlistFeature>
const users = new Map<string, { tenantId: number; userId: number; userName: string }>()

beforeAll(async () => {
  database = await testStore()
  handlers = watchlistFeature({ store: database.store, isListed: (id) => ['GTCO', 'MTNN'].includes(id) })
  for (const firm of ['Meridian', 'Zenith']) {
    const tenantId = await createTenant(database.store, { tenancyName: firm, name: firm })
    for (const userName of ['ada', 'bola']) {
      const person = { name: userName, surname: firm, emailAddress: `${userName}@${firm}.example` }
      const userId = await createUser(database.store, tenantId, {
        userName,
        ...person,
        password: 'Secret-123',
        roles: ['BROKER'],
      })
      users.set(`${userName} of ${firm}`, { tenantId, userId, userName })
    }
  }
}, 60_000)

afterAll(() => database.close())

/** What a user's call knows. */
const as = (who: string) => {
  const caller = users.get(who)!
  const write = openAuditedWrite(database.store, () => 0)
  const call = {
    ...caller,
    caller,
    name: 'Watchlist/Save',
    parameters: {},
    clientIpAddress: '',
    browserInfo: '',
  }
  return { caller, write: (work: never) => write(call, work) } as never
}
const save = (who: string, name: string, securityIDs: string[] = [], id?: number) =>
  handlers['Watchlist/Save']({ name, securityIDs, id }, as(who)) as Promise<{ id: number }>
const listsOf = async (who: string) =>
  (await handlers['Watchlist/GetAll']({}, as(who))) as { items: { name: string }[] }
const audited = async () => {
  const { tenantId } = users.get('ada of Meridian')!
  const { count } = await database.store.forTenant(tenantId).read((tx) =>
    tx
      .selectFrom('audit_log')
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow(),
  )
  return Number(count)
}

test('a list is visible only to its user', async () => {
  const { id } = await save('ada of Meridian', 'Banks', ['GTCO', 'GTCO', 'MTNN'])
  expect(await listsOf('ada of Meridian')).toEqual({
    items: [{ id, name: 'Banks', securityIDs: ['GTCO', 'MTNN'] }],
  })
  for (const other of ['bola of Meridian', 'ada of Zenith']) {
    expect(await listsOf(other)).toEqual({ items: [] })
    expect(await save(other, 'Mine now', [], id)).toMatchObject({ refusal: 'unknownWatchlist' })
    expect(await handlers['Watchlist/Delete']({ id }, as(other))).toMatchObject({
      refusal: 'unknownWatchlist',
    })
    expect(await save(other, 'Banks')).toMatchObject({ name: 'Banks' })
  }
  expect(await save('ada of Meridian', 'BANKS', ['MTNN'], id)).toEqual({
    id,
    name: 'BANKS',
    securityIDs: ['MTNN'],
  })
  expect(await handlers['Watchlist/Delete']({ id }, as('ada of Meridian'))).toEqual({})
  expect(await listsOf('ada of Meridian')).toEqual({ items: [] })
})

test('names are unique, twenty lists are kept, and securities are listed', async () => {
  const before = await audited()
  // Sent together, as by two tabs: they are decided one after the other.
  const answers = await Promise.all(
    Array.from({ length: MOST_WATCHLISTS + 2 }, (_, n) => save('ada of Meridian', `List ${n}`)),
  )
  expect(answers.filter((answer) => isRefusal(answer))).toEqual(
    Array.from({ length: 2 }, () => ({ refusal: 'tooManyWatchlists', values: { most: MOST_WATCHLISTS } })),
  )
  const { items } = await listsOf('ada of Meridian')
  const [first, second] = items as { id: number; name: string }[]
  expect(items).toHaveLength(MOST_WATCHLISTS)
  expect(await save('ada of Meridian', first!.name.toUpperCase(), [], second!.id)).toMatchObject({
    refusal: 'watchlistNameTaken',
  })
  expect(await save('ada of Meridian', first!.name, ['NOSUCH'], first!.id)).toMatchObject({
    refusal: 'unknownSecurity',
  })
  // A refusal keeps nothing, not even its audit row.
  expect(await audited()).toBe(before + MOST_WATCHLISTS)
})

test('saving a list that is being deleted is refused with a clear message', async () => {
  const { id } = await save('bola of Zenith', 'Banks')
  const saves = Array.from({ length: 6 }, () => save('bola of Zenith', 'Banks', ['GTCO'], id))
  const deleted = handlers['Watchlist/Delete']({ id }, as('bola of Zenith'))
  expect(await deleted).toEqual({})
  for (const saved of await Promise.all(saves))
    expect([id, refuse('unknownWatchlist')]).toContainEqual('id' in saved ? saved.id : saved)
})
