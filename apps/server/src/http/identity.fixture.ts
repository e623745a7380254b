import { hash } from '@node-rs/argon2'
import { type CallName, calls, pathOf, settingTexts, verbOf } from '@tradebook/contract'
import type { FastifyInstance, InjectOptions } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, expect } from 'vitest'
import { type TestDatabase, testStore } from '../../testing/test-database.ts'
import type { DeskInput } from '../desk/inputs.ts'
import { account } from '../features/account/account.ts'
import { roles } from '../features/administration/roles.ts'
import { users } from '../features/administration/users.ts'
import { configuration } from '../features/configuration/configuration.ts'
import { customersFeature } from '../features/customers/customers.ts'
import { reportsFeature } from '../features/reports/reports.ts'
import { session } from '../features/session/session.ts'
import { identityProviderHandlers } from '../features/settings/identity-provider.ts'
import { openProviderLogout } from '../features/token-auth/provider-logout.ts'
import { tokenAuth } from '../features/token-auth/token-auth.ts'
import type { PrintedDocument } from '../files/pdf/document.ts'
import { type AfterAnswers, openAfterAnswers } from '../platform/after-answers.ts'
import { type AuditedWrite, openAuditedWrite } from '../platform/audited-write.ts'
import type { Every } from '../platform/clock.ts'
import { openCustomerViews } from '../platform/customer-views.ts'
import { type Identity, openIdentity } from '../platform/identity.ts'
import { openIdentityProviders } from '../platform/identity-providers.ts'
import { openPasskeys } from '../platform/passkeys.ts'
import { openProviderFetch } from '../platform/provider-fetch.ts'
import { openRefusalRecord } from '../platform/refused-calls.ts'
import { openReportLog } from '../platform/report-log.ts'
import { HOST } from '../store/host.ts'
import { createHostAdmin, createTenant, createUser } from '../store/people.ts'
import { handlersBy, partsWith } from './edge-parts.fixture.ts'
import type { Handlers } from './handlers.ts'
import { addressesIn } from './proxies.ts'
import { buildHttp } from './server.ts'

/** The edge with sign-in and sessions, on a real database. */

export const PASSWORD = 'a password of the tests'
/** From one address; the tests’ own come from many. */
export const SIGN_INS = 150
const START = Date.UTC(2026, 10, 20, 9)
/** The time of the clock: each file begins at `START`, although the files of a worker share this module. */
export const current = {
  now: START,
  /** By how much the wall clock was set back, in milliseconds. */
  setBackMs: 0,
}
let ids = 0
/** How long sign-ins were made to wait, in milliseconds. */
export const waited: number[] = []
export const clock = {
  now: () => current.now - current.setBackMs,
  newId: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
}

/** Repeats nothing by itself: its work runs when a test runs it. */
export function byHand() {
  let work: () => unknown = () => undefined
  let everyMs = Number.POSITIVE_INFINITY
  const every: Every = (ms, repeated) => {
    everyMs = ms
    work = repeated
    return () => undefined
  }
  return { every, run: () => work(), everyMs: () => everyMs }
}
export const comparison = byHand()

/** What is done after answers: each call waits for it. */
let afterAnswers: AfterAnswers
/** The works of it that began. */
export const doneAfterwards = { paused: [] as number[], failures: [] as unknown[] }

export let database: TestDatabase
export let identity: Identity
export let app: FastifyInstance
export let meridian: number
export let zenith: number

/** What further handlers of the edge are made of. */
export type FixtureParts = Identity & {
  readonly store: TestDatabase['store']
  readonly clock: typeof clock
  readonly auditedWrite: AuditedWrite
}

/** What the edge of a file has besides sign-in and sessions. */
interface More {
  /** A database of its own; an empty one unless given. */
  readonly open?: () => Promise<TestDatabase>
  /** Further handlers, made once the identity is there. */
  readonly handlers?: (parts: FixtureParts) => Partial<Handlers>
}

/** What was handed to a desk that does everything. */
export const submitted: DeskInput[] = []

/** What was printed. */
export const printed: PrintedDocument[] = []

/** Gives the tests of a file one edge and one database, with two firms and a broker in each. */
export function edgeForAllTests({ open = () => testStore(), handlers = () => ({}) }: More = {}): void {
  beforeAll(async () => {
    submitted.length = 0
    printed.length = 0
    current.now = START
    current.setBackMs = 0
    waited.length = 0
    database = await open()
    const { store } = database
    const log = pino({ level: 'silent' })
    identity = await openIdentity(store, clock, log, { every: comparison.every })
    await createHostAdmin(store, () => PASSWORD)
    meridian = await createTenant(store, { tenancyName: 'Meridian', name: 'Meridian Securities' })
    zenith = await createTenant(store, { tenancyName: 'Zenith-Hill', name: 'Zenith Hill' })
    for (const tenantId of [meridian, zenith]) await addUser(tenantId, 'broker')
    const application = { version: '0.1.0', releaseDate: '2026-11-21T00:00:00' }
    const wait = async (ms: number) => void waited.push(ms)
    const pause = async (ms: number) => void doneAfterwards.paused.push(ms)
    afterAnswers = openAfterAnswers(pause, (error) => doneAfterwards.failures.push(error))
    const publicUrl = () => 'https://trade.example'
    const auditedWrite = openAuditedWrite(store, clock.now)
    const parts = {
      ...identity,
      ...{
        store,
        clock,
        application,
        monotonic: () => current.now,
        wait,
        publicUrl,
        auditedWrite,
        afterAnswers,
        passkeys: openPasskeys({ store, clock, keyFor: identity.keyFor, publicUrl }),
        providers: openIdentityProviders({
          ...{ keyFor: identity.keyFor, clock },
          fetch: openProviderFetch(addressesIn(['127.0.0.1'])),
        }),
      },
    }
    app = await buildHttp(
      partsWith({
        handlers: {
          ...handlersBy(() => async () => null),
          ...account(parts),
          ...roles({ ...parts, sessions: identity.sessions }),
          ...users(parts),
          ...customersFeature({
            ...parts,
            desk: {
              submit: async (input) => {
                submitted.push(input)
                return { kind: 'done', sequence: 1 }
              },
            },
            print: async (document) => {
              printed.push(document)
              return Buffer.from('%PDF-')
            },
            // A document with scripts is not what it claims to be.
            documentChecks: {
              check: async (_, __, bytes) =>
                Buffer.from(bytes).includes('/JavaScript') ? undefined : Buffer.from(bytes),
            },
            letterheadOf: async () => ({ issuer: ['Meridian Securities'] }),
            marketDate: () => '2026-11-20',
          }),
          ...reportsFeature({ store, clock, filedHead: async () => undefined }),
          ...configuration({ ...parts, areMailsSent: false }),
          ...session(parts),
          ...tokenAuth(parts),
          ...identityProviderHandlers(parts),
          ...handlers(parts),
        },
        identity,
        newId: clock.newId,
        auditedWrite,
        customerViews: openCustomerViews(store, clock.now),
        reportLog: openReportLog(store, clock.now),
        recordRefusal: openRefusalRecord({ store, now: clock.now, log: { error: () => undefined } }),
        perMinute: SIGN_INS,
        endByLogoutToken: openProviderLogout(parts),
      }),
    )
  })
  afterAll(async () => {
    identity.sessions.close()
    await app.close()
    await database.close()
  })
}

export async function addUser(
  tenantId: number,
  userName: string,
  role: 'BROKER' | 'CUSTOMER' | 'ADMIN' = 'BROKER',
): Promise<number> {
  const id = await createUser(database.store, tenantId, {
    userName,
    name: 'Bola',
    surname: 'Ade',
    emailAddress: `${userName}@firm${tenantId}.example`,
    password: PASSWORD,
    roles: [role],
  })
  const password_hash = await quickHash
  await database.store
    .forTenant(tenantId)
    .write((tx) => tx.updateTable('users').set({ password_hash }).where('id', '=', id).execute())
  return id
}

/** The password that an administrator gave a user counts as chosen by the user, who has nothing left to do before. */
export const ownPasswordOf = (tenantId: number, userName: string) =>
  database.store
    .forTenant(tenantId)
    .write((tx) =>
      tx
        .updateTable('users')
        .set({ must_change_password: false })
        .where('user_name', '=', userName)
        .execute(),
    )

/** The password at the least cost that Argon2id has: hundreds of guesses are compared with it. */
const quickHash = hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })

/** A firm that is not active. */
export async function addSleepingFirm(): Promise<number> {
  const id = await createTenant(database.store, { tenancyName: 'Sleeping', name: 'S' })
  await database.store
    .forHost()
    .write((tx) => tx.updateTable('tenants').set({ is_active: false }).where('id', '=', id).execute())
  return id
}

/** Sets what a firm, or the host, has as a setting until the work is done. */
export async function withSetting(
  tenantId: number,
  values: Parameters<typeof settingTexts>[0],
  work: () => Promise<void>,
) {
  const scope = database.store.forTenant(tenantId)
  const rows = Object.entries(settingTexts(values)).map(([name, value]) => ({
    tenant_id: tenantId,
    name,
    value,
  }))
  await scope.write((tx) => tx.insertInto('settings').values(rows).execute())
  const changed = () => {
    identity.tenants.changed()
    identity.sessions.invalidate(tenantId === HOST ? undefined : tenantId)
  }
  changed()
  try {
    await work()
  } finally {
    const names = rows.map(({ name }) => name)
    await scope.write((tx) => tx.deleteFrom('settings').where('name', 'in', names).execute())
    changed()
  }
}

/** The other headers of a request, and where it comes from. */
export interface From extends Pick<InjectOptions, 'remoteAddress' | 'cookies'> {
  /** Another spelling of the call's path. */
  readonly url?: string
}

/** Members of an input as a query has them. */
const textsOf = (input: object): Record<string, string> =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))

export async function call(
  name: CallName,
  input: object = {},
  headers: Record<string, string> = {},
  from: From = {},
) {
  const verb = verbOf(name, calls[name])
  const answer = await app.inject({
    method: verb,
    url: pathOf(name, calls[name]),
    headers,
    ...from,
    ...(verb === 'GET' || verb === 'DELETE' ? { query: textsOf(input) } : { payload: input }),
  })
  await afterAnswers.idle()
  const body = answer.json()
  if (body.success) expect(calls[name].output.safeParse(body.result).error).toBeUndefined()
  return {
    status: answer.statusCode,
    result: body.result,
    error: body.error,
    cookies: answer.cookies,
    headers: answer.headers,
  }
}

export const signIn = (
  userNameOrEmailAddress: string,
  more: object = {},
  headers: Record<string, string> = {},
  from: From = {},
) =>
  call(
    'TokenAuth/Authenticate',
    { userNameOrEmailAddress, password: PASSWORD, tenancyName: 'Meridian', ...more },
    headers,
    from,
  )

/** A wrong password for a user, from an address. */
export const guessFrom = (remoteAddress: string, userName: string, from: From = {}) =>
  signIn(userName, { password: 'a guess' }, {}, { remoteAddress, ...from })

export const bearing = (token: string) => ({ authorization: `Bearer ${token}` })

export const attemptRows = (tenantId: number) =>
  database.store
    .forTenant(tenantId)
    .read((tx) => tx.selectFrom('login_attempts').selectAll().orderBy('id').execute())

export const attempts = async (tenantId: number, typed: string) =>
  (await attemptRows(tenantId))
    .filter(({ user_name_or_email_address }) => user_name_or_email_address === typed)
    .map(({ result }) => result)
