import { randomBytes } from 'node:crypto'
import { type CallRequest, isRefusal, type Refusal, refuse, type UserRow } from '@tradebook/contract'
import type { CallContext, Handlers } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import { invite } from '../../platform/invitations.ts'
import type { PasswordChangeParts } from '../../platform/password-change.ts'
import { type PasswordLinkParts, voidPasswordLinks } from '../../platform/password-links.ts'
import { hashPassword, refusalOfPassword } from '../../platform/passwords.ts'
import { findTenant } from '../../platform/tenants.ts'
import type { TwoFactor } from '../../platform/two-factor.ts'
import { isNameOfAnother, newUserName } from '../../platform/user-names.ts'
import { readPage } from '../../store/list-rows.ts'
import { rowOrder } from '../../store/row-order.ts'
import type { Tx } from '../../store/store.ts'
import { filtered } from '../../store/stored-list.ts'
import { insertUser, unlessTaken } from '../../store/users.ts'
import { changeGrants, type OwnRights } from './grants.ts'
import { selectRoles, toRoleRow } from './roles.ts'
import { addressChange } from './user-address.ts'
import { holdsMore, noGrants, replaceGrants } from './user-grants.ts'
import { rightsOfTwo, userInfluences } from './user-influences.ts'
import { selectUsers, storedUsers, toUserRow, userChange, userOf } from './user-rows.ts'
import { userSignIn } from './user-sign-in.ts'

export interface UsersParts extends PasswordChangeParts, PasswordLinkParts {
  readonly clock: PasswordChangeParts['clock']
  readonly twoFactor: TwoFactor
}

type UserCalls = Exclude<keyof Handlers<`User/${string}`>, 'User/ChangeLanguage'>

/** By this name a firm's first administrator is known. */
const ADMIN = 'admin'

/** The users of a firm, what they are granted, and whether they may sign in. */
export function users(parts: UsersParts): Handlers<UserCalls> {
  const { store, sessions, outbox, clock } = parts
  const influences = userInfluences(parts)
  /** A session that is being opened meanwhile has the earlier stamp: it holds neither now nor when the user is active again. */
  const inactive = () => ({ is_active: false, security_stamp: clock.newId() })

  return {
    ...userSignIn(parts),
    'User/ConfirmRights': influences.confirm,

    'User/Create': async (asked, context) => {
      const { tenantId } = context.caller
      const { password, emailAddress } = asked
      const userName = newUserName(asked)
      if (isRefusal(userName)) return userName
      const tenant = await findTenant(store, { id: tenantId })
      if (!tenant) throw new Error('the firm of a session no longer exists')
      const { tenancyName, name: firm } = tenant
      const refusal = password ? refusalOfPassword(password, { ...asked, tenancyName, firm }) : undefined
      if (refusal) return refusal
      // Until the link is followed nobody knows the password.
      const passwordHash = await hashPassword(password ?? randomBytes(32).toString('base64url'))
      const by = await influences.ruled(context.caller)
      const created = await unlessTaken(
        context.write((tx, recordChange) =>
          changeGrants(tx, context.caller, async (own) => {
            if (await isNameOfAnother(tx, userName)) return refuse('userNameTaken', { userName })
            const userId = await insertUser(
              tx,
              tenantId,
              { ...asked, userName, mustChangePassword: Boolean(password) },
              passwordHash,
            )
            const refused = await replaceGrants(tx, { tenantId, userId }, noGrants, asked, own)
            if (refused) return refused
            if (!password) {
              const to = { tenantId, userId, emailAddress, language: context.culture }
              await invite(tx, parts, to, { name: asked.name, userName, firm, tenancyName })
            }
            const user = await userOf(tx, userId, clock.now())
            if (isRefusal(user)) return user
            await influences.made(tx, by, user)
            recordChange(userChange(userId, null, user))
            return userOf(tx, userId, clock.now())
          }),
        ),
        { userName, emailAddress },
      )
      outbox.announce(tenantId)
      return created
    },

    'User/Update': async ({ id, ...asked }, context) => {
      const address = await addressChange(parts, { id, ...asked }, context)
      const result = await changed(
        context,
        id,
        async (tx, { user, own, endSessions }) => {
          const isActive = asked.isActive ?? user.isActive
          // The name that a user has stays, however it is written.
          const userName = asked.userName === user.userName ? user.userName : newUserName(asked)
          if (isRefusal(userName)) return userName
          if (userName !== user.userName && (await isNameOfAnother(tx, userName, id)))
            return refuse('userNameTaken', { userName })
          if (isAdmin(user) && userName !== user.userName) return refuse('adminIsKept')
          if (!isActive && isOneself(user, context)) return refuse('userIsOneself')
          const refused = await replaceGrants(
            tx,
            { tenantId: context.caller.tenantId, userId: id },
            user,
            asked,
            own,
          )
          if (refused) return refused
          // Also where another change of the address came between.
          const isMoved = asked.emailAddress !== user.emailAddress
          if (isMoved && !address) return refuse('ownPasswordNeeded')
          if (isMoved && address?.refusal) return address.refusal
          await tx
            .updateTable('users')
            .set({ ...columnsOf({ ...asked, userName }), ...(isActive ? { is_active: true } : inactive()) })
            .where('id', '=', id)
            .execute()
          // A link that went to the earlier address is of no use to anyone who reads it.
          if (isMoved) await voidPasswordLinks(tx, id, clock.now())
          if (isMoved) await address?.inform(tx)
          if (!isActive) await endSessions(tx)
          return userOf(tx, id, clock.now())
        },
        asked,
      )
      outbox.announce(context.caller.tenantId)
      return result
    },

    'User/Delete': async ({ id }, context) =>
      changed(context, id, async (tx, { user, endSessions }) => {
        if (isAdmin(user)) return refuse('adminIsKept')
        if (isOneself(user, context)) return refuse('userIsOneself')
        // First, so that what an account request gives meanwhile is there to be taken away.
        await tx
          .updateTable('users')
          .set({ deletion_time: new Date(clock.now()), ...inactive() })
          .where('id', '=', id)
          .execute()
        for (const table of ['user_roles', 'user_permissions', 'user_trading_accounts'] as const)
          await tx.deleteFrom(table).where('user_id', '=', id).execute()
        await voidPasswordLinks(tx, id, clock.now())
        await endSessions(tx)
        return null
      }),

    'User/Activate': async ({ id }, context) =>
      changed(context, id, async (tx) => {
        await tx.updateTable('users').set({ is_active: true }).where('id', '=', id).execute()
        return null
      }),

    'User/DeActivate': async ({ id }, context) =>
      changed(context, id, async (tx, { user, endSessions }) => {
        if (isOneself(user, context)) return refuse('userIsOneself')
        await tx.updateTable('users').set(inactive()).where('id', '=', id).execute()
        await endSessions(tx)
        return null
      }),

    'User/Get': ({ id }, { caller }) =>
      store.forTenant(caller.tenantId).read((tx) => userOf(tx, id, clock.now())),

    'User/GetAll': ({ isActive, ...input }, { caller }) =>
      readPage(
        store.forTenant(caller.tenantId),
        {
          parts(tx) {
            const { roleName, ...others } = input
            const asked = { ...others, ...(roleName && { roleName: roleName.toUpperCase() }) }
            const rows = filtered(selectUsers(tx, clock.now()), storedUsers, asked)
            return [{ rows: isActive === undefined ? rows : rows.where('users.is_active', '=', isActive) }]
          },
          order: rowOrder(storedUsers, input.sorting),
          item: toUserRow,
        },
        input,
      ),

    'User/GetRoles': async (_, { caller }) => ({
      items: (
        await store.forTenant(caller.tenantId).read((tx) => selectRoles(tx).orderBy('roles.name').execute())
      ).map(toRoleRow),
    }),
  }

  interface Change {
    readonly user: UserRow
    readonly own: OwnRights
    readonly endSessions: (tx: Tx) => Promise<void>
  }

  /**
   * Writes a change of a user who holds no more than the caller; it counts on the user's next request and on
   * open hub connections.
   */
  async function changed<T>(
    { caller, write }: CallContext<Caller>,
    userId: number,
    work: (tx: Tx, change: Change) => Promise<T | Refusal>,
    { userName = '', emailAddress = '' }: { readonly userName?: string; readonly emailAddress?: string } = {},
  ): Promise<T | Refusal> {
    const { tenantId } = caller
    const by = await influences.ruled(caller)
    const result = await sessions.endAllOf({ tenantId, userId }, (endSessions) =>
      unlessTaken(
        write((tx, recordChange) =>
          changeGrants(tx, caller, async (own) => {
            const user = await userOf(tx, userId, clock.now())
            if (isRefusal(user)) return user
            if (await holdsMore(tx, tenantId, userId, own))
              return refuse('userHoldsMore', { userName: user.userName })
            const had = await rightsOfTwo(tx, caller, userId)
            const answer = await work(tx, { user, own, endSessions })
            if (isRefusal(answer)) return answer
            const after = await userOf(tx, userId, clock.now())
            if (!isRefusal(after)) await influences.changed(tx, by, { before: user, after, had })
            recordChange(userChange(userId, user, isRefusal(after) ? null : after))
            // What waits for a second administrator is known now.
            return isRefusal(after) || answer === null
              ? answer
              : (userOf(tx, userId, clock.now()) as Promise<T | Refusal>)
          }),
        ),
        { userName, emailAddress },
      ),
    )
    if (!isRefusal(result)) sessions.invalidate(tenantId, userId)
    return result
  }
}

const isAdmin = ({ userName }: UserRow): boolean => userName.toLowerCase() === ADMIN
const isOneself = ({ id }: UserRow, { caller }: CallContext<Caller>): boolean => id === caller.userId

const columnsOf = (asked: Omit<CallRequest<'User/Update'>, 'id'>) => ({
  user_name: asked.userName,
  name: asked.name,
  surname: asked.surname,
  email_address: asked.emailAddress,
  ...(asked.phoneNumber !== undefined && { phone_number: asked.phoneNumber || null }),
})
