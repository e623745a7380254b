import { INDEX_BASE } from '@tradebook/contract'
import type { Connection } from '../../store/connection.ts'
import { beginDay, type HistoryOptions } from './begin-day.ts'
import { commit } from './commit.ts'
import { Candidate } from './election.ts'
import { load } from './load.ts'
import type { RecordConnection } from './record-connection.ts'
import { recordedOrder } from './recorded-orders.ts'
import { recordedSide, recordedTrade } from './recorded-trades.ts'
import { type RowTypes, rowTypesOf } from './set-insert.ts'

/**
 * The desk's record in PostgreSQL.
 *
 * @param connect a connection of its own under the desk's role, whose statements have deadlines.
 * @param history how much of the market's past it keeps.
 * @returns how one desk connects to it, again and again.
 */
export function postgresRecord(
  connect: () => Promise<Connection>,
  history: HistoryOptions = { indexBase: INDEX_BASE, tradesDays: 30 },
): () => Promise<RecordConnection> {
  const candidate = new Candidate()
  /** PostgreSQL's processes for connections that were lost: they may still have the desk's row locked. */
  const left = new Set<number>()
  const leave = ({ backend }: Connection) => {
    if (backend !== undefined) left.add(backend)
  }
  return async () => {
    const client = await connect()
    let rowTypes: RowTypes = new Map()
    return {
      async elect() {
        if (left.size > 0) await client.endBackends([...left])
        const election = await candidate.stand(client)
        // What was left behind is not elected any more, whatever becomes of it.
        left.clear()
        rowTypes = await rowTypesOf(client)
        return election
      },
      async fence() {
        const { rows } = await client.query('SELECT fence FROM desk WHERE id = 1')
        return BigInt(rows[0]?.fence ?? 0)
      },
      beginDay: (fence, marketDate) => beginDay(client, fence, marketDate, history),
      load: (marketDate) => load(client, marketDate, history.indexBase),
      commit: (fence, changes) => commit(client, fence, changes, rowTypes),
      async isTenant(tenantId) {
        const { rowCount } = await client.query(
          `SELECT FROM tenants WHERE id = $1 AND deletion_time IS NULL
             AND NOT EXISTS (SELECT FROM firm_terms WHERE tenant_id = tenants.id AND is_closed)`,
          [tenantId],
        )
        return rowCount === 1
      },
      trade: (tradeNumber, orderID) =>
        orderID == null ? recordedTrade(client, tradeNumber) : recordedSide(client, tradeNumber, orderID),
      order: (orderID) => recordedOrder(client, orderID),
      onLost(listener) {
        client.on('error', () => {
          leave(client)
          listener()
        })
      },
      cut() {
        leave(client)
        client.cut()
      },
    }
  }
}
