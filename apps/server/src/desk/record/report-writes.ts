import { HOST } from '../../store/host.ts'
import type { BatchChanges } from '../decisions/batch-changes.ts'
import { encode } from './codec.ts'
import { type Write, write } from './set-insert.ts'

/** The statements that persist which reports of venues were taken, and those that operators look at. */
export const reportWrites = ({ execIDs, flaggedReports }: BatchChanges): (Write | undefined)[] => [
  write('venue_exec_ids', execIDs, {
    tenant_id: ['int', () => HOST],
    market_date: ['date', (line) => line.marketDate],
    exec_id: ['text', (line) => line.execID],
  }),
  write('flagged_reports', flaggedReports, {
    tenant_id: ['int', () => HOST],
    id: ['bigint', (line) => line.sequence],
    flag: ['text', (line) => line.flag],
    firm: ['int', (line) => line.firm],
    order_id: ['text', ({ said }) => said.orderID],
    exec_id: ['text', ({ said }) => said.execID],
    report: ['json', ({ said: { orderID: _, execID: __, ...said } }) => encode(said)],
    market_date: ['date', (line) => line.marketDate],
    received_at: ['timestamptz', (line) => line.at],
  }),
]
