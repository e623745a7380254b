import type { FreezeGround } from '@tradebook/contract'
import type { Selectable } from 'kysely'
import type { AccountFreezes } from '../../store/schema.ts'
import type { Freeze, FreezeLine } from '../decisions/freezes.ts'
import { storedRow } from './stored-row.ts'

/** Freezes by the columns of `account_freezes`. */
const stored = storedRow<Freeze, FreezeLine, Selectable<AccountFreezes>, 'tenantId' | 'lifted'>(
  {
    tenantId: ['tenant_id', 'int', (line) => line.tenantId],
    id: ['id', 'bigint', (line) => line.id, (row) => Number(row.id)],
    account: ['account', 'text', (line) => line.account],
    ground: ['ground', 'text', (line) => line.ground, (row) => row.ground as FreezeGround],
    reason: ['reason', 'text', (line) => line.reason],
    reference: ['reference', 'text', (line) => line.reference],
    from: ['from_date', 'date', (line) => line.from],
    document: ['document', 'int', (line) => line.document],
    lifted: ['lifted', 'bigint', (line) => line.lifted],
  },
  ['tenantId', 'lifted'],
)

export const freezeColumns = stored.columns

/** The freeze that a row stores. */
export const freezeOf = stored.read
