import { kobo, shares } from '@tradebook/contract'
import { type ContractNote, netOf } from '@tradebook/ledger'
import type { Selectable } from 'kysely'
import type { ContractNotes } from '../../store/schema.ts'
import type { NoteLine } from '../decisions/firm-lines.ts'
import { feeLineOf, type StoredFeeLine, storedLine } from './fee-rows.ts'
import { storedRow } from './stored-row.ts'

/** A row of `contract_notes`; a connection may read its amounts as text. */
type NoteRow = Selectable<ContractNotes>

/** A note by the columns of `contract_notes`, in the order of `written_contract_notes`. */
const stored = storedRow<ContractNote, NoteLine, NoteRow, 'tenantId' | 'net'>(
  {
    tenantId: ['tenant_id', 'int', (line) => line.tenantId],
    number: ['number', 'int', ({ note }) => note.number],
    account: ['account', 'text', ({ note }) => note.account],
    side: ['side', 'text', ({ note }) => note.side],
    securityID: ['security_id', 'text', ({ note }) => note.securityID],
    tradeDate: ['trade_date', 'date', ({ note }) => note.tradeDate],
    settlementDate: ['settlement_date', 'date', ({ note }) => note.settlementDate],
    quantity: ['quantity', 'bigint', ({ note }) => note.quantity, (row) => shares(BigInt(row.quantity))],
    consideration: [
      'consideration',
      'bigint',
      ({ note }) => note.consideration,
      (row) => kobo(BigInt(row.consideration)),
    ],
    trades: ['trades', 'int', ({ note }) => note.trades],
    lines: [
      'lines',
      'json',
      ({ note }) => JSON.stringify(note.lines.map(storedLine)),
      (row) => (row.lines as StoredFeeLine[]).map(feeLineOf),
    ],
    net: ['net_amount', 'bigint', ({ note }) => netOf(note)],
    realisedGain: [
      'realised_gain',
      'bigint',
      ({ note }) => note.realisedGain,
      (row) => kobo(BigInt(row.realised_gain)),
    ],
    provisional: ['provisional', 'boolean', ({ note }) => note.provisional],
    settled: ['settled', 'boolean', ({ note }) => note.settled],
    replaces: ['replaces', 'int', ({ note }) => note.replaces],
    replacedBy: ['replaced_by', 'int', ({ note }) => note.replacedBy],
  },
  ['tenantId', 'net'],
)

export const noteColumns = stored.columns

/** The note that a row stores. */
export const noteOf = stored.read
