import { readFileSync } from 'node:fs'
import { changePasswordInput, passwordResetInput } from '@tradebook/contract/schemas/identity'
import { registerInput } from '@tradebook/contract/schemas/registering'
import { newUserInput, resetPasswordInput } from '@tradebook/contract/schemas/users'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  addSleepingFirm,
  addUser,
  call,
  current,
  database,
  doneAfterwards,
  meridian,
  signIn,
  waited,
  zenith,
} from './identity.fixture.ts'
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

const askFor = (emailAddress: string, tenancyName: string | null = 'Meridian', headers = {}) =>
  call('Account/PasswordReset', { emailAddress, tenancyName }, headers)

const setBy = (resetToken: string, newPassword = NEW_PASSWORD) =>
  call('Account/PasswordReset', { resetToken, newPassword })

/** The token of the newest link that was mailed to an address. */
async function linkOf(userName: string): Promise<string> {
  const [mail] = await mailsTo(addressOf(userName))
  const [, token = ''] = /#(\S+)/.exec(mail?.text ?? '') ?? []
  return token
}

describe('a forgotten password', () => {
  beforeAll(async () => {
    for (const userName of ['forgetful', 'hasty', 'late', 'racer', 'resting', 'namesake'])
      await addUser(meridian, userName)
    await addSleepingFirm()
  })

  test('is replaced by a link that can be used once, and every session ends', async () => {
    const before = await signIn('forgetful')
    expect(await askFor(addressOf('forgetful').toUpperCase())).toMatchObject({ status: 200, result: true })
    const [mail] = await mailsTo(addressOf('forgetful'))
    const token = await linkOf('forgetful')
    expect(mail?.text).toContain(`https://trade.example/user/reset-password?tenant=Meridian#${token}`)
    const stored = await kept(meridian)
    expect(stored).not.toContain(token)
    expect(stored).not.toContain(token.slice(token.indexOf('.') + 1))

    // A refused password leaves the link as it was.
    expect((await setBy(token, 'password1')).error).toMatchObject({ code: 1009 })
    expect(await setBy(token)).toMatchObject({ status: 200, result: true })
    expect(await isSignedIn(before.result.accessToken)).toBe(false)
    expect((await signIn('forgetful')).error).toMatchObject({ code: 1002 })
    expect((await signIn('forgetful', { password: NEW_PASSWORD })).status).toBe(200)
    expect((await setBy(token)).error).toMatchObject({ code: 1008, message: 'This link is no longer valid' })
    expect((await mailsTo(addressOf('forgetful'))).map(({ subject }) => subject)).toContain(
      'Your password for Tradebook was changed',
    )
    expect(await kept(meridian)).not.toContain(NEW_PASSWORD)
  })

  test('ends a lockout by wrong passwords at once, without making guesses faster', async () => {
    await addUser(meridian, 'tried')
    for (let n = 0; n < 11; n++) {
      await signIn('tried', { password: `wrong ${n}` })
      if (n % 5 === 4) current.now += 5 * MINUTE_MS
    }
    for (let n = 0; n < 4; n++) await signIn('tried', { password: `wrong again ${n}` })
    expect((await signIn('tried')).status).toBe(500)
    await askFor(addressOf('tried'))
    expect((await setBy(await linkOf('tried'))).status).toBe(200)
    // Those that wait for their turn have had it; the lock would still stand.
    current.now += MINUTE_MS
    const before = waited.length
    expect((await signIn('tried', { password: NEW_PASSWORD })).status).toBe(200)
    expect(waited.slice(before)).not.toEqual([])
  })

  test('with a used link tried again is in the firm’s audit trail', async () => {
    await addUser(meridian, 'retried')
    await askFor(addressOf('retried'))
    const token = await linkOf('retried')
    expect((await setBy(token)).status).toBe(200)
    const refusedIn = async (tenantId: number) =>
      (
        await database.store
          .forTenant(tenantId)
          .read((tx) =>
            tx
              .selectFrom('audit_log')
              .select('id')
              .where('method_name', '=', 'PasswordReset')
              .where('exception_message', '=', 'resetLinkInvalid')
              .execute(),
          )
      ).length
    const before = [await refusedIn(meridian), await refusedIn(0)] as const
    expect((await setBy(token)).status).toBe(500)
    expect([await refusedIn(meridian), await refusedIn(0)]).toEqual([before[0] + 1, before[1]])
  })

  test('only one of two requests with one link succeeds', async () => {
    await askFor(addressOf('racer'))
    const token = await linkOf('racer')
    const answers = await Promise.all([setBy(token), setBy(token, 'Another-harbour-lamp-7')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 500])
  })

  test('a link works for 30 minutes, and none of an earlier request once a password was set', async () => {
    await askFor(addressOf('late'))
    const token = await linkOf('late')
    current.now += 30 * MINUTE_MS
    expect((await setBy(token)).error).toMatchObject({ code: 1008 })
    await askFor(addressOf('late'))
    const first = await linkOf('late')
    current.now += 2 * MINUTE_MS
    await askFor(addressOf('late'))
    expect((await setBy(await linkOf('late'))).status).toBe(200)
    expect((await setBy(first)).error).toMatchObject({ code: 1008 })
  })

  test('an unknown address, one of another firm and one whose user may not sign in get the same answer, before it is looked up, and no mail', async () => {
    const scope = database.store.forTenant(meridian)
    await scope.write((tx) =>
      tx.updateTable('users').set({ is_active: false }).where('user_name', '=', 'resting').execute(),
    )
    doneAfterwards.paused.length = 0
    waited.length = 0
    const known = await askFor(addressOf('namesake'))
    const others = [
      await askFor('My-Secret-Passw0rd'),
      await askFor(addressOf('broker', zenith)),
      await askFor(addressOf('resting')),
      await askFor(addressOf('namesake'), 'Nobody'),
      await askFor(addressOf('namesake'), 'Sleeping'),
      await askFor(addressOf('namesake'), null, { 'abp.tenantid': 'nonsense' }),
    ]
    for (const { status, result, headers } of others) {
      expect({ status, result }).toEqual({ status: known.status, result: known.result })
      expect(headers['content-length']).toBe(known.headers['content-length'])
    }
    expect([doneAfterwards.paused, doneAfterwards.failures, waited]).toEqual([Array(7).fill(100), [], []])
    expect(await mailsTo(addressOf('namesake'))).toHaveLength(1)
    expect(await mailsTo(addressOf('resting'))).toEqual([])
    expect(await mailsTo(addressOf('broker', zenith))).toEqual([])
    for (const tenantId of [0, meridian])
      expect((await kept(tenantId)).toLowerCase()).not.toContain('my-secret-passw0rd')
  })

  test('no user is sent more than one link per minute and five per hour', async () => {
    for (const [minute, expected] of [
      [0, 1],
      [0.5, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 5],
      [5, 5],
      [19, 5],
      [61, 6],
    ] as const) {
      const began = current.now
      current.now += minute * MINUTE_MS
      expect((await askFor(addressOf('hasty'))).result).toBe(true)
      expect(await mailsTo(addressOf('hasty'))).toHaveLength(expected)
      current.now = began
    }
    current.now += 120 * MINUTE_MS
    await Promise.all(Array.from({ length: 5 }, () => askFor(addressOf('hasty'))))
    expect(await mailsTo(addressOf('hasty'))).toHaveLength(7)
  })

  test('requests made while the clock was days ahead delay no one afterwards', async () => {
    await addUser(meridian, 'leapt')
    const began = current.now
    current.now = began + 3 * 24 * 60 * MINUTE_MS
    await askFor(addressOf('leapt'))
    expect(await mailsTo(addressOf('leapt'))).toHaveLength(1)
    current.now = began
    await askFor(addressOf('leapt'))
    expect(await mailsTo(addressOf('leapt'))).toHaveLength(2)
  })

  test('requests by others always leave the owner with a link that is valid for 15 minutes', async () => {
    await addUser(meridian, 'targeted')
    const began = current.now
    const mailed: number[] = []
    for (let minute = 0; minute <= 60; minute++) {
      current.now = began + minute * MINUTE_MS
      await askFor(addressOf('targeted'))
      if ((await mailsTo(addressOf('targeted'))).length > mailed.length) mailed.push(minute)
    }
    expect(mailed).toEqual([0, 1, 2, 3, 4, 20, 36, 52])
    // At each minute the newest link is at most 15 minutes old, and each serves for 30.
    current.now = began + 51 * MINUTE_MS
    expect(await setBy(await linkOf('targeted'))).toMatchObject({ status: 200 })
  })

  test.each([
    ['', 400],
    ['no-token', 500],
    ['1.short', 500],
    [`99999.${'A'.repeat(43)}`, 500],
    [`2.${'A'.repeat(43)}`, 500],
    [`2.${'é'.repeat(43)}`, 500],
  ])('the link %j sets nothing', async (token, status) => {
    const answer = await setBy(token)
    expect(answer.status).toBe(status)
    if (status === 500) expect(answer.error).toMatchObject({ code: 1008 })
  })

  test.each([
    [{}],
    [{ emailAddress: 'a@b.example', resetToken: 'x', newPassword: NEW_PASSWORD }],
    [{ resetToken: 'x' }],
    [{ emailAddress: 'a@b.example', newPassword: NEW_PASSWORD }],
    [{ resetToken: 'x', newPassword: 'short' }],
    [{ resetToken: 'x', newPassword: 'x'.repeat(129) }],
  ])('%j is neither step', async (input) => {
    expect((await call('Account/PasswordReset', input)).status).toBe(400)
  })
})

test('ten thousand common passwords ship, each of at least eight characters and in lower case', () => {
  const lines = readFileSync(new URL('../platform/common-passwords.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  expect(new Set(lines).size).toBe(10_000)
  expect(lines.filter((line) => [...line].length < 8 || line !== line.toLowerCase())).toEqual([])
})

test.each([
  ['Account/Register', registerInput.shape.password],
  ['Account/PasswordReset', passwordResetInput.shape.newPassword],
  ['Account/ChangePassword', changePasswordInput.shape.newPassword],
  ['User/Create', newUserInput.shape.password],
  ['User/ResetPassword', resetPasswordInput.shape.newPassword],
])('a password of seven characters is refused by %s', (_, field) => {
  expect(field.safeParse('Sev3n-c').success).toBe(false)
  expect(field.safeParse('Eight-c8').success).toBe(true)
})
