import { createHmac } from 'node:crypto'
import { writeAudit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../store/store.ts'

/** The attempts to sign in, as they are kept: a row of `login_attempts` and one of the audit trail. */

/** How an attempt ended: ABP's numbers, kept with every attempt. */
export const LoginResult = {
  success: 1,
  invalidUserNameOrEmailAddress: 2,
  invalidPassword: 3,
  userIsNotActive: 4,
  invalidTenancyName: 5,
  tenantIsNotActive: 6,
  userEmailIsNotConfirmed: 7,
  lockedOut: 9,
  /** The password was right, and the code of the second factor was missing or wrong; or a passkey or the identity provider was refused. */
  failedForOtherReason: 11,
} as const
export type LoginResult = (typeof LoginResult)[keyof typeof LoginResult]

/** An attempt to sign in, before it is known how it ends. */
export interface LoginAttempt {
  /** The call by which it is made. */
  readonly method: 'Authenticate' | 'AuthenticateByPasskey' | 'AuthenticateByProvider'
  readonly startedAt: number
  readonly tenantId: number
  /** As typed where there is such a firm, else hidden. */
  readonly tenancyName: string | null
  /** As typed where somebody has that name, else hidden: it may be a password in the wrong box. Of a passkey that of its owner. */
  readonly userName: string
  readonly clientIpAddress: string
  readonly browserInfo: string
}

/** What stands for a text that nobody may read: the same text gives the same, in any letter case. */
export const hider =
  (key: Uint8Array) =>
  (tenantId: number, typed: string): string =>
    `hmac-sha256:${createHmac('sha256', key).update(`${tenantId} ${typed.toLowerCase()}`).digest('base64url')}`

/** How the audit trail names the end of an attempt: as a refusal, or as what was remarked of it. */
export type Outcome = { readonly refused: string } | { readonly remark: string | undefined }

/** The password was right, and the code is the next step of every such sign-in: nothing was refused. */
export const asked: Outcome = { remark: 'second factor asked' }

const outcomeOf = (result: LoginResult): Outcome => {
  const [name = ''] = Object.entries(LoginResult).find(([, number]) => number === result) ?? []
  return result === LoginResult.success ? { remark: undefined } : { refused: name }
}

/** Persists the attempt and adds it to the audit trail. */
export async function keepAttempt(
  clock: Pick<Clock, 'now'>,
  tx: Tx,
  attempt: LoginAttempt,
  result: LoginResult,
  user?: { readonly id: number; readonly user_name: string },
  outcome: Outcome = outcomeOf(result),
): Promise<void> {
  const { method, startedAt, tenantId, tenancyName, userName, clientIpAddress, browserInfo } = attempt
  const ended = clock.now()
  await tx
    .insertInto('login_attempts')
    .values({
      tenant_id: tenantId,
      tenancy_name: tenancyName,
      user_id: user?.id ?? null,
      user_name_or_email_address: userName,
      client_ip_address: clientIpAddress,
      browser_info: browserInfo,
      result,
      creation_time: new Date(ended),
    })
    .execute()
  await writeAudit(tx, {
    tenantId,
    userId: user?.id ?? null,
    userName: user?.user_name ?? null,
    serviceName: 'TokenAuth',
    methodName: method,
    parameters: { userNameOrEmailAddress: userName, tenancyName },
    executionTime: new Date(startedAt),
    executionDuration: ended - startedAt,
    clientIpAddress,
    browserInfo,
    ...('refused' in outcome ? { exceptionMessage: outcome.refused } : { customData: outcome.remark }),
  })
}
