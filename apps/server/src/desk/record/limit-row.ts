import { kobo, type OrderLimits } from '@tradebook/contract'
import type { Selectable } from 'kysely'
import type { OrderLimits as LimitRow } from '../../store/schema.ts'
import type { LimitsLine } from '../decisions/firm-lines.ts'
import { storedRow } from './stored-row.ts'

/** An amount of a limit; a connection may read it as text. */
const amountOf = (stored: string | bigint | null) => (stored === null ? null : kobo(BigInt(stored)))

/** Limits by the columns of `order_limits`. */
const stored = storedRow<OrderLimits, LimitsLine, Selectable<LimitRow>, 'tenantId' | 'level' | 'id'>(
  {
    tenantId: ['tenant_id', 'int', (line) => line.tenantId],
    level: ['level', 'text', (line) => line.level],
    id: ['id', 'text', (line) => line.id],
    orderValue: [
      'order_value',
      'bigint',
      ({ limits }) => limits.orderValue,
      (row) => amountOf(row.order_value),
    ],
    orderQty: ['order_qty', 'int', ({ limits }) => limits.orderQty],
    volumeShareBps: ['volume_share_bps', 'int', ({ limits }) => limits.volumeShareBps],
    collarBps: ['collar_bps', 'int', ({ limits }) => limits.collarBps],
    ordersPerSecond: ['orders_per_second', 'int', ({ limits }) => limits.ordersPerSecond],
    duplicateSeconds: ['duplicate_seconds', 'int', ({ limits }) => limits.duplicateSeconds],
    dailyTurnover: [
      'daily_turnover',
      'bigint',
      ({ limits }) => limits.dailyTurnover,
      (row) => amountOf(row.daily_turnover),
    ],
  },
  ['tenantId', 'level', 'id'],
)

export const limitColumns = stored.columns

/** The limits that a row stores. */
export const limitsOf = stored.read
