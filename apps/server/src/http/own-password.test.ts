import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { addUser, bearing, call, current, database, meridian, PASSWORD, signIn } from './identity.fixture.ts'
import {
  addressOf,
  isSignedIn,
  kept,
  MINUTE_MS,
  mailsTo,
  NEW_PASSWORD,
  passwordsForAllTests,
} from './passwords.fixture.ts'

passwordsForAllTests()

describe('their own password', () => {
  const change = (token: string, currentPassword: string, newPassword: string) =>
    call('Account/ChangePassword', { currentPassword, newPassword }, bearing(token))

  test('is changed by a person who knows it; the other sessions end, this one continues', async () => {
    await addUser(meridian, 'changer')
    const [here, there] = [await signIn('changer'), await signIn('changer')]
    const token = here.result.accessToken
    expect(await change(token, PASSWORD, NEW_PASSWORD)).toMatchObject({ status: 200, result: true })
    expect(await isSignedIn(token)).toBe(true)
    expect(await isSignedIn(there.result.accessToken)).toBe(false)
    expect((await signIn('changer')).status).toBe(500)
    expect((await mailsTo(addressOf('changer'))).map(({ subject }) => subject)).toContain(
      'Your password for Tradebook was changed',
    )
    const stored = await kept(meridian)
    for (const secret of [PASSWORD, NEW_PASSWORD]) expect(stored).not.toContain(secret)
  })

  test('is not replaced without a session, nor guessed by anyone who stole one', async () => {
    expect(
      (await call('Account/ChangePassword', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD })).status,
    ).toBe(401)
    await addUser(meridian, 'robbed')
    const { result } = await signIn('robbed')
    const wrong = { code: 1011 }
    for (let guess = 0; guess < 5; guess++)
      expect((await change(result.accessToken, `a guess ${guess}`, NEW_PASSWORD)).error).toMatchObject(wrong)
    expect((await change(result.accessToken, PASSWORD, NEW_PASSWORD)).error).toMatchObject(wrong)
    // The owner signs in elsewhere meanwhile.
    expect((await signIn('robbed')).status).toBe(200)
    current.now += 5 * MINUTE_MS + 1
    expect((await change(result.accessToken, PASSWORD, NEW_PASSWORD)).status).toBe(200)
  })

  test('is guessed no more often by guesses that are sent at once', async () => {
    await addUser(meridian, 'rushed')
    const { result } = await signIn('rushed')
    const token = result.accessToken as string
    await Promise.all(
      Array.from({ length: 10 }, (_, guess) => change(token, `a guess ${guess}`, NEW_PASSWORD)),
    )
    const counted = await database.store.forTenant(meridian).read((tx) =>
      tx
        .selectFrom('sign_in_failures')
        .innerJoin('users', (join) =>
          join.on('subject', '=', sql`'user ' || users.id`).on('user_name', '=', 'rushed'),
        )
        .select(['failures', 'locked_until'])
        .where('place', 'like', 'session %')
        .executeTakeFirstOrThrow(),
    )
    // What came during the lock was neither compared nor counted.
    expect(counted).toMatchObject({ failures: 5, locked_until: expect.any(Date) })
    expect((await change(token, PASSWORD, NEW_PASSWORD)).error).toMatchObject({ code: 1011 })
  })

  const passwordOf = (userName: string) =>
    database.store
      .forTenant(meridian)
      .read((tx) =>
        tx
          .selectFrom('users')
          .select('password_hash')
          .where('user_name', '=', userName)
          .executeTakeFirstOrThrow(),
      )
  // Hashed once, and put back before each row.
  let hashed: Awaited<ReturnType<typeof passwordOf>>
  beforeAll(async () => {
    await addUser(meridian, 'picky')
    await change((await signIn('picky')).result.accessToken, PASSWORD, NEW_PASSWORD)
    hashed = await passwordOf('picky')
  })

  test.each<[password: string, code: number | undefined]>([
    ['password1', 1009],
    ['PassWord1', 1009],
    ['my-Picky-horse-9', 1010],
    ['xx MERIDIAN xx', 1010],
    ['meridiansecurities!', 1010],
    ['Bola and the lamp', 1010],
    ['picky@firm2.example', 1010],
    ['Ade is too short a name', undefined],
    ['        ', undefined],
    ['пароль-из-букв', undefined],
    ['🐎🔋📎🐎🔋📎🐎🔋', undefined],
  ])('%j as the new one (%s)', async (password, code) => {
    await database.store
      .forTenant(meridian)
      .write((tx) => tx.updateTable('users').set(hashed).where('user_name', '=', 'picky').execute())
    const { result } = await signIn('picky', { password: NEW_PASSWORD })
    const { status, error } = await change(result.accessToken, NEW_PASSWORD, password)
    if (code) expect(error).toMatchObject({ code })
    else {
      expect(status).toBe(200)
      expect((await signIn('picky', { password })).status).toBe(200)
    }
  })
})
