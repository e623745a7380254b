import { hash, verify } from '@node-rs/argon2'
import { type CallRequest, type Refusal, refuse } from '@tradebook/contract'
import { sql } from 'kysely'
import type { CallContext } from '../../http/handlers.ts'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import { rolesOf, type Sessions } from '../../platform/sessions.ts'
import { type FoundTenant, findTenant } from '../../platform/tenants.ts'
import type { TokenBearer } from '../../platform/tokens.ts'
import type { Store, Tx } from '../../store/store.ts'

export interface SignInParts {
  readonly store: Store
  readonly sessions: Sessions
  readonly audit: Audit
  readonly clock: Clock
}

/** How an attempt ended: ABP's numbers, kept with every attempt. */
const LoginResult = {
  success: 1,
  invalidUserNameOrEmailAddress: 2,
  invalidPassword: 3,
  userIsNotActive: 4,
  invalidTenancyName: 5,
  tenantIsNotActive: 6,
  userEmailIsNotConfirmed: 7,
  lockedOut: 9,
} as const
type LoginResult = (typeof LoginResult)[keyof typeof LoginResult]

/** ABP's defaults: five wrong passwords lock a user for five minutes. */
const MOST_FAILURES = 5
const LOCKOUT_MS = 300_000

type Credentials = CallRequest<'TokenAuth/Authenticate'>

/**
 * Check who it is and open a session.
 *
 * An unknown name, a wrong password and a locked user get the same answer after the same work, so
 * that nobody can find out who has an account here or whether a guess during a lock was right.
 */
export async function signIn(
  parts: SignInParts,
  credentials: Credentials,
  context: CallContext,
): Promise<TokenBearer | Refusal> {
  const { store, clock } = parts
  const tenancyName = credentials.tenancyName?.trim()
  const tenant = await findTenant(store, tenancyName ? { tenancyName } : { id: context.tenantId })
  const attempt: Attempt = {
    startedAt: clock.now(),
    tenantId: tenant?.id ?? 0,
    tenancyName: tenancyName || null,
    typed: credentials.userNameOrEmailAddress,
    clientIpAddress: context.clientIpAddress,
    browserInfo: context.browserInfo,
  }
  if (!tenant?.isActive) return refuseFirm(parts, attempt, tenant)
  // Guesses at one user take their turn, so that many at once are not more than five.
  return inTurn(`${tenant.id} ${attempt.typed.toLowerCase()}`, () =>
    checkUser(parts, attempt, credentials.password),
  )
}

interface Attempt {
  readonly startedAt: number
  readonly tenantId: number
  readonly tenancyName: string | null
  readonly typed: string
  readonly clientIpAddress: string
  readonly browserInfo: string
}

async function refuseFirm(
  parts: SignInParts,
  attempt: Attempt,
  tenant: FoundTenant | undefined,
): Promise<Refusal> {
  const tenancyName = attempt.tenancyName ?? tenant?.tenancyName ?? ''
  const [result, refusal] = tenant
    ? ([LoginResult.tenantIsNotActive, refuse('tenantIsNotActive', { tenancyName })] as const)
    : ([LoginResult.invalidTenancyName, refuse('noTenantWithName', { tenancyName })] as const)
  await parts.store.forTenant(attempt.tenantId).write((tx) => keepAttempt(parts, tx, attempt, result))
  return refusal
}

async function checkUser(
  parts: SignInParts,
  attempt: Attempt,
  password: string,
): Promise<TokenBearer | Refusal> {
  const scope = parts.store.forTenant(attempt.tenantId)
  const user = await scope.read((tx) => findUser(tx, attempt.typed))
  const now = parts.clock.now()
  const matches = await verify(user?.password_hash ?? (await hashOfNobody), password)
  const wrong = refuse('invalidUserNameOrPassword')

  if (!user) {
    await scope.write((tx) => keepAttempt(parts, tx, attempt, LoginResult.invalidUserNameOrEmailAddress))
    return wrong
  }
  if (user.lockout_end && user.lockout_end.getTime() > now) {
    await scope.write((tx) => keepAttempt(parts, tx, attempt, LoginResult.lockedOut, user))
    return wrong
  }
  if (!matches) {
    await scope.write(async (tx) => {
      await countFailure(tx, user.id, now)
      await keepAttempt(parts, tx, attempt, LoginResult.invalidPassword, user)
    })
    return wrong
  }
  if (!user.is_active) {
    await scope.write((tx) => keepAttempt(parts, tx, attempt, LoginResult.userIsNotActive, user))
    return refuse('userIsNotActive', { userName: user.user_name })
  }
  if (!user.is_email_confirmed) {
    await scope.write((tx) => keepAttempt(parts, tx, attempt, LoginResult.userEmailIsNotConfirmed, user))
    return refuse('userEmailIsNotConfirmed')
  }
  return scope.write(async (tx) => {
    await tx
      .updateTable('users')
      .set({ access_failed_count: 0, lockout_end: null, last_login_time: new Date(now) })
      .where('id', '=', user.id)
      .execute()
    await keepAttempt(parts, tx, attempt, LoginResult.success, user)
    const { tenantId, clientIpAddress, browserInfo } = attempt
    const { id: userId, security_stamp: securityStamp, user_name: userName } = user
    const signedIn = { tenantId, userId, securityStamp, clientIpAddress, browserInfo }
    const sessionId = await parts.sessions.open(tx, signedIn)
    return { sessionId, tenantId, userId, userName, securityStamp, roles: await rolesOf(tx, userId) }
  })
}

type FoundUser = NonNullable<Awaited<ReturnType<typeof findUser>>>

/** By user name, else by e-mail address, in any letter case. */
function findUser(tx: Tx, typed: string) {
  const name = typed.trim().toLowerCase()
  return tx
    .selectFrom('users')
    .select([
      'id',
      'user_name',
      'password_hash',
      'security_stamp',
      'is_active',
      'is_email_confirmed',
      'lockout_end',
    ])
    .where((eb) => eb.or([eb(sql`lower(user_name)`, '=', name), eb(sql`lower(email_address)`, '=', name)]))
    .orderBy(sql`lower(user_name) = ${name}`, 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** One more wrong password; the fifth locks the user and starts the count anew. */
async function countFailure(tx: Tx, userId: number, now: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      access_failed_count: sql<number>`(access_failed_count + 1) % ${sql.lit(MOST_FAILURES)}`,
      lockout_end: sql<Date | null>`CASE WHEN access_failed_count + 1 >= ${sql.lit(MOST_FAILURES)}
        THEN ${new Date(now + LOCKOUT_MS)} ELSE lockout_end END`,
    })
    .where('id', '=', userId)
    .execute()
}

/** Keep the attempt, and tell the audit trail of it. */
async function keepAttempt(
  { audit, clock }: SignInParts,
  tx: Tx,
  attempt: Attempt,
  result: LoginResult,
  user?: Pick<FoundUser, 'id' | 'user_name'>,
): Promise<void> {
  const { startedAt, tenantId, tenancyName, typed, clientIpAddress, browserInfo } = attempt
  const ended = clock.now()
  await tx
    .insertInto('login_attempts')
    .values({
      tenant_id: tenantId,
      tenancy_name: tenancyName,
      user_id: user?.id ?? null,
      user_name_or_email_address: typed,
      client_ip_address: clientIpAddress,
      browser_info: browserInfo,
      result,
      creation_time: new Date(ended),
    })
    .execute()
  const failure = Object.entries(LoginResult).find(
    ([, number]) => number === result && number !== LoginResult.success,
  )
  await audit.write(tx, {
    tenantId,
    userId: user?.id ?? null,
    userName: user?.user_name ?? null,
    serviceName: 'TokenAuth',
    methodName: 'Authenticate',
    parameters: { userNameOrEmailAddress: typed, tenancyName },
    executionTime: new Date(startedAt),
    executionDuration: ended - startedAt,
    clientIpAddress,
    browserInfo,
    ...(failure ? { exceptionMessage: failure[0] } : {}),
  })
}

/** What the password of a name that nobody has is compared with. */
const hashOfNobody = hash('the password of nobody')

const turns = new Map<string, Promise<unknown>>()

/** Run works of the same key one after the other. */
function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(key) ?? Promise.resolve()
  const mine = before.then(work, work)
  turns.set(key, mine)
  const leave = () => {
    if (turns.get(key) === mine) turns.delete(key)
  }
  mine.then(leave, leave)
  return mine
}
