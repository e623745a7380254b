import { isoTime } from '@tradebook/contract'
import { netOf, type Posting } from '@tradebook/ledger'
import { auditLength, cut } from '../platform/audit.ts'
import type { BatchChanges } from './batch-changes.ts'
import { type Write, write } from './set-insert.ts'

/** The statements that persist what a batch changed of the firms: their journal, accounts, orders, ledger and audit trail. */
export function firmWrites(changes: BatchChanges): (Write | undefined)[] {
  const at = isoTime(changes.wallTime)
  const date = changes.marketDate
  return [
    write('journal', changes.journal, {
      tenant_id: ['int', (line) => line.tenantId],
      sequence: ['bigint', (line) => line.sequence],
      at: ['timestamptz', (line) => isoTime(line.at)],
      kind: ['text', (line) => line.kind],
      body: ['jsonb', (line) => line.body],
    }),
    write(
      'firm_terms',
      changes.firms,
      {
        tenant_id: ['int', (line) => line.tenantId],
        unsettled_proceeds_usable: ['boolean', (line) => line.unsettledProceedsUsable],
      },
      ['tenant_id'],
    ),
    write(
      'customers',
      // A customer may have several accounts, and no statement may write a row twice.
      [...new Map(changes.accounts.map((line) => [`${line.tenantId}|${line.customerId}`, line])).values()],
      {
        tenant_id: ['int', (line) => line.tenantId],
        id: ['int', (line) => line.customerId],
        name: ['text', (line) => line.customerName],
      },
      ['tenant_id', 'id'],
    ),
    write(
      'trading_accounts',
      changes.accounts,
      {
        tenant_id: ['int', (line) => line.tenantId],
        account: ['text', (line) => line.account],
        customer_id: ['int', (line) => line.customerId],
        cscs_account: ['text', (line) => line.cscsAccount],
      },
      ['tenant_id', 'account'],
    ),
    write(
      'fee_rates',
      changes.feeRates,
      {
        tenant_id: ['int', (line) => line.tenantId],
        side: ['text', (line) => line.side],
        item: ['text', (line) => line.item],
        date_from: ['date', (line) => line.dateFrom],
        rate_ppm: ['int', (line) => line.ratePpm],
        minimum: ['bigint', (line) => line.minimum],
        vat_ppm: ['int', (line) => line.vatPpm],
      },
      ['tenant_id', 'side', 'item', 'date_from'],
    ),
    write(
      'customer_charges',
      changes.customerCharges,
      {
        tenant_id: ['int', (line) => line.tenantId],
        customer_id: ['int', (line) => line.customerId],
        date_from: ['date', (line) => line.dateFrom],
        commission_ppm: ['int', (line) => line.commissionPpm],
        stamp_duty_exempt: ['boolean', (line) => line.stampDutyExempt],
      },
      ['tenant_id', 'customer_id', 'date_from'],
    ),
    write(
      'orders',
      changes.orders,
      {
        tenant_id: ['int', ({ order }) => order.tenantId],
        order_id: ['bigint', ({ order }) => order.orderID],
        account: ['text', ({ order }) => order.account],
        user_id: ['int', ({ order }) => order.userId],
        user_name: ['text', ({ order }) => order.userName],
        cl_ord_id: ['text', ({ order }) => order.clOrdID],
        orig_cl_ord_id: ['text', ({ order }) => order.origClOrdID],
        security_id: ['text', ({ order }) => order.securityID],
        side: ['text', ({ order }) => order.side],
        ord_type: ['text', ({ order }) => order.ordType],
        price: ['int', ({ order }) => order.price],
        order_qty: ['int', ({ order }) => order.orderQty],
        time_in_force: ['text', ({ order }) => order.timeInForce],
        expire_date: ['date', ({ order }) => order.expireDate],
        exec_inst: ['text', ({ order }) => order.execInst],
        display_qty: ['int', ({ order }) => order.displayQty],
        min_qty: ['int', ({ order }) => order.minQty],
        shown_qty: ['int', ({ order }) => order.shownQty],
        text: ['text', ({ order }) => order.text],
        ord_status: ['text', ({ order }) => order.ordStatus],
        cum_qty: ['int', ({ order }) => order.cumQty],
        leaves_qty: ['int', ({ order }) => order.leavesQty],
        filled_value: ['bigint', ({ order }) => order.filledValue],
        last_px: ['int', ({ order }) => order.lastPx],
        last_qty: ['int', ({ order }) => order.lastQty],
        hold_amount: ['bigint', ({ hold }) => hold],
        md_entry_id: ['text', ({ order }) => order.mdEntryID],
        ord_rej_reason: ['int', ({ order }) => order.ordRejReason],
        refusal: ['jsonb', ({ order }) => order.refusal && JSON.stringify(order.refusal)],
        trade_date: ['date', ({ order }) => order.tradeDate],
        priority: ['bigint', ({ order }) => order.priority],
        creation_time: ['timestamptz', ({ order }) => isoTime(order.creationTime)],
        transact_time: ['timestamptz', ({ order }) => isoTime(order.transactTime)],
        version: ['int', ({ order }) => order.version],
        market_date: ['date', () => date],
      },
      ['tenant_id', 'order_id'],
    ),
    write('order_requests', changes.requests, {
      tenant_id: ['int', (line) => line.tenantId],
      account: ['text', (line) => line.account],
      trade_date: ['date', () => date],
      cl_ord_id: ['text', (line) => line.clOrdID],
      order_id: ['bigint', (line) => line.orderID],
      fingerprint: ['text', (line) => line.fingerprint],
    }),
    write('executions', changes.executions, {
      tenant_id: ['int', ({ order }) => order.tenantId],
      sequence: ['bigint', (line) => line.sequence],
      order_id: ['bigint', ({ order }) => order.orderID],
      cl_ord_id: ['text', ({ order }) => order.clOrdID],
      exec_type: ['text', (line) => line.execType],
      ord_status: ['text', ({ order }) => order.ordStatus],
      last_px: ['int', (line) => line.lastPx],
      last_qty: ['int', (line) => line.lastQty],
      trade_number: ['bigint', (line) => line.tradeNumber],
      cum_qty: ['int', ({ order }) => order.cumQty],
      leaves_qty: ['int', ({ order }) => order.leavesQty],
      filled_value: ['bigint', ({ order }) => order.filledValue],
      text: ['text', ({ order }) => order.text],
      transact_time: ['timestamptz', ({ order }) => isoTime(order.transactTime)],
    }),
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
    write(
      'contract_notes',
      changes.notes,
      {
        tenant_id: ['int', (line) => line.tenantId],
        number: ['int', ({ note }) => note.number],
        account: ['text', ({ note }) => note.account],
        side: ['text', ({ note }) => note.side],
        security_id: ['text', ({ note }) => note.securityID],
        trade_date: ['date', ({ note }) => note.tradeDate],
        settlement_date: ['date', ({ note }) => note.settlementDate],
        quantity: ['bigint', ({ note }) => note.quantity],
        consideration: ['bigint', ({ note }) => note.consideration],
        trades: ['int', ({ note }) => note.trades],
        lines: ['jsonb', ({ note }) => JSON.stringify(note.lines, bigintAsText)],
        net_amount: ['bigint', ({ note }) => netOf(note)],
        realised_gain: ['bigint', ({ note }) => note.realisedGain],
        provisional: ['boolean', ({ note }) => note.provisional],
        settled: ['boolean', ({ note }) => note.settled],
      },
      ['tenant_id', 'number'],
    ),
    write('audit_log', changes.audit, {
      tenant_id: ['int', ({ origin }) => origin.tenantId],
      user_id: ['int', ({ origin }) => origin.userId],
      user_name: ['text', ({ origin }) => origin.userName],
      service_name: ['text', (line) => line.serviceName],
      method_name: ['text', (line) => line.methodName],
      parameters: ['text', (line) => cut(line.parameters, auditLength.parameters)],
      execution_time: ['timestamptz', () => at],
      execution_duration: ['int', () => 0],
      client_ip_address: ['text', ({ origin }) => origin.clientIpAddress],
      browser_info: ['text', ({ origin }) => origin.browserInfo],
      exception: ['text', (line) => line.exception],
    }),
  ]
}

const bigintAsText = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value

/** Amounts by asset and ledger account as JSON: `{"NGN":{"customer":-1004,"bank":1004}}`. */
function postingsByAsset(postings: readonly Posting[]): string {
  const assets = Map.groupBy(postings, ({ asset }) => asset)
  const members = [...assets].map(([asset, posted]) => {
    const amounts = posted.map(({ ledgerAccount, amount }) => `"${ledgerAccount}":${amount}`)
    return `${JSON.stringify(asset)}:{${amounts.join()}}`
  })
  return `{${members.join()}}`
}
