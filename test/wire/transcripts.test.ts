import { type Call, type CallName, type CallOutput, calls, pathOf, verbOf } from '@tradebook/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailedCode } from '../account-request.ts'
import { type DemoServer, openDemo } from '../demo-server.ts'
import { type Firm, nobody, signIn } from '../person.ts'
import { originOf } from './passkeys.ts'
import { type Exchange, exchange, headersOf } from './transcript.ts'
import { type Kept, NEW_PASSWORD, type Shows, type Step, type Who } from './transcript-steps/step.ts'
import { transcripts } from './transcript-steps.ts'

/**
 * What is asked of the calls about people, firms, roles, registration and the audit trail, and what they answer,
 * is written down in `transcripts`: a shape, a header or a status that changes differs from it. A change that is
 * meant is written down again by `vitest -u`, and read as a part of the change.
 */

const services = ['Account', 'TokenAuth', 'Session', 'Tenant', 'Role', 'User', 'Customer', 'ReportEventLog']
const starting: readonly string[] = ['Home/Configuration', 'AbpUserConfiguration/GetAll']

/** An archive with the times of what was done: no two are alike. */
const ARCHIVE: CallName = 'Customer/DownloadCustomerFile'

const written = (Object.keys(calls) as CallName[]).filter(
  (name) =>
    name !== ARCHIVE && (services.includes(name.slice(0, name.indexOf('/'))) || starting.includes(name)),
)

/** Nothing that these could answer is a refusal: they read what is there, or do what may be done again. */
const neverRefuses = new Set<CallName>([
  'Home/Configuration',
  'AbpUserConfiguration/GetAll',
  'Session/GetCurrentLoginInformations',
  'Account/IsTenantAvailable',
  'Account/LogOut',
  'Account/GetProfile',
  'Account/UpdateProfile',
  'Account/GetSessions',
  'Account/GetPasskeys',
  'Account/RevokeOtherSessions',
  'User/ChangeLanguage',
  'User/GetAll',
  'User/GetRoles',
  'Role/GetAll',
  'Role/GetRolesAsync',
  'Role/GetAllPermissions',
  'Tenant/GetAll',
  'Customer/GetBanks',
  'Customer/GetAllUserAccountCreationRequests',
  'Customer/GetAllCustomerAccountCreationRequests',
  'Customer/DownloadCustomerAccountCreationRequests',
  'Customer/GetCustomerChanges',
  'Customer/GetUnprovedPeople',
  ...written.filter((name) => name.startsWith('ReportEventLog/')),
])

/** What these answer when they succeed has the address of a provider or a code that it gave: no two are alike. */
const differing = new Set<CallName>(['TokenAuth/BeginProviderSignIn', 'TokenAuth/AuthenticateByProvider'])

const statusOf: Readonly<Record<Shows, number>> = {
  success: 200,
  invalid: 400,
  refused: 500,
  unauthorized: 401,
}

let server: DemoServer
/** Headers that every answer of a call has. */
let common: ReadonlyMap<string, string>
const tokens = new Map<Who, string>([['nobody', '']])
const newest = new Map<CallName, unknown>()

beforeAll(async () => {
  server = await openDemo()
  const { headers } = await fetch(`${server.url}${pathOf('Home/Configuration', calls['Home/Configuration'])}`)
  common = new Map(headersOf(headers))
})
afterAll(() => server?.close())

const kept: Kept = {
  newest: <Name extends CallName>(name: Name) => newest.get(name) as CallOutput<Name>,
  mailedCode: (emailAddress) => mailedCode(server, emailAddress),
  async lockOut(user) {
    for (let guess = 1; guess <= 5; guess++)
      await nobody(server.url).ask('TokenAuth/Authenticate', { ...user, password: `guess ${guess}` })
  },
  now: Date.now,
  origin: () => originOf(server.url),
}

/** Of the browser that signs in with a passkey. */
let passkeyCookie = ''

/** Of a session that is theirs alone, opened by the first of their requests. */
async function tokenOf(who: Who): Promise<string> {
  if (who === 'bearer of a registration token') return kept.newest('Account/Register').accessToken
  const known = tokens.get(who)
  if (known !== undefined) return known
  const [userName, firm] = who.split(' of ') as [string, Firm | 'host']
  const password = who === 'zainab of Meridian' ? NEW_PASSWORD : server.password
  const { token } = await signIn({ ...server, password }, firm === 'host' ? null : firm, userName)
  tokens.set(who, token)
  return token
}

const named = (who: Who): string => who.replace(/^(bearer|broker|admin|customer)/, 'the $1')

const ask = async ({ name, by, documents, origin }: Step, input: object): Promise<Exchange> => {
  const headers = {
    ...(origin && { origin }),
    ...(name === 'TokenAuth/AuthenticateByPasskey' && { cookie: passkeyCookie }),
  }
  const answer = await exchange(
    server.url,
    { name, input, token: await tokenOf(by), documents, headers },
    common,
  )
  if (name === 'TokenAuth/BeginPasskeySignIn') passkeyCookie = answer.cookies.join('; ')
  return answer
}

/** One step, asked again where it waits for what is written in the background. */
async function taken(step: Step): Promise<Exchange> {
  const { input, until } = step
  const asked = typeof input === 'function' ? await input(kept) : input
  if (!until) return ask(step, asked)
  return expect
    .poll(() => ask(step, asked), { timeout: 20_000, interval: 100 })
    .toSatisfy(({ result }) => until(result))
    .then(() => ask(step, asked))
}

describe('transcripts', () => {
  test('every call has one of each kind', () => {
    const all = Object.values(transcripts).flat()
    const isShown = (name: CallName, shows: Shows) =>
      all.some((step) => step.name === name && step.shows === shows)
    const missing = written.flatMap((name) => {
      const takesNothing =
        Object.keys((calls[name] as Call & { input: { shape: object } }).input.shape).length === 0
      const kinds: Shows[] = [
        ...(differing.has(name) ? [] : ['success' as const]),
        ...(takesNothing ? [] : ['invalid' as const]),
        ...(neverRefuses.has(name) ? [] : ['refused' as const]),
      ]
      const isCovered = (shows: Shows) =>
        isShown(name, shows) || (shows === 'refused' && isShown(name, 'unauthorized'))
      return kinds.filter((shows) => !isCovered(shows)).map((shows) => `${name} ${shows}`)
    })
    expect(missing).toEqual([])
  })

  test.each(Object.keys(transcripts))('%s', async (file) => {
    const lines = ['# every answer', ...[...common].map(([name, value]) => `${name}: ${value}`), '']
    for (const step of transcripts[file] ?? []) {
      const { status, result, text } = await taken(step)
      expect(status, `${step.when ?? ''}\n${text}`).toBe(statusOf[step.shows])
      if (step.shows === 'success') newest.set(step.name, result)
      const what = step.when ? `${step.shows}, ${step.when}` : step.shows
      lines.push(`# ${step.name}: ${what}; by ${named(step.by)}`, text)
    }
    await expect(lines.join('\n')).toMatchFileSnapshot(`transcripts/${file}.http`)
  })

  test('without sign-in, and without permission', async () => {
    /** The whole answer by status, without the permissions that a call names. */
    const answers = new Map<number, string>()
    const lines: string[] = []
    for (const name of [...written, ARCHIVE]) {
      const { needs } = calls[name]
      if (needs === 'anyone') continue
      const deniedTo: Who[] = typeof needs === 'object' ? ['nobody', 'customer of Meridian'] : ['nobody']
      const denials: string[] = []
      for (const who of deniedTo) {
        const { status, text } = await ask({ name, by: who, shows: 'unauthorized', input: {} }, {})
        expect({ name, who, status }).toEqual({ name, who, status: who === 'nobody' ? 401 : 403 })
        const [, permissions = ''] = REQUIRED.exec(text) ?? []
        const answer = text
          .slice(text.indexOf('\n-> ') + 1)
          .replace(permissions, permissions && '<permissions>')
          .replace('All of these', 'At least one of these')
        expect(answer, name).toBe(answers.get(status) ?? answer)
        answers.set(status, answer)
        denials.push(permissions ? `${status} ${permissions}` : String(status))
      }
      lines.push(`${verbOf(name, calls[name])} ${pathOf(name, calls[name])} -> ${denials.join(', ')}`)
    }
    await expect([...answers.values(), ...lines, ''].join('\n')).toMatchFileSnapshot(
      'transcripts/denied.http',
    )
  })
})

/** The permissions of which a caller needs one, or all, as an answer names them. */
const REQUIRED = /(?:one|All) of these permissions must be granted: ([^"]+)"/
