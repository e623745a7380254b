import { refusals } from '@tradebook/contract'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { addUser, database, meridian, signIn, zenith } from '../../http/identity.fixture.ts'
import { inOrderBehind } from '../../store/locks.fixture.ts'
import {
  administratorsForAllTests,
  ask,
  clerkId,
  made,
  person,
  refused,
  tokenOf,
  user,
} from './administration.fixture.ts'
import { changeGrants } from './grants.ts'

administratorsForAllTests()

describe('the firm keeps an active holder of Pages.Users', () => {
  /** How many transactions of this database wait for a lock. */
  async function waiting(): Promise<number> {
    const client = new Client(database.access.admin)
    await client.connect()
    const { rows } = await client.query(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    )
    await client.end()
    return rows.length
  }

  test('any change that would remove the last one is refused', async () => {
    // A firm of its own, whose one administrator is named otherwise.
    await addUser(zenith, 'chief', 'ADMIN')
    const chief = (await signIn('chief', { tenancyName: 'Zenith-Hill' })).result.accessToken
    const { items } = await made('User/GetAll', { keyword: 'chief' }, chief)
    const { items: roles } = await made('Role/GetAll', { keyword: 'ADMIN' }, chief)
    const without = { ...items[0], roleNames: [] }
    expect(await refused('User/Update', without, chief)).toBe('lastUserAdministrator')
    // The role ADMIN grants it always, another role as long as somebody needs it.
    const all = { ...roles[0], name: 'Chiefs' }
    const { id: roleId } = await made('Role/Create', all, chief)
    await made('User/Update', { ...items[0], roleNames: ['Chiefs'] }, chief)
    const grantedPermissions = all.grantedPermissions.filter((name: string) => name !== 'Pages.Users')
    const fewer = { ...all, id: roleId, grantedPermissions }
    expect(await refused('Role/Update', fewer, chief)).toBe('lastUserAdministrator')
    expect(await refused('Role/Delete', { id: roleId }, chief)).toBe('lastUserAdministrator')
    await made('User/Update', items[0], chief)
    // An inactive one is none.
    const second = {
      ...person('deputy', { roleNames: ['ADMIN'], isActive: false }),
      emailAddress: 'd@z.example',
    }
    const { id } = await made('User/Create', second, chief)
    expect(await refused('User/Update', without, chief)).toBe('lastUserAdministrator')
    await made('User/Activate', { id }, chief)
    // Nor is one who registers.
    const deputy = (changes: object) =>
      database.store
        .forTenant(zenith)
        .write((tx) => tx.updateTable('users').set(changes).where('id', '=', id).execute())
    for (const state of [{ is_email_confirmed: false }, { is_registering: true }]) {
      await deputy(state)
      expect(await refused('User/Update', without, chief)).toBe('lastUserAdministrator')
      await deputy({ is_email_confirmed: true, is_registering: false })
    }
    expect((await made('User/Update', without, chief)).roleNames).toEqual([])
    expect((await ask('User/GetAll', {}, chief)).status).toBe(403)
  })

  test('when two administrators deactivate each other, the second is signed out', async () => {
    const pair = ['first', 'other']
    for (const userName of pair) await user(userName, { roleNames: ['ADMIN'] })
    const [firstId, otherId] = await Promise.all(
      pair.map(async (keyword) => (await made('User/GetAll', { keyword })).items[0].id),
    )
    const tokens = await Promise.all(pair.map((userName) => tokenOf(userName)))
    const answers = await inOrderBehind(
      database.store.forTenant(meridian),
      (tx) => tx.selectFrom('roles').select('id').where('name', '=', 'ADMIN').forUpdate().execute(),
      [
        () => ask('User/DeActivate', { id: otherId }, tokens[0]),
        () => ask('User/DeActivate', { id: firstId }, tokens[1]),
      ],
    )
    expect(answers).toMatchObject([
      { status: 200 },
      { status: 401, error: { code: refusals.signedOutMeanwhile.code } },
    ])
    expect((await made('User/Get', { id: firstId })).isActive).toBe(true)
  })

  test('two that would each leave the other as the last do not both pass', async () => {
    const rivals = ['left', 'right']
    for (const userName of rivals) await user(userName, { roleNames: ['ADMIN'] })
    const tokens = await Promise.all(rivals.map((userName) => tokenOf(userName)))
    const all = (await made('User/GetAll', { maxResultCount: 1000 })).items
    const ids = rivals.map((name) => all.find(({ userName }: { userName: string }) => userName === name).id)
    const administrators = await made('User/GetAll', { roleName: 'ADMIN' })
    for (const { id, userName } of administrators.items)
      if (!rivals.includes(userName)) await made('User/DeActivate', { id }, tokens[0])
    await made('User/DeActivate', { id: clerkId }, tokens[0])
    const scope = database.store.forTenant(meridian)
    const giver = { tenantId: meridian, userId: ids[0], accounts: [] }
    let second: ReturnType<typeof ask> | undefined
    await scope.write((tx) =>
      changeGrants(tx, giver, async () => {
        await tx.updateTable('users').set({ is_active: false }).where('id', '=', ids[1]).execute()
        second = ask('User/DeActivate', { id: ids[0] }, tokens[1])
        // The first has not ended, and the second waits for it before it counts who is left.
        await expect.poll(waiting, { timeout: 60_000 }).toBe(1)
        return null
      }),
    )
    expect((await second)?.status).not.toBe(200)
    const left = await database.store
      .forTenant(meridian)
      .read((tx) =>
        tx.selectFrom('users').select('id').where('id', 'in', ids).where('is_active', '=', true).execute(),
      )
    expect(left).toHaveLength(1)
  })
})
