import { createHmac } from 'node:crypto'
import { type CallRequest, type Refusal, refuse } from '@tradebook/contract'
import type { CallContext } from '../../http/handlers.ts'
import type { AfterAnswers } from '../../platform/after-answers.ts'
import { writeAudit } from '../../platform/audit.ts'
import { type Clock, LEAP_MS } from '../../platform/clock.ts'
import { recordLinkUsed } from '../../platform/influences.ts'
import type { Keys } from '../../platform/keys.ts'
import {
  changePassword,
  findPasswordOwner,
  type PasswordChangeParts,
  type PasswordOwner,
  recipientOf,
} from '../../platform/password-change.ts'
import { addPasswordLink, digestOf, type PasswordLinkParts } from '../../platform/password-links.ts'
import { hashPassword, refusalOfPassword } from '../../platform/passwords.ts'
import { type FoundTenant, findTenant } from '../../platform/tenants.ts'
import type { Tx } from '../../store/store.ts'

export interface PasswordResetParts extends PasswordChangeParts, PasswordLinkParts {
  readonly clock: Clock
  readonly keyFor: Keys
  readonly afterAnswers: AfterAnswers
}

const LINK_MINUTES = 30
const MINUTE_MS = 60_000
/**
 * Mails that one user is sent at most, no matter who asks for them. Beyond those of an hour one is sent where no
 * earlier link serves for long enough: what others ask for leaves the owner with a link at any time.
 */
const MAILS_A_MINUTE = 1
const MAILS_AN_HOUR = 5
const LONG_ENOUGH_MS = 15 * MINUTE_MS

type Asked = CallRequest<'Account/PasswordReset'>

/**
 * A forgotten password is replaced in two steps: an e-mail address is sent a link, and the link with a new
 * password replaces the old one. The first step answers before it looks whether the address is
 * anybody's, so that neither the answer nor its time tells. The second proves who asks by the link alone, so that it signs nobody in: sign-in
 * asks for the second factor as ever.
 */
export function openPasswordReset(parts: PasswordResetParts) {
  const { store, clock, outbox } = parts
  const nameKey = parts.keyFor('name')

  return ({ emailAddress = '', tenancyName, resetToken, newPassword }: Asked, context: CallContext) =>
    resetToken !== undefined && newPassword !== undefined
      ? setPassword({ resetToken, newPassword }, context)
      : requestLink({ emailAddress, tenancyName: tenancyName?.trim() || null }, context)

  async function requestLink(
    { emailAddress, tenancyName }: { emailAddress: string; tenancyName: string | null },
    context: CallContext,
  ): Promise<true | Refusal> {
    const tenant = await findTenant(store, tenancyName ? { tenancyName } : { id: context.tenantId })
    const sendLink = async () => {
      await store.forTenant(tenant?.id ?? 0).write(async (tx) => {
        const owner = tenant?.isActive
          ? await findPasswordOwner(tx, tenant, { emailAddress: emailAddress.trim() })
          : undefined
        const isSent =
          owner !== undefined && tenant !== undefined && (await addLink(tx, owner, tenant, context))
        // What nobody's address is may be a password in the wrong box.
        const shown = owner?.names.emailAddress ?? hidden(emailAddress)
        await keep(tx, context, {
          tenantId: tenant?.id ?? 0,
          owner,
          parameters: { emailAddress: shown, isSent },
        })
      })
      outbox.announce(tenant?.id ?? 0)
    }
    return parts.afterAnswers.add(sendLink) || refuse('busy')
  }

  /** Adds a link and its mail, unless the user was sent as many as may be. Answers whether it did. */
  async function addLink(
    tx: Tx,
    owner: PasswordOwner,
    tenant: FoundTenant,
    context: CallContext,
  ): Promise<boolean> {
    const { tenantId, userId, names } = owner
    const now = clock.now()
    // Requests for one user take their turn, so that many at once are sent no more than one after the other.
    await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
    const since = (ms: number) => new Date(now - ms)
    const recent = await tx
      .selectFrom('password_resets')
      .select(['creation_time', 'expires_at', 'used_at'])
      .where('user_id', '=', userId)
      .where('creation_time', '>', since(60 * MINUTE_MS))
      // What is of a time to come was made while the clock was ahead.
      .where('creation_time', '<=', since(-LEAP_MS))
      .execute()
    const lastMinute = recent.filter(({ creation_time }) => creation_time > since(MINUTE_MS))
    const hasLink = recent.some(
      ({ expires_at, used_at }) => used_at === null && expires_at.getTime() >= now + LONG_ENOUGH_MS,
    )
    const isEnough = recent.length >= MAILS_AN_HOUR && hasLink
    if (lastMinute.length >= MAILS_A_MINUTE || isEnough) return false
    const { tenancyName } = tenant
    const link = await addPasswordLink(tx, parts, { tenantId, userId, tenancyName }, LINK_MINUTES * MINUTE_MS)
    const { name, userName } = names
    await outbox.add(tx, recipientOf(owner, context.culture), 'passwordReset', {
      ...{ name, userName, firm: names.firm, minutes: LINK_MINUTES, link },
    })
    return true
  }

  async function setPassword(
    { resetToken, newPassword }: { resetToken: string; newPassword: string },
    context: CallContext,
  ): Promise<true | Refusal> {
    const [, tenantId, secret] = TOKEN.exec(resetToken) ?? []
    const tenant = tenantId === undefined ? undefined : await findTenant(store, { id: Number(tenantId) })
    // Who tries a link of the firm is in the trail of that firm.
    if (tenant) context.madeFor(tenant.id, null)
    if (!tenant?.isActive || secret === undefined) return refuse('resetLinkInvalid')
    const scope = store.forTenant(tenant.id)
    const digest = digestOf(secret)
    const owner = await scope.read(async (tx) => {
      const row = await serving(tx, digest).executeTakeFirst()
      return row && findPasswordOwner(tx, tenant, { userId: row.user_id })
    })
    if (!owner) return refuse('resetLinkInvalid')
    const refusal = refusalOfPassword(newPassword, owner.names)
    if (refusal) return refusal

    const passwordHash = await hashPassword(newPassword)
    const language = context.culture
    return changePassword(parts, { owner, passwordHash, language }, (work) =>
      scope.write(async (tx) => {
        // Asked again under the user's lock: of two requests with one link the second finds it used.
        await tx.selectFrom('users').select('id').where('id', '=', owner.userId).forUpdate().execute()
        if (!(await serving(tx, digest).executeTakeFirst())) throw new LinkUsed()
        // Only who reads the mailbox has the link: who registers need not prove the address by a code as well.
        await tx
          .updateTable('users')
          .set({ is_email_confirmed: true })
          .where('id', '=', owner.userId)
          .execute()
        await recordLinkUsed(tx, { tenantId: tenant.id, userId: owner.userId, at: clock.now() })
        await keep(tx, context, { tenantId: tenant.id, owner, parameters: {} })
        return work(tx)
      }),
    ).then(
      () => true,
      (error: unknown) => {
        if (error instanceof LinkUsed) return refuse('resetLinkInvalid')
        throw error
      },
    )
  }

  /** The link of a digest, while it serves. */
  function serving(tx: Tx, digest: Buffer) {
    return tx
      .selectFrom('password_resets')
      .select('user_id')
      .where('digest', '=', digest)
      .where('used_at', 'is', null)
      .where('expires_at', '>', new Date(clock.now()))
  }

  function hidden(typed: string): string {
    return `hmac-sha256:${createHmac('sha256', nameKey).update(typed.trim().toLowerCase()).digest('base64url')}`
  }

  async function keep(
    tx: Tx,
    { clientIpAddress, browserInfo }: CallContext,
    {
      tenantId,
      owner,
      parameters,
    }: { tenantId: number; owner: PasswordOwner | undefined; parameters: object },
  ): Promise<void> {
    await writeAudit(tx, {
      ...{ tenantId, userId: owner?.userId ?? null, userName: owner?.names.userName ?? null },
      ...{ serviceName: 'Account', methodName: 'PasswordReset', parameters },
      ...{ executionTime: new Date(clock.now()), executionDuration: 0, clientIpAddress, browserInfo },
    })
  }
}

/** The firm, and the link's random bytes in the one spelling that they are written in. */
const TOKEN = /^(\d{1,9})\.([\w-]{42}[AEIMQUYcgkosw048])$/

/** The link was used by another request meanwhile. */
class LinkUsed extends Error {}
