import type { ReconciledOrder } from '@tradebook/orders'
import { HOST } from '../../store/host.ts'
import { orderOf } from '../../venue/commands.ts'
import type { BatchChanges } from '../decisions/batch-changes.ts'
import { encode } from './codec.ts'
import { type Write, write } from './set-insert.ts'

/** What a reconciliation stores of an order that does not agree. */
const differenceOf = ({ outcome, here, there }: ReconciledOrder) => ({
  ...{ outcome, there },
  here: here && { orderID: here.orderID, cumQty: here.cumQty, leavesQty: here.leavesQty, price: here.price },
})

/** The statements that persist commands to venues, which of their reports were taken, and those that operators look at. */
export const reportWrites = ({
  execIDs,
  flaggedReports,
  venueCommands,
  reconciliations,
  venueDoubts,
  unclaimedOrders,
}: BatchChanges): (Write | undefined)[] => [
  write(
    'venue_commands',
    venueCommands,
    {
      tenant_id: ['int', () => HOST],
      id: ['bigint', (line) => line.id],
      firm: ['int', (line) => line.firm],
      order_id: ['bigint', ({ command }) => orderOf(command)],
      kind: ['text', ({ command }) => command.kind],
      command: ['json', ({ command }) => encode(command)],
      becomes: ['json', ({ becomes }) => becomes && encode(becomes)],
      ends: ['json', ({ ends }) => ends && encode(ends)],
      market_date: ['date', (line) => line.marketDate],
      decided_at: ['timestamptz', (line) => line.at],
      released_at: ['timestamptz', (line) => line.releasedAt],
      answered_at: ['timestamptz', (line) => line.answeredAt],
    },
    ['tenant_id', 'id'],
  ),
  write('venue_reconciliations', reconciliations, {
    tenant_id: ['int', () => HOST],
    id: ['bigint', (line) => line.id],
    done_at: ['timestamptz', (line) => line.at],
    counts: ['json', ({ counts }) => encode(counts)],
    differences: ['json', ({ rows }) => encode(rows.map(differenceOf))],
  }),
  write(
    'venue_doubts',
    venueDoubts,
    {
      tenant_id: ['int', () => HOST],
      id: ['bigint', (line) => line.id],
      order_id: ['bigint', (line) => line.orderID],
      firm: ['int', (line) => line.firm],
      why: ['text', (line) => line.why],
      here: ['json', ({ here }) => encode(here)],
      there: ['json', ({ there }) => there && encode(there)],
      since: ['timestamptz', (line) => line.since],
      proposed: ['text', ({ proposal }) => proposal?.as],
      proposer_id: ['int', ({ proposal }) => proposal?.byId],
      proposer_name: ['text', ({ proposal }) => proposal?.byName],
      proposed_at: ['timestamptz', ({ proposal }) => proposal?.at],
      ended_at: ['timestamptz', (line) => line.endedAt],
    },
    ['tenant_id', 'id', 'order_id'],
  ),
  write(
    'unclaimed_orders',
    unclaimedOrders,
    {
      tenant_id: ['int', () => HOST],
      id: ['bigint', (line) => line.id],
      venue_order_id: ['text', (line) => line.venueOrderID],
      there: ['json', ({ there }) => encode(there)],
      since: ['timestamptz', (line) => line.since],
      proposed: ['text', ({ proposal }) => proposal?.as],
      firm: ['int', ({ proposal }) => (proposal?.as === 'adopted' ? proposal.firm : null)],
      account: ['text', ({ proposal }) => (proposal?.as === 'adopted' ? proposal.account : null)],
      proposer_id: ['int', ({ proposal }) => proposal?.byId],
      proposer_name: ['text', ({ proposal }) => proposal?.byName],
      proposed_at: ['timestamptz', ({ proposal }) => proposal?.at],
      is_decided: ['boolean', (line) => line.isDecided],
      rejected: ['text', (line) => line.rejected],
      order_id: ['bigint', (line) => line.orderID],
      ended_at: ['timestamptz', (line) => line.endedAt],
    },
    ['tenant_id', 'id', 'venue_order_id'],
  ),
  write('venue_exec_ids', execIDs, {
    tenant_id: ['int', () => HOST],
    market_date: ['date', (line) => line.marketDate],
    exec_id: ['text', (line) => line.execID],
    taken_at: ['timestamptz', (line) => line.at],
    contents: ['text', (line) => line.contents],
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
