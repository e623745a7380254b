import { randomBytes } from 'node:crypto'
import {
  isRefusal,
  isStorableText,
  lagosDate,
  type Permission,
  type Refusal,
  refuse,
} from '@tradebook/contract'
import { emailAddress, personName } from '@tradebook/contract/schemas/identity'
import { sql } from 'kysely'
import { writeAudit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { IdentityProvider } from '../../platform/identity-providers.ts'
import { approvalRulesOf, isRightOfTwo, recordInfluences } from '../../platform/influences.ts'
import { hashPassword } from '../../platform/passwords.ts'
import type { Claims } from '../../platform/provider-client.ts'
import { grantsOf, rolesOf } from '../../platform/session-rows.ts'
import { lockGrants, refusalOfGrants } from '../../platform/user-administrators.ts'
import { isNameOfAnother, newUserName } from '../../platform/user-names.ts'
import type { Store, Tx } from '../../store/store.ts'
import { giveRoles, insertUser } from '../../store/users.ts'
import { type EnteringUser, selectEntering } from './entering.ts'
import type { LoginAttempt } from './login-attempts.ts'

/** A person from a provider, and the rules of the firm that apply. */
interface Arrival {
  readonly provider: IdentityProvider
  readonly claims: Claims
  readonly rules: Awaited<ReturnType<typeof approvalRulesOf>>
  readonly attempt: LoginAttempt
}

/** A user according to the provider; with a refusal if that user may not sign in. */
interface Brought {
  readonly user?: EnteringUser | undefined
  readonly refusal?: Refusal
}

/** Customers keep what they have: a provider neither gives nor removes this role. */
const CUSTOMER = 'CUSTOMER'

/**
 * The users that a provider brings: found by issuer and subject, which alone name a person for ever; else linked by an
 * address that both sides have proved; else created. Their roles are those that their groups give at this sign-in.
 *
 * The administrator who chose the provider counts as the one who created these users, and with those who gave the groups their
 * roles as one who gave them their rights (decision 212).
 */
export function openProviderUsers({ store, clock }: { readonly store: Store; readonly clock: Clock }) {
  async function bring(tx: Tx, arrival: Arrival): Promise<Brought> {
    const { provider, claims } = arrival
    await lockGrants(tx)
    const given = await rolesGiven(tx, groupsIn(claims[provider.groupsClaim]))
    const user = await linkedUser(tx, arrival)
    if (user && !user.isHere)
      return { user, refusal: refuse('userIsNotActive', { userName: user.user_name }) }
    if (user) return withRoles(tx, arrival, user, given)
    if (given.length === 0) return { refusal: refuse('providerGivesNoRole', { provider: provider.name }) }
    const found = await userByProvedAddress(tx, arrival)
    if (isRefusal(found)) return { refusal: found }
    if (found) {
      await link(tx, arrival, found.id, 'password')
      return withRoles(tx, arrival, found, given)
    }
    const created = await create(tx, arrival)
    if (isRefusal(created)) return { refusal: created }
    await link(tx, arrival, created.id, 'created')
    return withRoles(tx, arrival, created, given, true)
  }

  /** Including a deleted or deactivated one: that person is not created again. */
  async function linkedUser(tx: Tx, { provider: { issuer }, claims: { sub } }: Arrival) {
    const row = await tx
      .selectFrom('provider_subjects')
      .innerJoin('users', 'users.id', 'provider_subjects.user_id')
      .select(['users.id', 'user_name', 'password_hash', 'security_stamp'])
      .select(['is_active', 'is_email_confirmed', 'is_registering', 'deletion_time'])
      .where('issuer', '=', issuer)
      .where('subject', '=', sub)
      .executeTakeFirst()
    return row && { ...row, isHere: row.is_active && row.deletion_time === null }
  }

  /**
   * The one of the firm's staff with the address that the provider has verified, whose owner has proved it here, too.
   * A customer is not linked, and neither is a user with individual rights or accounts: groups do not give these.
   */
  async function userByProvedAddress(
    tx: Tx,
    { provider: { issuer }, claims }: Arrival,
  ): Promise<EnteringUser | Refusal | undefined> {
    const [name, address] = [text(claims.preferred_username).toLowerCase(), text(claims.email).toLowerCase()]
    const same = await selectEntering(tx)
      .select((eb) => [
        eb.fn('lower', ['email_address']).as('address'),
        eb
          .exists(
            sql`(SELECT FROM user_permissions g WHERE g.tenant_id = users.tenant_id AND g.user_id = users.id)`,
          )
          .as('hasRights'),
        eb
          .exists(
            sql`(SELECT FROM user_trading_accounts g WHERE g.tenant_id = users.tenant_id AND g.user_id = users.id)`,
          )
          .as('hasAccounts'),
        eb
          .exists(
            sql`(SELECT FROM provider_subjects g WHERE g.tenant_id = users.tenant_id AND g.user_id = users.id AND issuer = ${issuer})`,
          )
          .as('isLinked'),
        eb
          .exists(
            sql`(SELECT FROM identity_providers g WHERE g.tenant_id = users.tenant_id AND g.emergency_user_id = users.id)`,
          )
          .as('isEmergency'),
      ])
      .where((eb) =>
        eb.or([eb(sql`lower(user_name)`, '=', name), eb(sql`lower(email_address)`, '=', address)]),
      )
      .execute()
    if (same.length === 0) return undefined
    const [user] = same
    const roles = user ? await rolesOf(tx, user.id) : []
    const isStaff = roles.length > 0 && !roles.includes(CUSTOMER)
    const isProved = claims.email_verified === true && user?.address === address && user.is_email_confirmed
    const isOwn = user && (user.hasRights || user.hasAccounts || user.isLinked || user.isEmergency)
    if (same.length === 1 && isStaff && isProved && user?.is_active && !user.is_registering && !isOwn)
      return user
    return refuse('providerUserTaken', {
      userName: text(claims.preferred_username),
      emailAddress: text(claims.email),
    })
  }

  async function create(tx: Tx, { provider, claims }: Arrival): Promise<EnteringUser | Refusal> {
    const email = emailAddress.safeParse(claims.email)
    if (!email.success) return refuse('providerAnswerInvalid', { provider: provider.name, reason: 'email' })
    const userName = newUserName({ userName: text(claims.preferred_username) || email.data })
    if (isRefusal(userName)) return userName
    if (await isNameOfAnother(tx, userName))
      return refuse('providerUserTaken', { userName, emailAddress: email.data })
    const [first = '', ...others] = text(claims.name).split(' ')
    const named = (claim: unknown, ...fallbacks: readonly string[]): string =>
      [text(claim), ...fallbacks].find((each) => personName.safeParse(each).success) ?? '-'
    const id = await insertUser(
      tx,
      provider.tenantId,
      {
        ...{ userName, emailAddress: email.data },
        name: named(claims.given_name, first, userName.slice(0, 64)),
        surname: named(claims.family_name, others.join(' '), first),
        isEmailConfirmed: claims.email_verified === true,
      },
      // Nobody knows it: the user signs in at the provider.
      await hashPassword(randomBytes(32).toString('base64url')),
    )
    return selectEntering(tx).where('id', '=', id).executeTakeFirstOrThrow()
  }

  async function link(
    tx: Tx,
    { provider: { tenantId, issuer, changedBy: byId }, claims: { sub: subject } }: Arrival,
    userId: number,
    kind: 'created' | 'password',
  ): Promise<void> {
    const at = clock.now()
    await tx
      .insertInto('provider_subjects')
      .values({ tenant_id: tenantId, issuer, subject, user_id: userId, linked_at: new Date(at) })
      .execute()
    await recordInfluences(tx, [{ tenantId, userId, byId, kind, at }])
  }

  /** Gives a user the roles of the groups, and no others; the firm keeps an administrator of users. */
  async function withRoles(
    tx: Tx,
    arrival: Arrival,
    user: EnteringUser,
    given: readonly GivenRole[],
    isNew = false,
  ): Promise<Brought> {
    const { provider } = arrival
    const { tenantId } = provider
    const had = await rolesHeld(tx, user.id)
    const kept = had.filter(({ name }) => name === CUSTOMER).map(({ id }) => id)
    const rightsBefore = await grantsOf(tx, tenantId, user.id)
    const wanted = [...new Set([...given.map(({ roleId }) => roleId), ...kept])].sort(
      (one, other) => one - other,
    )
    if (isNew || wanted.join() !== had.map(({ id }) => id).join()) {
      await replaceRoles(tx, tenantId, user.id, wanted)
      const refusal = await refusalOfGrants(tx)
      if (refusal) {
        await replaceRoles(
          tx,
          tenantId,
          user.id,
          had.map(({ id }) => id),
        )
        return { user, refusal }
      }
      const gained = (await grantsOf(tx, tenantId, user.id)).filter((right) => !rightsBefore.includes(right))
      if (gained.length > 0) await recordRights(tx, arrival, user, given, gained)
      await audit(tx, arrival, user, { before: isNew ? null : had, after: await rolesHeld(tx, user.id) })
    }
    if (given.length > 0) return { user }
    return { user, refusal: refuse('providerGivesNoRole', { provider: provider.name }) }
  }

  async function recordRights(
    tx: Tx,
    { provider: { tenantId, changedBy, claimBy }, rules }: Arrival,
    { id: userId }: EnteringUser,
    given: readonly GivenRole[],
    gained: readonly Permission[],
  ): Promise<void> {
    const mayApproveNow = gained.some(isRightOfTwo)
    const kind = mayApproveNow ? ('postingRight' as const) : ('rights' as const)
    const awaitsSecond = rules.approversByTwo && mayApproveNow
    // An administrator who gave a group only rights that the user already had does not count.
    const giving = await rolesWithAny(tx, given, gained)
    const givers = [...new Set([changedBy, claimBy, ...giving.map(({ setBy }) => setBy)])]
    await recordInfluences(
      tx,
      givers.map((byId) => ({ tenantId, userId, byId, kind, at: clock.now(), awaitsSecond })),
    )
  }

  const audit = (
    tx: Tx,
    { provider, claims, attempt }: Arrival,
    user: EnteringUser,
    { before, after }: { readonly before: readonly Role[] | null; readonly after: readonly Role[] },
  ): Promise<void> => {
    const namesOf = (roles: readonly Role[]) => roles.map(({ name }) => name)
    return writeAudit(tx, {
      ...{ tenantId: provider.tenantId, userId: user.id, userName: user.user_name },
      ...{ serviceName: 'User', methodName: 'UpdateByProvider' },
      parameters: { provider: provider.name, groups: groupsIn(claims[provider.groupsClaim]) },
      ...{ executionTime: new Date(attempt.startedAt), executionDuration: clock.now() - attempt.startedAt },
      ...{ clientIpAddress: attempt.clientIpAddress, browserInfo: attempt.browserInfo },
      changes: [
        {
          ...{ entity: 'User', id: String(user.id) },
          before: before && { roleNames: namesOf(before) },
          after: { ...(before ? {} : { userName: user.user_name }), roleNames: namesOf(after) },
        },
      ],
    })
  }

  return { rulesOf: (tenantId: number) => approvalRulesOf(store, tenantId, lagosDate(clock.now())), bring }
}

interface Role {
  readonly id: number
  readonly name: string
}

const rolesHeld = (tx: Tx, userId: number): Promise<Role[]> =>
  tx
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .select(['roles.id', 'roles.name'])
    .where('user_id', '=', userId)
    .orderBy('roles.id')
    .execute()

async function replaceRoles(tx: Tx, tenantId: number, userId: number, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('user_roles').where('user_id', '=', userId).execute()
  await giveRoles(tx, tenantId, userId, ids)
}

/** A role that a group gives, and the administrator who allowed that. */
interface GivenRole {
  readonly roleId: number
  readonly setBy: number
}

async function rolesGiven(tx: Tx, groups: readonly string[]): Promise<GivenRole[]> {
  if (groups.length === 0) return []
  return tx
    .selectFrom('provider_groups')
    .innerJoin('roles', 'roles.id', 'provider_groups.role_id')
    .select(['role_id as roleId', 'set_by as setBy'])
    .where('group_name', '=', sql<string>`ANY (${[...groups]}::text[])`)
    .where('roles.name', '<>', CUSTOMER)
    .where('roles.deletion_time', 'is', null)
    .execute()
}

/** Those of some roles that have any of the rights. */
async function rolesWithAny(
  tx: Tx,
  roles: readonly GivenRole[],
  rights: readonly Permission[],
): Promise<GivenRole[]> {
  if (roles.length === 0) return []
  const rows = await tx
    .selectFrom('role_permissions')
    .select('role_id')
    .distinct()
    .where(
      'role_id',
      'in',
      roles.map(({ roleId }) => roleId),
    )
    .where('permission', 'in', [...rights])
    .execute()
  return roles.filter(({ roleId }) => rows.some(({ role_id }) => role_id === roleId))
}

/** The names of groups in a claim: several texts, or one. */
const groupsIn = (claim: unknown): string[] =>
  [claim].flat().filter((each): each is string => typeof each === 'string' && isStorableText(each))

const text = (claim: unknown): string =>
  typeof claim === 'string' && isStorableText(claim) ? claim.trim().slice(0, 256) : ''
