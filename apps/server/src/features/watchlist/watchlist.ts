import { MOST_WATCHLISTS, refuse, type Watchlist } from '@tradebook/contract'
import { sql } from 'kysely'
import type { Handlers } from '../../http/handlers.ts'
import type { Store, Tx } from '../../store/store.ts'

export interface WatchlistDependencies {
  readonly store: Store
  readonly isListed: (securityID: string) => boolean
}

/** The lists of securities that each user keeps. Nobody else sees them, not even in the same firm. */
export function watchlistFeature({
  store,
  isListed,
}: WatchlistDependencies): Handlers<`Watchlist/${string}`> {
  return {
    'Watchlist/GetAll': async (_, { caller }) => {
      const rows = await store
        .forTenant(caller.tenantId)
        .read((tx) =>
          tx
            .selectFrom('watchlists')
            .select(columns)
            .where('user_id', '=', caller.userId)
            .orderBy(sql`lower(name)`)
            .execute(),
        )
      return { items: rows }
    },

    'Watchlist/Save': async ({ id, name, securityIDs: named }, { caller, write }) => {
      const unknown = named.find((securityID) => !isListed(securityID))
      if (unknown !== undefined) return refuse('unknownSecurity', { securityID: unknown })
      const securityIDs = [...new Set(named)]
      return write<Watchlist | ReturnType<typeof refuse>>(async (tx) => {
        await inTurn(tx, caller.userId)
        const lists = await tx
          .selectFrom('watchlists')
          .select([...columns, sql<boolean>`lower(name) = lower(${name})`.as('isNamedSo')])
          .where('user_id', '=', caller.userId)
          .execute()
        if (id !== undefined && !lists.some((list) => list.id === id)) return refuse('unknownWatchlist')
        if (lists.some((list) => list.isNamedSo && list.id !== id))
          return refuse('watchlistNameTaken', { name })
        if (id === undefined && lists.length >= MOST_WATCHLISTS)
          return refuse('tooManyWatchlists', { most: MOST_WATCHLISTS })
        const values = { name, security_ids: securityIDs }
        const saved =
          id === undefined
            ? tx
                .insertInto('watchlists')
                .values({ ...values, tenant_id: caller.tenantId, user_id: caller.userId })
                .returning(columns)
            : tx.updateTable('watchlists').set(values).where('id', '=', id).returning(columns)
        return saved.executeTakeFirstOrThrow()
      })
    },

    'Watchlist/Delete': ({ id }, { caller, write }) =>
      write(async (tx) => {
        await inTurn(tx, caller.userId)
        const { numDeletedRows } = await tx
          .deleteFrom('watchlists')
          .where('id', '=', id)
          .where('user_id', '=', caller.userId)
          .executeTakeFirst()
        return numDeletedRows === 0n ? refuse('unknownWatchlist') : {}
      }),
  }
}

/** A user's own changes are made one after the other: what one checks holds until it commits. */
const inTurn = (tx: Tx, userId: number) =>
  tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()

const columns = ['id', 'name', 'security_ids as securityIDs'] as const
