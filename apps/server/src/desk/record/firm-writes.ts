import { brokerCash, isoTime } from '@tradebook/contract'
import { HOST } from '../../store/host.ts'
import type { BatchChanges, JournalLine } from '../decisions/batch-changes.ts'
import { movedBy, type Requested } from '../decisions/transfer-request.ts'
import { auditWrites } from './audit-writes.ts'
import { agreementColumns, agreementKey, feeRateColumns, feeRateKey } from './fee-rows.ts'
import { freezeColumns } from './freeze-row.ts'
import { ledgerWrites } from './ledger-writes.ts'
import { limitColumns } from './limit-row.ts'
import { orderColumns } from './order-row.ts'
import { reportWrites } from './report-writes.ts'
import { remove, type Write, write } from './set-insert.ts'
import { detailsOf } from './transfer-request-row.ts'

/** The statements that persist what a batch changed of the firms: their journal, accounts, orders, ledger and audit trail. */
export function firmWrites(changes: BatchChanges): (Write | undefined)[] {
  const at = changes.wallTime
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
        bank_account_name: ['text', (line) => line.bankAccountName],
      },
      ['tenant_id', 'account'],
    ),
    write('fee_rates', changes.feeRates, feeRateColumns, ['tenant_id', 'side', 'item', 'date_from']),
    write('customer_charges', changes.customerCharges, agreementColumns, [
      'tenant_id',
      'customer_id',
      'date_from',
    ]),
    remove('fee_rates', changes.removedFeeRates, feeRateKey),
    remove('customer_charges', changes.removedAgreements, agreementKey),
    write('orders', changes.orders, orderColumns, ['tenant_id', 'order_id']),
    write('order_requests', changes.requests, {
      tenant_id: ['int', (line) => line.tenantId],
      account: ['text', (line) => line.account],
      trade_date: ['date', () => date],
      cl_ord_id: ['text', (line) => line.clOrdID],
      order_id: ['bigint', (line) => line.orderID],
      fingerprint: ['text', (line) => line.fingerprint],
      counted_user: ['int', ({ counted }) => counted?.userId],
      counted_at: ['timestamptz', ({ counted }) => counted?.at],
    }),
    write('order_limits', changes.limits, limitColumns, ['tenant_id', 'level', 'id']),
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
        since: ['timestamptz', (line) => line.since],
        halts_orders: ['boolean', (line) => line.haltsOrders],
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
        payment_request: ['int', (line) => line.paymentRequest],
        type: ['text', ({ transfer }) => transfer.type],
        account: ['text', ({ transfer }) => transfer.account],
        amount: ['bigint', ({ transfer }) => amountOf(transfer)],
        security_id: ['text', ({ transfer }) => sharesOf(transfer)?.securityID],
        quantity: ['bigint', ({ transfer }) => sharesOf(transfer)?.quantity],
        unit_cost: ['bigint', ({ transfer }) => ('unitCost' in transfer ? transfer.unitCost : null)],
        cash_route: ['text', ({ transfer }) => ('cash' in transfer ? transfer.cash.route : null)],
        bank_code: ['text', ({ transfer }) => bankAccountOf(transfer)?.bankCode],
        bank_account: ['text', ({ transfer }) => bankAccountOf(transfer)?.number],
        reference: ['text', ({ transfer }) => ('reference' in transfer ? transfer.reference : '')],
        narration: ['text', ({ transfer }) => wordsOf(transfer)],
        details: ['json', ({ transfer }) => detailsOf(transfer)],
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
    write(
      'trade_corrections',
      changes.tradeCorrections,
      {
        tenant_id: ['int', () => HOST],
        id: ['bigint', (line) => line.id],
        trade_number: ['bigint', (line) => line.tradeNumber],
        order_id: ['bigint', (line) => line.orderID],
        security_id: ['text', (line) => line.securityID],
        market_date: ['date', (line) => line.marketDate],
        price: ['int', ({ traded }) => traded.price],
        quantity: ['int', ({ traded }) => traded.quantity],
        new_price: ['int', ({ becomes }) => becomes?.price],
        new_quantity: ['int', ({ becomes }) => becomes?.quantity],
        reason: ['text', (line) => line.reason],
        state: ['text', (line) => line.state],
        maker_id: ['int', (line) => line.makerId],
        maker_name: ['text', (line) => line.makerName],
        made_at: ['timestamptz', (line) => line.madeAt],
        decider_id: ['int', ({ decision }) => decision?.deciderId],
        decider_name: ['text', ({ decision }) => decision?.deciderName],
        decided_at: ['timestamptz', ({ decision }) => decision?.decidedAt],
        decided_why: ['text', ({ decision }) => decision?.reason],
      },
      ['tenant_id', 'id'],
    ),
    write('account_freezes', changes.freezes, freezeColumns, ['tenant_id', 'id']),
    write('mails', changes.mails, {
      tenant_id: ['int', (mail) => mail.tenantId],
      id: ['uuid', (mail) => mail.id],
      user_id: ['int', (mail) => mail.userId],
      template: ['text', (mail) => mail.template],
      sealed: ['bytea', (mail) => Buffer.from(mail.sealed, 'hex')],
      creation_time: ['timestamptz', (mail) => mail.at],
      next_attempt_at: ['timestamptz', (mail) => mail.at],
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
      transact_time: ['timestamptz', ({ order }) => order.transactTime],
      exec_ref: ['bigint', (line) => line.execRef],
    }),
    ...reportWrites(changes),
    ...ledgerWrites(changes),
    ...auditWrites(changes.audit, at),
  ]
}

const amountOf = (asked: Requested) => {
  const moved = movedBy(asked)
  return moved && 'amount' in moved ? moved.amount : null
}

const sharesOf = (asked: Requested) => {
  const moved = movedBy(asked)
  return moved && 'securityID' in moved ? moved : null
}

/** The bank account that is to be on file, or that a withdrawal goes to. */
const bankAccountOf = (asked: Requested) =>
  asked.type === 'cashTerms' ? asked.cash.bankAccount : asked.type === 'withdrawal' ? asked.payee : null

const wordsOf = (asked: Requested): string =>
  'narration' in asked ? asked.narration : 'reason' in asked ? asked.reason : ''

/** A line of the journal as a member of its batch: `[7,"2026-03-02T09:30:00.000Z","cancelOrder",{"orderID":"5"}]`. */
const journalLine = ({ sequence, at, kind, body }: JournalLine): string =>
  `[${sequence},"${isoTime(at)}","${kind}",${body}]`
