import {
  isRefusal,
  lagosDate,
  type Permission,
  type Refusal,
  refuse,
  type UserRow,
} from '@tradebook/contract'
import type { CallContext } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { approvalRulesOf, approversOf, isRightOfTwo, recordInfluences } from '../../platform/influences.ts'
import { grantsOf } from '../../platform/session-rows.ts'
import type { Store, Tx } from '../../store/store.ts'
import { changeGrants, notHeld } from './grants.ts'
import { userChange, userOf } from './user-rows.ts'

type Giver = Pick<Caller, 'tenantId' | 'userId'>

interface RuledGiver extends Giver {
  readonly rules: Awaited<ReturnType<typeof approvalRulesOf>>
}

/** What a user may ask for or approve of what two people decide. */
export const rightsOfTwo = async (tx: Tx, { tenantId }: Giver, userId: number): Promise<Permission[]> =>
  (await grantsOf(tx, tenantId, userId)).filter(isRightOfTwo)

/**
 * What administrators do to users, as far as it decides who is independent of whom, and how a second administrator
 * confirms a right to approve. Nobody is made dependent by what is taken away.
 */
export function userInfluences({ store, clock }: { readonly store: Store; readonly clock: Clock }) {
  const rulesOf = (tenantId: number) => approvalRulesOf(store, tenantId, lagosDate(clock.now()))

  /** These users were given rights; of some the right to approve, which they did not have. */
  async function given(
    tx: Tx,
    { tenantId, userId: byId, rules: { approversByTwo } }: RuledGiver,
    users: readonly { readonly userId: number; readonly mayApproveNow: boolean }[],
  ): Promise<void> {
    const at = clock.now()
    await recordInfluences(
      tx,
      users.map(({ userId, mayApproveNow }) => ({
        ...{ tenantId, userId, byId, at },
        kind: mayApproveNow ? ('postingRight' as const) : ('rights' as const),
        awaitsSecond: approversByTwo && mayApproveNow,
      })),
    )
  }

  return {
    given,

    /** Somebody with what the firm asks of approvals, read before the transaction that writes. */
    async ruled({ tenantId, userId }: Giver): Promise<RuledGiver> {
      return { tenantId, userId, rules: await rulesOf(tenantId) }
    },

    /** A user was made, with what it was granted. */
    async made(tx: Tx, by: RuledGiver, { id: userId }: UserRow): Promise<void> {
      const made = { tenantId: by.tenantId, userId, byId: by.userId, at: clock.now() }
      await recordInfluences(tx, [{ ...made, kind: 'created' }])
      if ((await rightsOfTwo(tx, by, userId)).length > 0)
        await given(tx, by, [{ userId, mayApproveNow: true }])
    },

    /** A user was changed. @param had what it might ask for or approve before. */
    async changed(
      tx: Tx,
      by: RuledGiver,
      { before, after, had }: { before: UserRow; after: UserRow; had: readonly Permission[] },
    ): Promise<void> {
      const { id: userId } = after
      const moved = { tenantId: by.tenantId, userId, byId: by.userId, at: clock.now() }
      if (before.emailAddress !== after.emailAddress)
        await recordInfluences(tx, [{ ...moved, kind: 'address' }])
      if (!hasMore(before, after)) return
      const mayApproveNow = (await rightsOfTwo(tx, by, userId)).some((right) => !had.includes(right))
      await given(tx, by, [{ userId, mayApproveNow }])
    },

    /** Who confirms holds all that the user may ask for or approve, and is independent of all who gave it. */
    async confirm(
      { id }: { readonly id: number },
      { caller, write }: CallContext<Caller>,
    ): Promise<null | Refusal> {
      const rules = await rulesOf(caller.tenantId)
      return write((tx, recordChange) =>
        changeGrants<null>(tx, caller, async (own) => {
          const user = await userOf(tx, id, clock.now())
          if (isRefusal(user)) return user
          const waiting = await tx
            .selectFrom('influences')
            .select(['id', 'by_user_id'])
            .where('user_id', '=', id)
            .where('awaits_second', '=', true)
            .where('confirmed_by', 'is', null)
            .execute()
          if (waiting.length === 0) return null
          const missing = notHeld(own, await rightsOfTwo(tx, caller, id))
          if (missing !== undefined) return refuse('grantNotHeld', { permissions: missing })
          const madeAt = clock.now()
          const approvers = await approversOf(tx, rules, madeAt)
          const isOther =
            id !== caller.userId &&
            waiting.every(
              ({ by_user_id: makerId }) =>
                makerId !== caller.userId && !approvers.refusalOf(caller.userId, { makerId, madeAt }),
            )
          if (!isOther) return refuse('confirmedByOther', { by: user.rightsGivenBy ?? '' })
          await tx
            .updateTable('influences')
            .set({ confirmed_by: caller.userId })
            .where(
              'id',
              'in',
              waiting.map((row) => row.id),
            )
            .execute()
          const after = await userOf(tx, id, clock.now())
          recordChange(userChange(id, user, isRefusal(after) ? null : after))
          return null
        }),
      )
    },
  }
}

/** Whether somebody was given what that one did not have. */
const hasMore = (before: UserRow, after: UserRow): boolean =>
  [
    [before.roleNames, after.roleNames],
    [before.permissions, after.permissions],
    [accountsOf(before), accountsOf(after)],
  ].some(([had = [], has = []]) => has.some((one) => !had.includes(one)))

const accountsOf = ({ userTradingAccounts }: UserRow): string[] =>
  userTradingAccounts.map(({ accountNumber }) => accountNumber)
