import { expect, test } from 'vitest'
import { SELLER } from '../../desk/desk.fixture.ts'
import { stage } from '../../desk/shared-desk.fixture.ts'
import { eventually } from '../../platform/waits.fixture.ts'
import { createUser } from '../../store/people.ts'
import {
  colleague,
  notifierForAllTests,
  ofBoth,
  post,
  shown,
  start,
  tenantId,
  trade,
} from './notifier.fixture.ts'

notifierForAllTests()

test('news makes only firms due that watch its security, and later watchers are not notified of it', async () => {
  const { store } = stage.database
  const asked: number[] = []
  start({
    ...store,
    forTenant: (firm) => {
      asked.push(firm)
      return store.forTenant(firm)
    },
  })
  // At the start every firm is due.
  const firms = await store.forHost().read((tx) => tx.selectFrom('tenants').select('id').execute())
  await eventually(() => expect(asked).toEqual(expect.arrayContaining(firms.map(({ id }) => id))))
  asked.length = 0
  await post('Not watched yet', ['ZENITHBANK'])
  for (const headline of ['Of UBA', 'More of UBA']) {
    await post(headline, ['UBA'])
    await eventually(() => expect(shown()).toContain(`${colleague} watchedNews ${headline}`))
  }
  expect(new Set(asked)).toEqual(new Set([tenantId]))

  const seller = await createUser(store, SELLER.tenantId, {
    ...{ userName: 'seller', name: 'Sel', surname: 'Ler', emailAddress: 'seller@other.example' },
    ...{ password: 'Secret-123', roles: [] },
  })
  for (const [firm, user_id] of [
    [SELLER.tenantId, seller],
    [tenantId, colleague],
  ] as const)
    await store.forTenant(firm).write((tx) =>
      tx
        .insertInto('watchlists')
        .values({ tenant_id: firm, user_id, name: 'More', security_ids: ['ZENITHBANK'] })
        .execute(),
    )
  await post('Of ZENITHBANK', ['ZENITHBANK'])
  await eventually(() => expect(shown().filter((what) => what.endsWith('Of ZENITHBANK'))).toHaveLength(2))
  await trade('after the news')
  const expected = [
    `${colleague} watchedNews Of UBA`,
    `${colleague} watchedNews More of UBA`,
    `${colleague} watchedNews Of ZENITHBANK`,
    `${seller} watchedNews Of ZENITHBANK`,
    ...ofBoth('orderFilled after the news'),
  ]
  await eventually(() => expect(shown().toSorted()).toEqual(expected.toSorted()))
})
