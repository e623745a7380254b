import type { Posting } from '@tradebook/ledger'
import type { BatchChanges } from '../decisions/batch-changes.ts'
import { noteColumns } from './note-row.ts'
import { type Write, write } from './set-insert.ts'

/** The statements that persist what a batch changed of the firms' ledgers: entries, balances, positions, contract notes. */
export function ledgerWrites(changes: BatchChanges): (Write | undefined)[] {
  return [
    write('ledger_entries', changes.entries, {
      tenant_id: ['int', (line) => line.tenantId],
      sequence: ['bigint', (line) => line.sequence],
      line: ['int', (line) => line.line],
      kind: ['text', ({ entry }) => entry.kind],
      account: ['text', ({ entry }) => entry.account],
      security_id: ['text', ({ entry }) => entry.securityID],
      entry_date: ['date', ({ entry }) => entry.date],
      value_date: ['date', ({ entry }) => entry.valueDate],
      side: ['text', ({ entry }) => entry.side],
      quantity: ['bigint', ({ entry }) => entry.quantity],
      price: ['bigint', ({ entry }) => entry.price],
      note_number: ['int', ({ entry }) => entry.noteNumber],
      reference: ['text', ({ entry }) => entry.reference],
      narration: ['text', ({ entry }) => entry.narration],
      balance: ['bigint', ({ entry }) => entry.balance],
      holding: ['bigint', ({ entry }) => entry.holding],
      cost: ['bigint', ({ entry }) => entry.cost],
      postings: ['jsonb', ({ entry }) => postingsByAsset(entry.postings)],
      payee: ['text', ({ entry }) => entry.payee],
      reverses: ['bigint', ({ entry }) => entry.reverses],
    }),
    write(
      'cash_balances',
      changes.cash,
      {
        tenant_id: ['int', (line) => line.tenantId],
        account: ['text', (line) => line.account],
        balance: ['bigint', (line) => line.balance],
        held: ['bigint', (line) => line.held],
        unsettled_buys: ['bigint', (line) => line.unsettledBuys],
        unsettled_sells: ['bigint', (line) => line.unsettledSells],
        available: ['bigint', (line) => line.available],
      },
      ['tenant_id', 'account'],
    ),
    write(
      'positions',
      changes.positions,
      {
        tenant_id: ['int', (line) => line.tenantId],
        account: ['text', (line) => line.account],
        security_id: ['text', (line) => line.securityID],
        settled: ['bigint', (line) => line.settled],
        unsettled_in: ['bigint', (line) => line.unsettledIn],
        unsettled_out: ['bigint', (line) => line.unsettledOut],
        held: ['bigint', (line) => line.held],
        available: ['bigint', (line) => line.available],
        cost: ['bigint', (line) => line.cost],
      },
      ['tenant_id', 'account', 'security_id'],
    ),
    write('contract_notes', changes.notes, noteColumns, ['tenant_id', 'number']),
  ]
}

/** Amounts by asset and ledger account as JSON: `{"NGN":{"customer":-1004,"bank":1004}}`. */
function postingsByAsset(postings: readonly Posting[]): string {
  const members = new Map<string, string>()
  for (const { asset, ledgerAccount, amount } of postings) {
    const before = members.get(asset)
    members.set(asset, `${before === undefined ? '{' : `${before},`}"${ledgerAccount}":${amount}`)
  }
  let text = '{'
  for (const [asset, amounts] of members)
    text += `${text === '{' ? '' : ','}${JSON.stringify(asset)}:${amounts}}`
  return `${text}}`
}
