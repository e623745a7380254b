import type { FirmSettings } from '@tradebook/contract'
import type { Clock } from '../../platform/clock.ts'
import { rolesOf } from '../../platform/session-rows.ts'
import type { Sessions, SignedIn } from '../../platform/sessions.ts'
import { forgetFailures, type Guess } from '../../platform/sign-in-failures.ts'
import type { TokenBearer } from '../../platform/tokens.ts'
import type { Tx } from '../../store/store.ts'
import { keepAttempt, type LoginAttempt, LoginResult } from './login-attempts.ts'
import { forgetWrongCodes } from './wrong-codes.ts'

/** What happens once somebody has proved who they are, by password and second factor, by a passkey or at the identity provider of the firm. */

/** The users of the firm, as far as a sign-in asks about them. */
export const selectEntering = (tx: Tx) =>
  tx
    .selectFrom('users')
    .select(['id', 'user_name', 'password_hash', 'security_stamp'])
    .select(['is_active', 'is_email_confirmed', 'is_registering'])
    .where('deletion_time', 'is', null)

export type EnteringUser = NonNullable<
  Awaited<ReturnType<ReturnType<typeof selectEntering>['executeTakeFirst']>>
>

export interface EnteringParts {
  readonly sessions: Pick<Sessions, 'open'>
  readonly clock: Clock
}

/** Keeps that the user signed in: wrong passwords of the place and wrong codes are counted again, where the sign-in was here. */
export async function recordEntry(
  { clock }: EnteringParts,
  tx: Tx,
  { attempt, guess, user }: { attempt: LoginAttempt; guess?: Guess; user: EnteringUser },
): Promise<void> {
  if (guess) {
    await forgetWrongCodes(tx, user.id)
    await forgetFailures(tx, guess)
  }
  await tx
    .updateTable('users')
    .set({ last_login_time: new Date(clock.now()) })
    .where('id', '=', user.id)
    .execute()
  await keepAttempt(clock, tx, attempt, LoginResult.success, user)
}

const HOUR_S = 3_600
const DAY_S = 24 * HOUR_S

/** Opens the session of the user. */
export async function openSessionOf(
  { sessions }: EnteringParts,
  tx: Tx,
  of: {
    readonly attempt: LoginAttempt
    readonly user: EnteringUser
    readonly settings: FirmSettings
    readonly rememberClient: boolean
    readonly provider?: SignedIn['provider']
  },
): Promise<TokenBearer> {
  const { tenantId, clientIpAddress, browserInfo } = of.attempt
  const { id: userId, security_stamp: securityStamp, user_name: userName } = of.user
  const { rememberDays, sessionHours } = of.settings
  const seconds = of.rememberClient ? rememberDays * DAY_S : sessionHours * HOUR_S
  const signedIn = { tenantId, userId, securityStamp, clientIpAddress, browserInfo, seconds }
  const { provider } = of
  const sessionId = await sessions.open(tx, { ...signedIn, ...(provider && { provider }) })
  return { sessionId, tenantId, userId, userName, securityStamp, seconds, roles: await rolesOf(tx, userId) }
}
