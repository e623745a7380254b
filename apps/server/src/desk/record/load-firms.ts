import { kobo, LONGEST_INSTRUCTION_DAYS, shares } from '@tradebook/contract'
import type { Client } from 'pg'
import { cashTermsOf } from './cash-terms-row.ts'
import { agreementOf, feeRateOf } from './fee-rows.ts'
import { freezeOf } from './freeze-row.ts'
import { limitsOf as limitsOfRow } from './limit-row.ts'
import { noteOf } from './note-row.ts'
import type { RecordedFirm } from './record-connection.ts'

/** The firms that are not closed, as of a market day: their accounts and terms, balances, and the notes that are not settled. */
export async function loadFirms(client: Client, marketDate: string): Promise<RecordedFirm[]> {
  const [terms, accounts, fees, agreements, limits, freezes, traded, drawn, cash, positions, notes] = [
    await client.query(
      `SELECT tenant_id,
         (SELECT max(number) FROM contract_notes n WHERE n.tenant_id = t.tenant_id) AS last_note
       FROM firm_terms t WHERE NOT is_closed`,
    ),
    await client.query(
      `SELECT a.tenant_id, a.account, a.cscs_account, a.cash_route, a.bank_code, a.bank_account,
         a.bank_account_name, a.customer_id, c.name AS customer_name
       FROM trading_accounts a JOIN customers c ON (c.tenant_id, c.id) = (a.tenant_id, a.customer_id)`,
    ),
    await client.query('SELECT * FROM fee_rates'),
    await client.query('SELECT * FROM customer_charges'),
    await client.query('SELECT * FROM order_limits'),
    await client.query('SELECT * FROM account_freezes WHERE lifted IS NULL'),
    await tradedOn(client, marketDate),
    await drawnBefore(client, marketDate),
    await client.query('SELECT tenant_id, account, balance FROM cash_balances'),
    await client.query('SELECT tenant_id, account, security_id, settled, cost FROM positions'),
    await client.query('SELECT * FROM contract_notes WHERE NOT settled AND replaced_by IS NULL'),
  ]
  // Grouped once: to look through all rows for each firm would take firms times rows.
  const [
    accountsOf,
    feesOf,
    agreementsOf,
    limitsOf,
    freezesOf,
    tradedOf,
    drawnOf,
    cashOf,
    positionsOf,
    notesOf,
  ] = [
    ofFirms(accounts.rows),
    ofFirms(fees.rows),
    ofFirms(agreements.rows),
    ofFirms(limits.rows),
    ofFirms(freezes.rows),
    ofFirms(traded.rows),
    ofFirms(drawn.rows),
    ofFirms(cash.rows),
    ofFirms(positions.rows),
    ofFirms(notes.rows),
  ]
  return terms.rows.map((term) => {
    const tenantId: number = term.tenant_id
    return {
      tenantId,
      accounts: accountsOf(tenantId).map((row) => ({
        account: row.account,
        cscsAccount: row.cscs_account,
        customerId: row.customer_id,
        customerName: row.customer_name,
        cash: cashTermsOf(row),
        ...(row.bank_account_name !== null && { bankAccountName: row.bank_account_name }),
      })),
      fees: feesOf(tenantId).map(feeRateOf),
      agreements: agreementsOf(tenantId).map(agreementOf),
      limits: limitsOf(tenantId).map((row) => ({ level: row.level, id: row.id, limits: limitsOfRow(row) })),
      freezes: freezesOf(tenantId).map(freezeOf),
      traded: tradedOf(tenantId).map((row) => ({
        userId: row.user_id,
        account: row.account,
        value: kobo(BigInt(row.value)),
      })),
      drawn: drawnOf(tenantId).map((row) => ({
        instructionID: row.instruction_id,
        quantity: Number(row.quantity),
      })),
      cash: cashOf(tenantId).map((row) => ({ account: row.account, balance: kobo(BigInt(row.balance)) })),
      positions: positionsOf(tenantId).map((row) => ({
        account: row.account,
        securityID: row.security_id,
        settled: shares(BigInt(row.settled)),
        cost: kobo(BigInt(row.cost)),
      })),
      notes: notesOf(tenantId).map(noteOf),
      lastNote: term.last_note ?? 0,
    }
  })
}

/** The rows of each firm. */
function ofFirms<Row extends { tenant_id: number }>(
  rows: readonly Row[],
): (tenantId: number) => readonly Row[] {
  const groups = Map.groupBy(rows, (row) => row.tenant_id)
  return (tenantId) => groups.get(tenantId) ?? []
}

/**
 * What was traded on a market day, by the user and the account of the orders: of an order of the day all that
 * it traded, of an older one what the day's trades were.
 */
const tradedOn = (client: Client, marketDate: string) =>
  client.query(
    `SELECT tenant_id, user_id, account, sum(value) AS value FROM (
       SELECT tenant_id, user_id, account, filled_value AS value FROM orders
       WHERE market_date = $1::date AND trade_date = $1::date AND cum_qty > 0
         AND bulk_order_id IS DISTINCT FROM order_id
       UNION ALL
       SELECT o.tenant_id, o.user_id, o.account, e.last_px::bigint * e.last_qty
       FROM orders o
       JOIN executions e ON (e.tenant_id, e.order_id) = (o.tenant_id, o.order_id)
       JOIN market_trades t ON t.trade_number = e.trade_number AND t.market_date = $1::date
       WHERE o.market_date = $1::date AND o.trade_date < $1::date AND o.cum_qty > 0 AND e.exec_type <> 'H'
         AND NOT EXISTS (SELECT FROM executions x WHERE (x.tenant_id, x.exec_ref) = (e.tenant_id, e.sequence))
     ) traded GROUP BY tenant_id, user_id, account`,
    [marketDate],
  )

/** What orders that have ended traded of instructions that may still be in force. */
const drawnBefore = (client: Client, marketDate: string) =>
  client.query(
    `SELECT tenant_id, instruction_id, sum(cum_qty) AS quantity FROM orders
     WHERE instruction_id IS NOT NULL AND leaves_qty = 0 AND cum_qty > 0 AND trade_date >= $1::date - $2::int
     GROUP BY tenant_id, instruction_id`,
    [marketDate, LONGEST_INSTRUCTION_DAYS],
  )
