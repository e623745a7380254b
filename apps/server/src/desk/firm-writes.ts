import { type AuditChange, brokerCash, isoTime } from '@tradebook/contract'
import { netOf, type Posting } from '@tradebook/ledger'
import { auditLength, changedJson, fittingJson } from '../platform/audit.ts'
import type { AuditLine, BatchChanges, JournalLine } from './batch-changes.ts'
import { type Columns, columnsOf, remove, type Write, write } from './set-insert.ts'

// Longer than 300 lines, for it is one table: the columns of every table that the changes of firms are written to.

/** The statements that persist what a batch changed of the firms: their journal, accounts, orders, ledger and audit trail. */
export function firmWrites(changes: BatchChanges): (Write | undefined)[] {
  const at = isoTime(changes.wallTime)
  const date = changes.marketDate
  return [
    write('journal_batches', [...Map.groupBy(changes.journal, ({ tenantId }) => tenantId)], {
      tenant_id: ['int', ([tenantId]) => tenantId],
      sequence: ['bigint', ([, [first]]) => first?.sequence],
      lines: ['json', ([, lines]) => `[${lines.map(journalLine).join()}]`],
    }),
    write(
      'firm_terms',
      changes.firms,
      {
        tenant_id: ['int', (line) => line.tenantId],
        is_closed: ['boolean', (line) => line.isClosed],
      },
      ['tenant_id'],
    ),
    write(
      'settings',
      changes.settings.filter(({ value }) => value !== null),
      {
        tenant_id: ['int', (line) => line.tenantId],
        user_id: ['int', () => null],
        name: ['text', (line) => line.name],
        value: ['text', (line) => line.value],
      },
      ['tenant_id', 'user_id', 'name'],
    ),
    remove(
      'settings',
      changes.settings.filter(({ value }) => value === null),
      {
        tenant_id: ['int', (line) => line.tenantId],
        user_id: ['int', () => null],
        name: ['text', (line) => line.name],
      },
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
        cash_route: ['text', ({ cash = brokerCash }) => cash.route],
        bank_code: ['text', ({ cash = brokerCash }) => cash.bankAccount?.bankCode],
        bank_account: ['text', ({ cash = brokerCash }) => cash.bankAccount?.number],
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
    remove('fee_rates', changes.removedFeeRates, {
      tenant_id: ['int', (line) => line.tenantId],
      side: ['text', (line) => line.side],
      item: ['text', (line) => line.item],
      date_from: ['date', (line) => line.dateFrom],
    }),
    remove('customer_charges', changes.removedAgreements, {
      tenant_id: ['int', (line) => line.tenantId],
      customer_id: ['int', (line) => line.customerId],
      date_from: ['date', (line) => line.dateFrom],
    }),
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
        stop_px: ['int', ({ order }) => order.stopPx],
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
      counted_user: ['int', ({ counted }) => counted?.userId],
      counted_at: ['timestamptz', ({ counted }) => counted && isoTime(counted.at)],
    }),
    write(
      'order_limits',
      changes.limits,
      {
        tenant_id: ['int', (line) => line.tenantId],
        level: ['text', (line) => line.level],
        id: ['text', (line) => line.id],
        order_value: ['bigint', ({ limits }) => limits.orderValue],
        order_qty: ['int', ({ limits }) => limits.orderQty],
        volume_share_bps: ['int', ({ limits }) => limits.volumeShareBps],
        collar_bps: ['int', ({ limits }) => limits.collarBps],
        orders_per_second: ['int', ({ limits }) => limits.ordersPerSecond],
        duplicate_seconds: ['int', ({ limits }) => limits.duplicateSeconds],
        daily_turnover: ['bigint', ({ limits }) => limits.dailyTurnover],
      },
      ['tenant_id', 'level', 'id'],
    ),
    write(
      'kill_switches',
      changes.killSwitches,
      {
        tenant_id: ['int', (line) => line.tenantId],
        scope: ['text', (line) => line.scope],
        id: ['text', (line) => line.id],
        is_on: ['boolean', (line) => line.isOn],
        reason: ['text', (line) => line.reason],
        cause: ['text', (line) => line.cause],
        switched_by: ['text', (line) => line.by],
        since: ['timestamptz', (line) => isoTime(line.since)],
      },
      ['tenant_id', 'scope', 'id'],
    ),
    write(
      'transfer_requests',
      changes.transferRequests,
      {
        tenant_id: ['int', (line) => line.tenantId],
        id: ['bigint', (line) => line.id],
        posting_id: ['text', (line) => line.postingID],
        type: ['text', ({ transfer }) => transfer.type],
        account: ['text', ({ transfer }) => transfer.account],
        amount: ['bigint', ({ transfer }) => ('amount' in transfer ? transfer.amount : null)],
        security_id: ['text', ({ transfer }) => ('securityID' in transfer ? transfer.securityID : null)],
        quantity: ['bigint', ({ transfer }) => ('securityID' in transfer ? transfer.quantity : null)],
        unit_cost: ['bigint', ({ transfer }) => ('securityID' in transfer ? transfer.unitCost : null)],
        cash_route: ['text', ({ transfer }) => ('cash' in transfer ? transfer.cash.route : null)],
        bank_code: [
          'text',
          ({ transfer }) => ('cash' in transfer ? transfer.cash.bankAccount?.bankCode : null),
        ],
        bank_account: [
          'text',
          ({ transfer }) => ('cash' in transfer ? transfer.cash.bankAccount?.number : null),
        ],
        reference: ['text', ({ transfer }) => ('cash' in transfer ? '' : transfer.reference)],
        narration: ['text', ({ transfer }) => ('cash' in transfer ? '' : transfer.narration)],
        state: ['text', (line) => line.state],
        maker_id: ['int', (line) => line.makerId],
        maker_name: ['text', (line) => line.makerName],
        made_at: ['timestamptz', (line) => line.madeAt],
        market_date: ['date', (line) => line.marketDate],
        decider_id: ['int', ({ decision }) => decision?.deciderId],
        decider_name: ['text', ({ decision }) => decision?.deciderName],
        decided_at: ['timestamptz', ({ decision }) => decision?.decidedAt],
        reason: ['text', ({ decision }) => decision?.reason],
        posted: ['bigint', (line) => line.posted],
        decided: ['bigint', ({ decision }) => decision?.sequence],
      },
      ['tenant_id', 'id'],
    ),
    write('mails', changes.mails, {
      tenant_id: ['int', (mail) => mail.tenantId],
      id: ['uuid', (mail) => mail.id],
      user_id: ['int', (mail) => mail.userId],
      template: ['text', (mail) => mail.template],
      sealed: ['bytea', (mail) => `\\x${mail.sealed}`],
      creation_time: ['timestamptz', (mail) => isoTime(mail.at)],
      next_attempt_at: ['timestamptz', (mail) => isoTime(mail.at)],
    }),
    write('corporate_action_holdings', changes.registered, {
      tenant_id: ['int', (line) => line.tenantId],
      action_id: ['bigint', (line) => line.actionID],
      account: ['text', (line) => line.account],
      quantity: ['bigint', (line) => line.quantity],
    }),
    write(
      'firm_days',
      changes.firmDays,
      {
        tenant_id: ['int', (line) => line.tenantId],
        market_date: ['date', (line) => line.marketDate],
      },
      ['tenant_id'],
    ),
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
        lines: ['json', ({ note }) => JSON.stringify(note.lines, bigintAsText)],
        net_amount: ['bigint', ({ note }) => netOf(note)],
        realised_gain: ['bigint', ({ note }) => note.realisedGain],
        provisional: ['boolean', ({ note }) => note.provisional],
        settled: ['boolean', ({ note }) => note.settled],
      },
      ['tenant_id', 'number'],
    ),
    ...auditWrites(changes.audit, at),
  ]
}

/** The audit rows in their order: those that changed nothing at once, each of the others with its changes. */
function auditWrites(lines: readonly AuditLine[], at: string): (Write | undefined)[] {
  const columns = auditColumns(at)
  const writes: (Write | undefined)[] = []
  let plain: AuditLine[] = []
  for (const line of lines) {
    if (!line.changes?.length) {
      plain.push(line)
      continue
    }
    writes.push(write('audit_log', plain, columns), writeBeside(line, columns))
    plain = []
  }
  return [...writes, write('audit_log', plain, columns)]
}

/** One audit row with what it changed, which carries the number that the row is given. */
function writeBeside(line: AuditLine, columns: Columns<AuditLine>): Write | undefined {
  const row = write('audit_log', [line], columns)
  const values = columnsOf(line.changes ?? [], changeColumns)
  const first = row ? row.values.length + 1 : 0
  const arrays = Object.values(changeColumns).map(([type], index) => `$${first + index}::${type}[]`)
  return (
    row && {
      name: 'audit_log with changes',
      text: `WITH logged AS (${row.text} RETURNING tenant_id, id)
        INSERT INTO audit_changes (tenant_id, audit_id, number, ${Object.keys(changeColumns).join(', ')})
        SELECT tenant_id, id, number, ${Object.keys(changeColumns).join(', ')} FROM logged,
          unnest(${arrays.join(', ')}) WITH ORDINALITY AS change (${Object.keys(changeColumns).join(', ')}, number)`,
      values: [...row.values, ...values],
    }
  )
}

const changeColumns: Columns<AuditChange> = {
  entity: ['text', ({ entity }) => entity],
  entity_id: ['text', ({ id }) => id],
  before: ['json', ({ before }) => changedJson(before)],
  after: ['json', ({ after }) => changedJson(after)],
}

const auditColumns = (at: string): Columns<AuditLine> => ({
  tenant_id: ['int', ({ origin }) => origin.tenantId],
  user_id: ['int', ({ origin }) => origin.userId],
  user_name: ['text', ({ origin }) => origin.userName],
  service_name: ['text', (line) => line.serviceName],
  method_name: ['text', (line) => line.methodName],
  parameters: ['text', (line) => fittingJson(line.parameters, auditLength.parameters)],
  execution_time: ['timestamptz', () => at],
  execution_duration: ['int', () => 0],
  client_ip_address: ['text', ({ origin }) => origin.clientIpAddress],
  browser_info: ['text', ({ origin }) => origin.browserInfo],
  exception: ['text', (line) => line.exception],
})

/** A line of the journal as a member of its batch: `[7,"2026-03-02T09:30:00.000Z","cancelOrder",{"orderID":"5"}]`. */
const journalLine = ({ sequence, at, kind, body }: JournalLine): string =>
  `[${sequence},"${isoTime(at)}","${kind}",${body}]`

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
