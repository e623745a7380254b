import { hash } from '@node-rs/argon2'
import { refusals } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import { database, meridian, signIn } from '../../http/identity.fixture.ts'
import {
  administratorsForAllTests,
  ask,
  made,
  NEW_PASSWORD,
  refused,
  tokenOf,
  user,
} from './administration.fixture.ts'

administratorsForAllTests()

const composed = 'Adédayọ̀'.normalize('NFC')
const apart = 'Adédayọ̀'.normalize('NFD')

const hashOf = async (userName: string): Promise<string> => {
  const row = await database.store
    .forTenant(meridian)
    .read((tx) =>
      tx
        .selectFrom('users')
        .select('password_hash')
        .where('user_name', '=', userName)
        .executeTakeFirstOrThrow(),
    )
  return row.password_hash
}

describe('canonically equal texts are equal', () => {
  test('a user signs in by the name and password however a keyboard writes their marks', async () => {
    const password = `${apart} sings at dawn`
    await user(`${apart}-1`, { emailAddress: 'one@meridian.example', password })
    for (const form of ['NFC', 'NFD'] as const) {
      const { result } = await signIn(`${composed}-1`.normalize(form), { password: password.normalize(form) })
      expect(result?.userId, form).toBeGreaterThan(0)
    }
    expect((await signIn(`${composed}-1`, { password: password.toLowerCase() })).error.code).toBe(
      refusals.invalidUserNameOrPassword.code,
    )
  })

  test('a name that differs only in how its accents are encoded is already taken', async () => {
    await user(`${composed}-2`, { emailAddress: 'two@meridian.example' })
    const again = {
      userName: `${apart.toUpperCase()}-2`,
      ...{ name: 'A', surname: 'B', emailAddress: 'other@meridian.example', isActive: true },
    }
    expect(await refused('User/Create', again)).toBe('userNameTaken')
    await made('Role/Create', { name: composed, displayName: 'One', grantedPermissions: [] })
    const role = { name: apart, displayName: 'Other', grantedPermissions: [] }
    expect(await refused('Role/Create', role)).toBe('roleNameTaken')
  })

  test.each(['NFD', 'NFC'] as const)(
    'a password that an earlier release hashed in %s still works, and is hashed again',
    async (form) => {
      const userName = `earlier-${form.toLowerCase()}`
      await user(userName)
      await tokenOf(userName)
      const password = `${composed}\u00a0${NEW_PASSWORD}`
      const earlier = await hash(password.normalize(form), {
        memoryCost: 19_456,
        timeCost: 2,
        parallelism: 1,
      })
      await database.run(`UPDATE users SET password_hash = '${earlier}' WHERE user_name = '${userName}'`)
      expect((await signIn(userName, { password: `${password}!` })).error.code).toBe(
        refusals.invalidUserNameOrPassword.code,
      )
      expect(await hashOf(userName)).toBe(earlier)

      expect((await signIn(userName, { password })).result.userId).toBeGreaterThan(0)
      const today = await hashOf(userName)
      expect(today).not.toBe(earlier)
      const plain = password.normalize('NFD').replace('\u00a0', ' ')
      expect((await signIn(userName, { password: plain })).result.userId).toBeGreaterThan(0)
      expect(await hashOf(userName)).toBe(today)
    },
  )

  test('names are kept composed, and found and listed by what people type', async () => {
    const made = await user('ayo', { name: ` ${apart}\u200b`, surname: 'Ṣówándé'.normalize('NFD') })
    expect(made).toMatchObject({ name: composed, surname: 'Ṣówándé'.normalize('NFC') })
    for (const keyword of ['adedayo', 'SOWANDE', apart]) {
      const { items } = (await ask('User/GetAll', { keyword })).result
      expect(
        items.map(({ userName }: { userName: string }) => userName),
        keyword,
      ).toContain('ayo')
    }
  })

  test('the users of a firm are listed by their alphabets', async () => {
    for (const [index, surname] of ['Szz', 'Ṣadé', 'sule', 'Ọbi', 'Ozz', 'Tolu'].entries())
      await user(`sorted-${index}`, { surname })
    const { items } = (await ask('User/GetAll', { keyword: 'sorted-', sorting: 'surname asc' })).result
    expect(items.map(({ surname }: { surname: string }) => surname)).toEqual([
      ...['Ozz', 'Ọbi', 'sule', 'Szz', 'Ṣadé', 'Tolu'],
    ])
  })
})

test.each(['\u200b', 'A\u202eB', 'A\nB', '\u3164'])('a surname of %j is refused', async (surname) => {
  const { status, error } = await ask('User/Create', {
    ...{ userName: 'unseen', name: 'Ada', surname, emailAddress: 'unseen@meridian.example' },
  })
  expect(status).toBe(400)
  expect(error.validationErrors).toMatchObject([{ members: ['surname'] }])
})
