import { refusals } from '@tradebook/contract'
import { beforeAll, expect, test } from 'vitest'
import {
  addUser,
  bearing,
  call,
  current,
  edgeForAllTests,
  identity,
  meridian,
  PASSWORD,
  signIn,
} from './identity.fixture.ts'

/** What is good for a while is good until the last millisecond of it, and no longer. */

edgeForAllTests()

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const NEW_PASSWORD = 'Quiet-harbour-lamp-7'
let admin: Record<string, string>
let people = 0

beforeAll(async () => {
  await addUser(meridian, 'admin', 'ADMIN')
})

const tokenOf = async (userName: string, more: object = {}) =>
  (await signIn(userName, more)).result.accessToken as string

/** What the newest mail to an address has of a kind. */
async function mailed(to: string, kind: RegExp): Promise<string> {
  const mails = (await identity.outbox.waiting(99)).filter((mail) => mail.to === to)
  return kind.exec(mails[0]?.text ?? '')?.[1] ?? ''
}
const LINK = /#(\S+)/
const CODE = /\b(\d{6})\b/

const addressOf = (userName: string) => `${userName}@firm${meridian}.example`

/** Gives a new user something that ends. Answers what uses it, and why not once it is over. */
type Given = (userName: string) => Promise<() => Promise<number | null>>

const outcomeOf = ({ error }: { error: { code: number } | null }) => error?.code ?? null

const session =
  (rememberClient: boolean): Given =>
  async (userName) => {
    await addUser(meridian, userName)
    const token = await tokenOf(userName, { rememberClient })
    return async () => {
      const { status } = await call('Account/GetProfile', {}, bearing(token))
      return status === 200 ? null : status
    }
  }

const resetLink: Given = async (userName) => {
  await addUser(meridian, userName)
  await call('Account/PasswordReset', { emailAddress: addressOf(userName), tenancyName: 'Meridian' })
  const resetToken = await mailed(addressOf(userName), LINK)
  return async () => outcomeOf(await call('Account/PasswordReset', { resetToken, newPassword: NEW_PASSWORD }))
}

const invitation: Given = async (userName) => {
  const invited = { userName, name: 'Ada', surname: 'Obi', emailAddress: addressOf(userName) }
  admin = bearing(await tokenOf('admin'))
  await call('User/Create', { ...invited, isActive: true }, admin)
  const resetToken = await mailed(addressOf(userName), LINK)
  return async () => outcomeOf(await call('Account/PasswordReset', { resetToken, newPassword: NEW_PASSWORD }))
}

const addressCode: Given = async (userName) => {
  await addUser(meridian, userName)
  const [token, emailAddress] = [await tokenOf(userName), `${userName}@elsewhere.example`]
  await call('Account/ChangeEmailAddress', { emailAddress, password: PASSWORD }, bearing(token))
  const code = await mailed(emailAddress, CODE)
  return async () =>
    outcomeOf(await call('Account/ConfirmEmailAddress', { emailAddress, code }, bearing(token)))
}

test.each([
  ['a session', session(false), DAY_MS, 401],
  ['a session that is remembered', session(true), 30 * DAY_MS, 401],
  ['a link for a forgotten password', resetLink, 30 * MINUTE_MS, refusals.resetLinkInvalid.code],
  ['the first link of a user', invitation, 72 * HOUR_MS, refusals.resetLinkInvalid.code],
  ['the code for another address', addressCode, 30 * MINUTE_MS, refusals.verificationCodeOver.code],
] as const)('%s serves a millisecond before its end, and not at its end', async (_, given, lastsMs, over) => {
  for (const [ms, expected] of [
    [lastsMs - 1, null],
    [lastsMs, over],
    [lastsMs + 1, over],
  ] as const) {
    people += 1
    const used = await given(`person${people}`)
    current.now += ms
    expect(await used()).toBe(expected)
  }
})
