import {
  approvalRules,
  type Kobo,
  type Permission,
  permissionsOfTwo,
  type Refusal,
  refuse,
} from '@tradebook/contract'
import { sql } from 'kysely'
import { HOST } from '../store/host.ts'
import type { Store, Tx } from '../store/store.ts'
import { type Influence, type InfluenceKind, sharedHand } from './independence.ts'
import { approvalAbove, ownSettings } from './settings.ts'

/** Who gives one counts as who made the user. */
export const isRightOfTwo = (permission: Permission): boolean => permissionsOfTwo.has(permission)

const DAY_MS = 86_400_000

interface Recorded {
  readonly tenantId: number
  readonly userId: number
  /** The user's own id where the user proved their own address. */
  readonly byId: number
  readonly kind: InfluenceKind
  readonly at: number
  /** Whether it gives rights to approve that count once another person confirms them. */
  readonly awaitsSecond?: boolean
}

/** Keeps what one person decided about another, in the transaction that does it. What people do to themselves is none. */
export async function recordInfluences(tx: Tx, recorded: readonly Recorded[]): Promise<void> {
  const rows = recorded.filter(({ userId, byId, kind }) => userId !== byId || kind === 'address')
  if (rows.length === 0) return
  await tx
    .insertInto('influences')
    .values(
      rows.map(({ tenantId, userId, byId, kind, at, awaitsSecond = false }) => ({
        ...{ tenant_id: tenantId, user_id: userId, by_user_id: byId, kind, at: new Date(at) },
        awaits_second: awaitsSecond,
      })),
    )
    .execute()
}

/**
 * Who set a password by a mailed link may be who chose the address that it went to, however long ago: then that one has
 * decided how the user signs in, now.
 */
export async function recordLinkUsed(
  tx: Tx,
  { tenantId, userId, at }: Pick<Recorded, 'tenantId' | 'userId' | 'at'>,
): Promise<void> {
  const chosen = await tx
    .selectFrom('influences')
    .select('by_user_id')
    .where('user_id', '=', userId)
    .where('kind', 'in', ['created', 'address'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (chosen)
    await recordInfluences(tx, [{ tenantId, userId, byId: chosen.by_user_id, kind: 'password', at }])
}

/** What a firm asks of approvals on a day. */
export async function approvalRulesOf(store: Pick<Store, 'forTenant'>, tenantId: number, marketDate: string) {
  const [own, ofHost] = await Promise.all([ownSettings(store, tenantId), ownSettings(store, HOST)])
  return approvalRules(own, ofHost, marketDate)
}

/** What the desk is told of the person who posts, besides the posting. */
export interface PostingRules {
  /** As `approvalAbove` of settings. */
  readonly approvalAbove: Kobo
  /** Who gave the right to post, where a second administrator has to confirm it yet. */
  readonly rightGivenBy: string | undefined
}

/** What a firm asks of the postings of one of its people. */
export async function postingRulesOf(
  store: Pick<Store, 'forTenant'>,
  { tenantId, userId }: { readonly tenantId: number; readonly userId: number },
  marketDate: string,
): Promise<PostingRules> {
  const { approversByTwo } = await approvalRulesOf(store, tenantId, marketDate)
  const given = approversByTwo
    ? await store.forTenant(tenantId).read((tx) => unconfirmedRightOf(tx, userId))
    : undefined
  return {
    approvalAbove: await approvalAbove(store, tenantId, marketDate),
    rightGivenBy: given?.user_name,
  }
}

const unconfirmedRightOf = (tx: Tx, userId: number) =>
  tx
    .selectFrom('influences')
    .innerJoin('users as by', 'by.id', 'influences.by_user_id')
    .select('by.user_name')
    .where('user_id', '=', userId)
    .where('awaits_second', '=', true)
    .where('confirmed_by', 'is', null)
    .orderBy('influences.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** What decides who approves what in a firm, as it is now. */
export interface Approvers {
  /**
   * Why somebody cannot approve what another one asked for.
   *
   * @param madeAt epoch milliseconds: what was done in the days before that, or since, counts.
   */
  refusalOf(
    deciderId: number,
    request: { readonly makerId: number; readonly madeAt: number },
  ): Refusal | undefined
}

/**
 * Reads what was done to the users of a firm.
 *
 * @param since epoch milliseconds: when the oldest of the requests was made.
 */
export async function approversOf(
  tx: Tx,
  { independenceDays: days, approversByTwo }: ReturnType<typeof approvalRules>,
  since: number,
): Promise<Approvers> {
  const rows = await tx
    .selectFrom('influences')
    .innerJoin('users as subject', 'subject.id', 'influences.user_id')
    .innerJoin('users as by', 'by.id', 'influences.by_user_id')
    .select(['influences.user_id', 'influences.by_user_id', 'kind', 'at', 'awaits_second', 'confirmed_by'])
    .select(sql<Date>`now()`.as('now'))
    .select(['subject.user_name as user_name', 'by.user_name as by_user_name'])
    .where((eb) =>
      eb.or([
        sql<boolean>`at > least(${new Date(since)}::timestamptz, now()) - make_interval(days => ${days}::int)`,
        eb.and([eb('awaits_second', '=', true), eb('confirmed_by', 'is', null)]),
      ]),
    )
    .orderBy('influences.id')
    .execute()
  const known = rows.map((row) => ({
    ...{ userId: row.user_id, byId: row.by_user_id, kind: row.kind as InfluenceKind, at: row.at.getTime() },
    ...{ userName: row.user_name, byName: row.by_user_name },
    isUnconfirmed: row.awaits_second && row.confirmed_by === null,
  }))
  return {
    refusalOf(deciderId, { makerId, madeAt }) {
      const unconfirmedOf = (id: number) =>
        approversByTwo ? known.find(({ userId, isUnconfirmed }) => userId === id && isUnconfirmed) : undefined
      const given = unconfirmedOf(deciderId)
      if (given) return refuse('approverUnconfirmed', { by: given.byName })
      const ofMaker = unconfirmedOf(makerId)
      if (ofMaker) return refuse('makerUnconfirmed', { user: ofMaker.userName, by: ofMaker.byName })
      if (days === 0) return undefined
      // The market's time, which requests have, may be ahead of the wall clock's.
      const from = Math.min(madeAt, rows[0]?.now.getTime() ?? madeAt) - days * DAY_MS
      const counting = known.filter(({ at, byId, userId }) => at > from && byId !== userId)
      const shared = sharedHand(makerId, deciderId, counting) as
        | (Influence & (typeof known)[number])
        | undefined
      return shared && refuse('approverNotIndependent', { user: shared.userName, by: shared.byName, days })
    },
  }
}
