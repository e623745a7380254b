import { refusals } from '@tradebook/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  addUser,
  bearing,
  call,
  current,
  database,
  edgeForAllTests,
  identity,
  meridian,
  PASSWORD,
  signIn,
} from './identity.fixture.ts'

/** How a person leads their own mail to another address. */

edgeForAllTests()

let people = 0
let userName: string
let token: string

/** Somebody new for each test. */
beforeEach(async () => {
  userName = `mover-${++people}`
  await addUser(meridian, userName)
  token = (await signIn(userName)).result.accessToken
})

const addressOf = (name: string) => `${name}@firm${meridian}.example`
const ask = (emailAddress: string, password = PASSWORD) =>
  call('Account/ChangeEmailAddress', { emailAddress, password }, bearing(token))
const confirm = async (emailAddress: string, code: string) => {
  const { error } = await call('Account/ConfirmEmailAddress', { emailAddress, code }, bearing(token))
  return Object.entries(refusals).find(([, { code }]) => code === error?.code)?.[0]
}
const own = async () => (await call('Account/GetProfile', {}, bearing(token))).result.emailAddress
const mailsTo = async (emailAddress: string) =>
  (await identity.outbox.waiting(500)).filter(({ to }) => to === emailAddress)
const codeFor = async (emailAddress: string) =>
  /^(\d{6})$/m.exec((await mailsTo(emailAddress))[0]?.text ?? '')?.[1] ?? ''
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('another address', () => {
  test('takes effect once the code that was e-mailed there is entered; the earlier one is informed', async () => {
    const before = addressOf(userName)
    const after = `New-${userName}@elsewhere.example`
    expect((await ask(after)).status).toBe(200)
    expect(await own()).toBe(before)
    const code = await codeFor(after)
    expect(await confirm(after, other(code))).toBe('emailCodeWrong')
    // A code proves the address that it was mailed to, and no other.
    expect(await confirm('other@elsewhere.example', code)).toBe('emailCodeWrong')
    expect(await own()).toBe(before)
    expect(await confirm(after, code)).toBeUndefined()
    expect(await own()).toBe(after)
    expect((await mailsTo(before)).map(({ subject }) => subject)).toEqual([
      'Your e-mail address for Tradebook was changed',
    ])
    expect(await confirm(after, code)).toBe('verificationCodeOver')
    expect((await signIn(after)).status).toBe(200)
    const changes = await database.store
      .forTenant(meridian)
      .read((tx) => tx.selectFrom('audit_changes').select(['entity', 'before', 'after']).execute())
    expect(changes).toContainEqual({
      entity: 'User',
      before: { emailAddress: before },
      after: { emailAddress: after },
    })
  })

  test('needs the password, which is not guessed by anyone who stole a session', async () => {
    const after = `${userName}@elsewhere.example`
    for (let guess = 0; guess < 5; guess++)
      expect((await ask(after, 'a guess')).error.code).toBe(refusals.passwordWrong.code)
    expect((await ask(after)).error.code).toBe(refusals.passwordWrong.code)
    expect(await mailsTo(after)).toEqual([])
  })

  test('that belongs to someone else gets the same answer and no e-mail, and is never accepted', async () => {
    const taken = addressOf('broker')
    const answer = await ask(taken.toUpperCase())
    expect([answer.status, answer.result]).toEqual([200, {}])
    expect(await mailsTo(taken.toUpperCase())).toEqual([])
    expect(await mailsTo(taken)).toEqual([])
    expect(await own()).toBe(addressOf(userName))
  })

  test('taken by someone else between code and confirmation is refused', async () => {
    const after = `${userName}@elsewhere.example`
    await ask(after)
    const code = await codeFor(after)
    const rival = await addUser(meridian, `rival-${userName}`)
    await database.store
      .forTenant(meridian)
      .write((tx) => tx.updateTable('users').set({ email_address: after }).where('id', '=', rival).execute())
    expect(await confirm(after, code)).toBe('emailAddressTaken')
    expect(await own()).toBe(addressOf(userName))
  })

  test('has one code per minute, valid for half an hour and five tries; links e-mailed before are no longer valid', async () => {
    const after = `${userName}@elsewhere.example`
    await ask(after)
    const first = await codeFor(after)
    expect((await ask(`2-${after}`)).status).toBe(429)
    current.now += 60_000
    await ask(`2-${after}`)
    expect(await confirm(after, first)).toBe('emailCodeWrong')
    const code = await codeFor(`2-${after}`)
    for (let guess = 0; guess < 4; guess++)
      expect(await confirm(`2-${after}`, other(code))).toBe('emailCodeWrong')
    expect(await confirm(`2-${after}`, code)).toBe('verificationCodeOver')
    current.now += 60_000
    await ask(after)
    const late = await codeFor(after)
    current.now += 30 * 60_000
    expect(await confirm(after, late)).toBe('verificationCodeOver')
    await call('Account/PasswordReset', { tenancyName: 'Meridian', emailAddress: addressOf(userName) })
    await ask(after)
    expect(await confirm(after, await codeFor(after))).toBeUndefined()
    const links = await database.store
      .forTenant(meridian)
      .read((tx) =>
        tx
          .selectFrom('password_resets')
          .innerJoin('users', 'users.id', 'password_resets.user_id')
          .select('used_at')
          .where('user_name', '=', userName)
          .execute(),
      )
    expect(links).toEqual([{ used_at: expect.any(Date) }])
  })
})
