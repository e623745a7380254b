import { sql } from 'kysely'
import type { Tx } from '../../store/store.ts'

/**
 * Finds who is to be notified of news, in a transaction of the notifier. Of firms that watch none of the securities the
 * news is passed over for good: who begins to watch one later is not notified of what was published before.
 *
 * @returns the firms that watch a security of news that they were not notified of.
 */
export async function firmsWithWatchedNews(tx: Tx): Promise<number[]> {
  const { last } = await tx
    .selectFrom('news')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  if (last === null) return []
  await sql`
    UPDATE notification_cursors AS firm SET news = ${last}
    WHERE firm.news < ${last} AND NOT EXISTS (
      SELECT FROM news AS item JOIN watchlists AS list ON list.security_ids && item.security_ids
      WHERE list.tenant_id = firm.tenant_id AND item.id > firm.news AND item.id <= ${last})`.execute(tx)
  const rows = await tx
    .selectFrom('notification_cursors')
    .innerJoin('tenants', 'tenants.id', 'notification_cursors.tenant_id')
    .select('notification_cursors.tenant_id')
    .where('notification_cursors.news', '<', last)
    .where('tenants.deletion_time', 'is', null)
    .execute()
  return rows.map(({ tenant_id }) => tenant_id)
}
