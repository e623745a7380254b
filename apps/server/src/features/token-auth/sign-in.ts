import {
  type CallRequest,
  type FirmSettings,
  type LanguageName,
  type Refusal,
  refuse,
  type SecondFactor,
} from '@tradebook/contract'
import { sql } from 'kysely'
import { TooManyRequests } from '../../http/errors.ts'
import type { CallContext } from '../../http/handlers.ts'
import { addressBlock } from '../../platform/address.ts'
import type { Clock } from '../../platform/clock.ts'
import { type DeviceCookie, openDevices } from '../../platform/devices.ts'
import type { Keys } from '../../platform/keys.ts'
import type { MailOutbox } from '../../platform/mail-outbox.ts'
import { comparePassword, hashPassword } from '../../platform/passwords.ts'
import { providerNeededBy } from '../../platform/provider-rule.ts'
import type { Registrations } from '../../platform/registrations.ts'
import { secondFactorsOf } from '../../platform/second-factors.ts'
import type { Sessions } from '../../platform/sessions.ts'
import { settingsInForce } from '../../platform/settings.ts'
import {
  countFailure,
  type Failures,
  failuresOf,
  type Guess,
  gapAfter,
  subjectOfUser,
} from '../../platform/sign-in-failures.ts'
import { type FoundTenant, findTenant } from '../../platform/tenants.ts'
import type { TokenBearer } from '../../platform/tokens.ts'
import { openTurns } from '../../platform/turns.ts'
import type { TwoFactor } from '../../platform/two-factor.ts'
import type { Store, Tx } from '../../store/store.ts'
import { type EnteringUser, openSessionOf, recordEntry, selectEntering } from './entering.ts'
import { asked, hider, keepAttempt, type LoginAttempt, LoginResult } from './login-attempts.ts'
import { Pace } from './pace.ts'
import { refuseCode } from './wrong-codes.ts'

export interface SignInParts {
  readonly store: Store
  readonly sessions: Sessions
  readonly clock: Clock
  readonly keyFor: Keys
  readonly twoFactor: TwoFactor
  readonly registrations: Registrations
  readonly outbox: MailOutbox
  /** Milliseconds that never run backwards, whatever happens to the wall clock. */
  readonly monotonic: () => number
  /** Lets so many milliseconds pass. */
  readonly wait: (ms: number) => Promise<unknown>
}

/** Who signed in, and the cookie by which the browser is known from now on. */
export interface SignedInBearer extends TokenBearer {
  readonly deviceCookie: DeviceCookie
}

type Credentials = CallRequest<'TokenAuth/Authenticate'>

/** The password was right; what else the user has is still asked for. */
export interface SecondFactorAsked {
  readonly secondFactorOf: number
  readonly factors: readonly SecondFactor[]
}

/** The password was right, and no request for an account has been submitted yet: a registration token goes on with it. */
export interface RegistrationResumed {
  readonly registrationOf: number
  readonly registrationToken: string
}

/** Checks who it is and opens a session. @throws TooManyRequests when it is guessed too fast. */
export type SignIn = (
  credentials: Credentials,
  context: CallContext,
) => Promise<SignedInBearer | SecondFactorAsked | RegistrationResumed | Refusal>

/**
 * Sign-in.
 *
 * An unknown name, a wrong password and a locked user get the same answer after the same work, so
 * that nobody can find out who has an account here or whether a guess during a lock was right.
 * Wrong passwords lock the place they come from; for everybody else they make guessing slower, but
 * not for a browser the user signed in with before. So nobody can lock a user out from elsewhere.
 */
export function openSignIn(parts: SignInParts): SignIn {
  const { store, clock } = parts
  const devices = openDevices(parts.keyFor('device'), clock)
  const hide = hider(parts.keyFor('name'))
  const inTurn = openTurns()
  const pace = new Pace()

  return async (credentials, context) => {
    const startedAt = clock.now()
    const typedFirm = credentials.tenancyName?.trim() || null
    const tenant = await findTenant(store, typedFirm ? { tenancyName: typedFirm } : { id: context.tenantId })
    const tenantId = tenant?.id ?? 0
    const typed = credentials.userNameOrEmailAddress
    const hidden = hide(tenantId, typed)
    const attempt = {
      method: 'Authenticate' as const,
      startedAt,
      tenantId,
      tenancyName: typedFirm && (tenant ? typedFirm : hide(0, typedFirm)),
      userName: hidden,
      clientIpAddress: context.clientIpAddress,
      browserInfo: context.browserInfo,
    }
    if (!tenant?.isActive) return refuseFirm(parts, attempt, tenant, typedFirm)

    const user = await store.forTenant(tenantId).read((tx) => findUser(tx, typed))
    const settings = await settingsInForce(store, tenantId, null)
    const device = user && devices.recognise(context.cookie, tenantId, user.id)
    const guess: Guess = {
      tenantId,
      subject: user ? subjectOfUser(user.id) : `name ${hidden}`,
      place: device ? `device ${device}` : addressBlock(context.clientIpAddress),
      isKnownDevice: device !== undefined,
    }
    // Guesses from one place take their turn, so that many at once are not more than five.
    return inTurn(`${tenantId} ${guess.subject} ${guess.place}`, async () => {
      const failures = await store.forTenant(tenantId).read((tx) => failuresOf(tx, guess, clock.now()))
      if (!failures.locked) await keepDistance(failures, guess)
      const outcome = await checkUser(
        parts,
        user ? { ...attempt, userName: typed } : attempt,
        { user, guess, failures, settings, tenant, language: context.culture },
        credentials,
      )
      if (!('sessionId' in outcome)) return outcome
      return { ...outcome, deviceCookie: devices.issueCookie(tenantId, outcome.userId, device) }
    })
  }

  async function keepDistance({ anywhere }: Failures, { tenantId, subject }: Guess): Promise<void> {
    const taken = pace.take(`${tenantId} ${subject}`, gapAfter(anywhere), parts.monotonic())
    if ('comeBackSeconds' in taken) throw new TooManyRequests(taken.comeBackSeconds)
    if (taken.waitMs > 0) await parts.wait(taken.waitMs)
  }
}

export async function refuseFirm(
  parts: Pick<SignInParts, 'store' | 'clock'>,
  attempt: LoginAttempt,
  tenant: FoundTenant | undefined,
  typedFirm: string | null,
): Promise<Refusal> {
  const tenancyName = typedFirm ?? tenant?.tenancyName ?? ''
  const [result, refusal] = tenant
    ? ([LoginResult.tenantIsNotActive, refuse('tenantIsNotActive', { tenancyName })] as const)
    : ([LoginResult.invalidTenancyName, refuse('noTenantWithName', { tenancyName })] as const)
  await parts.store.forTenant(attempt.tenantId).write((tx) => keepAttempt(parts.clock, tx, attempt, result))
  return refusal
}

/** What is known before the password is compared. */
interface Known {
  readonly user: EnteringUser | undefined
  readonly guess: Guess
  readonly failures: Failures
  readonly settings: FirmSettings
  readonly tenant: FoundTenant
  /** Of the request. */
  readonly language: LanguageName
}

async function checkUser(
  parts: SignInParts,
  attempt: LoginAttempt,
  { user, guess, failures, settings, tenant, language }: Known,
  { password, twoFactorVerificationCode, rememberClient }: Credentials,
): Promise<TokenBearer | SecondFactorAsked | RegistrationResumed | Refusal> {
  const scope = parts.store.forTenant(attempt.tenantId)
  const found = await comparePassword(user?.password_hash, password)
  const matches = found !== 'none'
  const now = parts.clock.now()
  const wrong = refuse('invalidUserNameOrPassword')

  if (failures.locked) {
    await scope.write(async (tx) => {
      // Counted where nobody looks: the work is that of a wrong password, so that its time does not tell of the lock.
      const apart = { ...guess, place: `${guess.place} while locked`, isKnownDevice: true }
      await countFailure(tx, apart, settings, now)
      await keepAttempt(parts.clock, tx, attempt, LoginResult.lockedOut, user)
    })
    return wrong
  }
  // Who registered and has not proved the address is nobody yet: whether an address is free cannot be found out so.
  const isNobody = !user || (user.is_registering && !user.is_email_confirmed)
  if (isNobody || !matches) {
    const result = isNobody ? LoginResult.invalidUserNameOrEmailAddress : LoginResult.invalidPassword
    await scope.write(async (tx) => {
      await countFailure(tx, guess, settings, now)
      await keepAttempt(parts.clock, tx, attempt, result, user)
    })
    return wrong
  }
  if (!user.is_active) {
    await scope.write((tx) => keepAttempt(parts.clock, tx, attempt, LoginResult.userIsNotActive, user))
    return refuse('userIsNotActive', { userName: user.user_name })
  }
  if (!user.is_email_confirmed) {
    await scope.write((tx) =>
      keepAttempt(parts.clock, tx, attempt, LoginResult.userEmailIsNotConfirmed, user),
    )
    return refuse('userEmailIsNotConfirmed')
  }
  const provider = await scope.read((tx) => providerNeededBy(tx, user.id))
  if (provider !== undefined) {
    await scope.write((tx) =>
      keepAttempt(parts.clock, tx, attempt, LoginResult.failedForOtherReason, user, {
        refused: 'staffUseProvider',
      }),
    )
    return refuse('staffUseProvider', { provider })
  }
  // What an earlier release hashed as it was typed is found in every way to type it from now on.
  const rehashed = found === 'earlier' ? await hashPassword(password) : undefined
  const code = twoFactorVerificationCode ?? undefined
  return scope.write(async (tx) => {
    const factors = await secondFactorsOf(tx, user.id)
    if (factors.length > 0) {
      // Who has a passkey alone signs in with it: a code is of nothing.
      const typed = factors.includes('Authenticator') ? code : undefined
      const isAccepted = Boolean(typed) && (await parts.twoFactor.accept(tx, user.id, typed ?? ''))
      if (!isAccepted) {
        // The count of wrong guesses begins again with a whole sign-in alone: who knows the password guesses no code without end.
        if (typed) await countFailure(tx, guess, settings, now)
        const outcome = typed ? ({ refused: 'secondFactorWrong' } as const) : asked
        await keepAttempt(parts.clock, tx, attempt, LoginResult.failedForOtherReason, user, outcome)
        const guessed = { tenant, userId: user.id, language }
        return typed ? refuseCode(tx, parts.outbox, guessed) : { secondFactorOf: user.id, factors }
      }
    }
    if (rehashed)
      await tx.updateTable('users').set({ password_hash: rehashed }).where('id', '=', user.id).execute()
    await recordEntry(parts, tx, { attempt, guess, user })
    if (user.is_registering) {
      const of = { userId: user.id, securityStamp: user.security_stamp }
      const { token } = await parts.registrations.open(tx, attempt.tenantId, of)
      return { registrationOf: user.id, registrationToken: token }
    }
    return openSessionOf(parts, tx, { attempt, user, settings, rememberClient })
  })
}

/** By user name, else by e-mail address, in any letter case. */
function findUser(tx: Tx, typed: string) {
  const name = typed.toLowerCase()
  return selectEntering(tx)
    .where((eb) => eb.or([eb(sql`lower(user_name)`, '=', name), eb(sql`lower(email_address)`, '=', name)]))
    .orderBy(sql`lower(user_name) = ${name}`, 'desc')
    .limit(1)
    .executeTakeFirst()
}
