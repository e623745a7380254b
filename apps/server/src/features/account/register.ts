import { createHmac, randomUUID } from 'node:crypto'
import { type CallOutput, type CallRequest, isRefusal, type Refusal, refuse } from '@tradebook/contract'
import { TooManyRequests } from '../../http/errors.ts'
import type { CallContext, Handlers } from '../../http/handlers.ts'
import type { AuditedCall, AuditedWork, AuditedWrite } from '../../platform/audited-write.ts'
import { type Clock, LEAP_MS } from '../../platform/clock.ts'
import type { Keys } from '../../platform/keys.ts'
import type { MailOutbox } from '../../platform/mail-outbox.ts'
import { hashPassword, refusalOfPassword } from '../../platform/passwords.ts'
import type { Registration, Registrations } from '../../platform/registrations.ts'
import { settingsInForce } from '../../platform/settings.ts'
import { type FoundTenant, findTenant } from '../../platform/tenants.ts'
import { CODE_MINUTES, type CodeSubject, type VerificationCodes } from '../../platform/verification-codes.ts'
import { lockOfFirm } from '../../store/advisory-locks.ts'
import type { Store, Tx } from '../../store/store.ts'
import { freeName, isNameTaken, sweepUnproved } from './unproved-users.ts'

export interface RegisterParts {
  readonly store: Store
  readonly clock: Clock
  readonly keyFor: Keys
  readonly outbox: MailOutbox
  readonly registrations: Registrations
  readonly verificationCodes: VerificationCodes
  readonly auditedWrite: AuditedWrite
  /** Lets so many milliseconds pass. */
  readonly wait: (ms: number) => Promise<unknown>
}

type RegisterCalls = 'Account/Register' | 'Account/GetResendVerificationCode' | 'Account/VerifyAccount'
type Asked = CallRequest<'Account/Register'>

/** What becomes of a registration is answered after this time, whatever was done meanwhile. */
const ANSWERED_AFTER_MS = 400
/**
 * A person registers with a firm and proves the e-mail address by a code that is mailed there. An address that is
 * somebody's already gets the same answer as any other, with a token of which nothing comes; its owner is informed
 * by mail. Until the address is proved nobody signs in with the new user, so that a sign-in shows no difference
 * either, and anyone who registers with the address again takes the user's place.
 */
export function register(parts: RegisterParts): Handlers<RegisterCalls> {
  const { store, clock, outbox, registrations, verificationCodes } = parts
  const nameKey = parts.keyFor('name')

  return {
    async 'Account/Register'(asked, context) {
      const typed = asked.tenancyName?.trim()
      const tenant = await findTenant(store, typed ? { tenancyName: typed } : { id: context.tenantId })
      const refusal = await refusalOfFirm(tenant, typed ?? '')
      if (refusal || !tenant) return refusal ?? refuse('registrationClosed')
      const { name, surname, userName, emailAddress } = asked
      const names = {
        name,
        surname,
        userName,
        emailAddress,
        tenancyName: tenant.tenancyName,
        firm: tenant.name,
      }
      const passwordRefusal = refusalOfPassword(asked.password, names)
      if (passwordRefusal) return passwordRefusal
      const [answer] = await Promise.all([registered(tenant, asked, context), parts.wait(ANSWERED_AFTER_MS)])
      outbox.announce(tenant.id)
      return answer
    },

    async 'Account/GetResendVerificationCode'({ accessToken }, context) {
      const token = accessToken ?? context.bearer
      const registration = token === undefined ? undefined : await registrations.find(token)
      if (!registration) return refuse('registrationTokenInvalid')
      const { tenantId, person } = registration
      context.madeFor(tenantId, person)
      if (person?.isEmailVerified) return {}
      const tenant = await findTenant(store, { id: tenantId })
      await writeOf(registration, 'Account/GetResendVerificationCode', context, async (tx) => {
        await lock(tx, registration)
        const code = await verificationCodes.issue(tx, tenantId, subjectOf(registration))
        if (typeof code !== 'string') throw new TooManyRequests(code.waitSeconds)
        if (person && tenant) await mailCode(tx, tenant, person.userId, code, context)
      })
      outbox.announce(tenantId)
      return {}
    },

    async 'Account/VerifyAccount'({ accessToken, code }, context) {
      const registration = await registrations.find(accessToken)
      if (!registration) return refuse('registrationTokenInvalid')
      const { tenantId, person } = registration
      context.madeFor(tenantId, person)
      if (person?.isEmailVerified) return { verified: true }
      const outcome = await writeOf(
        registration,
        'Account/VerifyAccount',
        context,
        async (tx, _changed, failed) => {
          const held = await registrations.lock(tx, registration)
          if (!held) return refuse('registrationTokenInvalid')
          if (held.person?.isEmailVerified) return 'right'
          const checked = await verificationCodes.check(tx, tenantId, subjectOf(registration), code)
          if (checked === 'over') return refuse('verificationCodeOver')
          // The try is counted, so that its row is kept: as that of a refusal.
          if (checked === 'wrong') failed('verificationCodeWrong')
          if (checked === 'right' && person)
            await tx
              .updateTable('users')
              .set({ is_email_confirmed: true })
              .where('id', '=', person.userId)
              .execute()
          return checked
        },
      )
      return isRefusal(outcome) ? outcome : { verified: outcome === 'right' && person !== null }
    },
  }

  async function refusalOfFirm(tenant: FoundTenant | undefined, typed: string): Promise<Refusal | undefined> {
    if (!tenant) return refuse('noTenantWithName', { tenancyName: typed })
    if (!tenant.isActive) return refuse('tenantIsNotActive', { tenancyName: tenant.tenancyName })
    const isOpen = tenant.id !== 0 && (await settingsInForce(store, tenant.id, null)).registrationOpen
    return isOpen ? undefined : refuse('registrationClosed')
  }

  async function registered(
    tenant: FoundTenant,
    asked: Asked,
    context: CallContext,
  ): Promise<CallOutput<'Account/Register'> | Refusal> {
    // Hashed before it is known whether it will be kept: the work is the same.
    const passwordHash = await hashPassword(asked.password)
    return parts.auditedWrite(callOf(tenant.id, 'Account/Register', audited(asked), null, context), (tx) =>
      add(tx, tenant, asked, passwordHash, context),
    )
  }

  async function add(
    tx: Tx,
    tenant: FoundTenant,
    asked: Asked,
    passwordHash: string,
    context: CallContext,
  ): Promise<CallOutput<'Account/Register'> | Refusal> {
    const { id: tenantId } = tenant
    const now = clock.now()
    await sweepUnproved(tx, now)
    const { userName } = asked
    const email = asked.emailAddress.toLowerCase()
    // Two registrations of one name or address take their turn.
    await lockOfFirm(tx, 'registration', tenantId)
    const owner = await tx
      .selectFrom('users')
      .select([
        'id',
        'user_name',
        'name',
        'email_address',
        'is_email_confirmed',
        'is_registering',
        'is_active',
      ])
      .where((eb) => eb(eb.fn('lower', ['email_address']), '=', email))
      .where('deletion_time', 'is', null)
      // Who proves the address at this moment goes first, and is not replaced any more.
      .forNoKeyUpdate()
      .executeTakeFirst()
    await freeName(tx, userName, email, now)
    const isReplaced = owner?.is_registering === true && !owner.is_email_confirmed
    const emailDigest = createHmac('sha256', nameKey).update(`${tenantId} ${email}`).digest()
    const isOwnName = userName.toLowerCase() === email
    const except = isReplaced ? owner.id : null
    const isTaken = await isNameTaken(tx, userName, { emailDigest, except, now })
    if (isTaken && !isOwnName) return refuse('userNameTaken', { userName })

    if ((owner && !isReplaced) || isTaken) {
      const { id, token } = await registrations.open(tx, tenantId, { userName, emailDigest })
      await verificationCodes.issue(tx, tenantId, `registration ${id}`)
      if (owner?.is_active && (await mayInform(tx, owner.id)))
        await outbox.add(
          tx,
          { tenantId, userId: owner.id, emailAddress: owner.email_address, language: context.culture },
          'alreadyRegistered',
          { name: owner.name, userName: owner.user_name, firm: tenant.name },
        )
      return { canLogin: false, accessToken: token }
    }

    const securityStamp = randomUUID()
    const values = {
      ...{ user_name: userName, name: asked.name, surname: asked.surname, email_address: asked.emailAddress },
      ...{
        phone_number: asked.phoneNumber ?? null,
        password_hash: passwordHash,
        security_stamp: securityStamp,
      },
      ...{ is_email_confirmed: false, is_registering: true, creation_time: new Date(now) },
    }
    const { id: userId } = isReplaced
      ? await tx
          .updateTable('users')
          .set(values)
          .where('id', '=', owner.id)
          .returning('id')
          .executeTakeFirstOrThrow()
      : await tx
          .insertInto('users')
          .values({ tenant_id: tenantId, ...values })
          .returning('id')
          .executeTakeFirstOrThrow()
    const { token } = await registrations.open(tx, tenantId, { userId, securityStamp })
    const code = await verificationCodes.issue(tx, tenantId, `user ${userId}`)
    // Who registers again and again is mailed no more than anyone who asks for another code.
    if (typeof code === 'string') await mailCode(tx, tenant, userId, code, context)
    return { canLogin: false, accessToken: token }
  }

  /** Whether the owner of an address may be informed again: once a minute, five times an hour. */
  async function mayInform(tx: Tx, userId: number): Promise<boolean> {
    const since = (ms: number) => new Date(clock.now() - ms)
    const recent = await tx
      .selectFrom('mails')
      .select('creation_time')
      .where('user_id', '=', userId)
      .where('template', '=', 'alreadyRegistered')
      .where('creation_time', '>', since(3_600_000))
      .where('creation_time', '<=', since(-LEAP_MS))
      .execute()
    return recent.length < 5 && recent.every(({ creation_time }) => creation_time <= since(60_000))
  }

  async function mailCode(
    tx: Tx,
    tenant: FoundTenant,
    userId: number,
    code: string,
    { culture }: CallContext,
  ): Promise<void> {
    const { name, email_address: emailAddress } = await tx
      .selectFrom('users')
      .select(['name', 'email_address'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    const to = { tenantId: tenant.id, userId, emailAddress, language: culture }
    await outbox.add(tx, to, 'verificationCode', { name, firm: tenant.name, code, minutes: CODE_MINUTES })
  }

  function writeOf<T>(
    { tenantId, person }: Registration,
    name: RegisterCalls,
    context: CallContext,
    work: AuditedWork<T>,
  ): Promise<T> {
    return parts.auditedWrite(callOf(tenantId, name, {}, person, context), work)
  }
}

/** Requests for one registration take their turn. */
const lock = (tx: Tx, { id }: Registration): Promise<unknown> =>
  tx.selectFrom('registrations').select('id').where('id', '=', id).forUpdate().execute()

const subjectOf = ({ id, person }: Registration): CodeSubject =>
  person ? `user ${person.userId}` : `registration ${id}`

/** What the audit trail keeps of a registration: what nobody has yet may be a password in the wrong box. */
const audited = ({ userName, name, surname }: Asked) => ({ userName, name, surname })

const callOf = (
  tenantId: number,
  name: RegisterCalls,
  parameters: object,
  caller: AuditedCall['caller'],
  { clientIpAddress, browserInfo }: CallContext,
): AuditedCall => ({ tenantId, caller, name, parameters, clientIpAddress, browserInfo })
