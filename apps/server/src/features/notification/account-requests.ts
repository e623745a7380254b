import { RequestStatus } from '@tradebook/contract'
import { sql } from 'kysely'
import type { Tx } from '../../store/store.ts'
import type { WaitingRequest } from './rules.ts'

/**
 * The requests for accounts that began to wait for staff and of which nobody was notified yet, marked as notified in
 * the transaction that notifies of them: at most so many, oldest first.
 */
export async function requestsToNotify(tx: Tx, most: number): Promise<WaitingRequest[]> {
  const { rows } = await sql<{
    id: number
    status: number
    applicant: string
    owner_id: number | null
    at: Date
  }>`
    WITH notified AS (
      UPDATE account_request_events AS event SET is_notified = true
      FROM account_requests AS request
      WHERE event.id IN (
          SELECT id FROM account_request_events WHERE NOT is_notified ORDER BY id LIMIT ${most})
        AND request.id = event.request_id
      RETURNING event.id AS event, request.id, event.status, request.applicant_name AS applicant,
        request.user_id AS owner_id, event.at
    )
    SELECT id, status, applicant, owner_id, at FROM notified ORDER BY event`.execute(tx)
  return rows.map(({ id, status, applicant, owner_id: ownerId, at }) => ({
    ...{ id, applicant, ownerId, time: at },
    hasFailed: status === RequestStatus.failed,
  }))
}
