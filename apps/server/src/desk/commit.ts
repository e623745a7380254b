import { isoTime, type NewsItem } from '@tradebook/contract'
import type { Client } from 'pg'
import type { BatchChanges } from './batch-changes.ts'
import { FencedOut, isAboutData, sqlStateOf, Unrecordable } from './failures.ts'
import { barsOf } from './price-bars.ts'

// Longer than 300 lines, for it is one list: the columns of every table that a batch writes, in the order of their keys.

/**
 * Persists a batch in one transaction of set-based statements, one a table, only for the tables that it
 * touches. All of it travels at once, COMMIT included: when a statement fails PostgreSQL refuses
 * those after it and keeps nothing. So the check that this desk is still the elected one must fail,
 * not answer: it divides by the number of rows it found.
 *
 * @throws FencedOut when it is not; Unrecordable when PostgreSQL refused what the batch contains.
 * After both nothing was kept. After any other error it is unknown whether something was.
 */
export async function commit(client: Client, fence: bigint, changes: BatchChanges): Promise<void> {
  const statements = [
    'BEGIN',
    {
      name: 'elected',
      text: `WITH elected AS (
          UPDATE desk SET sequence = $2, market_time = $3, market_date = $4 WHERE id = 1 AND fence = $1 RETURNING 1)
        SELECT 1 / count(*) FROM elected`,
      values: [fence, changes.sequence, isoTime(changes.time), changes.marketDate],
    },
    ...writesOf(changes),
    'COMMIT',
  ]
  const outcomes = await Promise.allSettled(statements.map((statement) => client.query(statement)))
  if (outcomes[ELECTED]?.status === 'rejected' && sqlStateOf(outcomes[ELECTED].reason) === DIVISION_BY_ZERO)
    throw new FencedOut()
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw isAboutData(failed.reason) ? new Unrecordable(failed.reason) : failed.reason
}

/** The place of the check among the statements, and how it fails. */
const ELECTED = 1
const DIVISION_BY_ZERO = '22012'

/** Whether a batch changed anything that is kept. */
export const isWorthKeeping = (changes: BatchChanges): boolean => writesOf(changes).length > 0

interface Write {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
}

function writesOf(changes: BatchChanges): Write[] {
  const at = isoTime(changes.wallTime)
  const date = changes.marketDate
  const postings = changes.entries.flatMap(({ tenantId, sequence, line, entry }) =>
    entry.postings.map((posting, index) => ({ tenantId, sequence, line, index, ...posting })),
  )
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
      reference: ['text', ({ entry }) => entry.reference],
      narration: ['text', ({ entry }) => entry.narration],
    }),
    write('ledger_postings', postings, {
      tenant_id: ['int', (line) => line.tenantId],
      sequence: ['bigint', (line) => line.sequence],
      line: ['int', (line) => line.line],
      posting: ['int', (line) => line.index],
      ledger_account: ['text', (line) => line.ledgerAccount],
      account: ['text', (line) => line.account],
      asset: ['text', (line) => line.asset],
      amount: ['bigint', (line) => line.amount],
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
        account: ['text', ({ note }) => note.account],
        side: ['text', ({ note }) => note.side],
        security_id: ['text', ({ note }) => note.securityID],
        trade_date: ['date', ({ note }) => note.tradeDate],
        settlement_date: ['date', ({ note }) => note.settlementDate],
        quantity: ['bigint', ({ note }) => note.quantity],
        consideration: ['bigint', ({ note }) => note.consideration],
        fees: ['jsonb', ({ note }) => JSON.stringify(note.fees, bigintAsText)],
        settled: ['boolean', ({ note }) => note.settled],
      },
      ['tenant_id', 'account', 'side', 'security_id', 'trade_date'],
    ),
    write('market_trades', changes.trades, {
      trade_number: ['bigint', (trade) => trade.tradeNumber],
      security_id: ['text', (trade) => trade.securityID],
      price: ['int', (trade) => trade.price],
      quantity: ['int', (trade) => trade.quantity],
      tick_direction: ['text', (trade) => trade.tickDirection],
      trade_condition: ['text', (trade) => trade.tradeCondition],
      rpt_seq: ['int', (trade) => trade.rptSeq],
      trade_time: ['timestamptz', (trade) => isoTime(trade.time)],
      market_date: ['date', () => date],
    }),
    addToBars(changes),
    updateDays(changes),
    write(
      'market_state',
      changes.market ? [changes.market] : [],
      {
        id: ['int', () => 1],
        phase: ['text', (line) => line.phase],
        since: ['timestamptz', (line) => isoTime(line.since)],
        market_date: ['date', (line) => line.marketDate],
        halt_reason: ['text', ({ halt }) => halt?.reason ?? null],
        halted_since: ['timestamptz', ({ halt }) => halt && isoTime(halt.since)],
        breaker_triggers: ['jsonb', (line) => JSON.stringify(line.triggers.map(isoTime))],
      },
      ['id'],
    ),
    write(
      'security_state',
      changes.securityStates,
      {
        security_id: ['text', (line) => line.securityID],
        halted: ['boolean', (line) => line.halted],
        reason: ['text', (line) => line.reason],
        since: ['timestamptz', (line) => isoTime(line.since)],
        reopening_until: ['timestamptz', ({ reopeningUntil: at }) => (at === null ? null : isoTime(at))],
      },
      ['security_id'],
    ),
    write(
      'index_days',
      changes.index ? [changes.index] : [],
      {
        market_date: ['date', (line) => line.marketDate],
        value: ['bigint', (line) => line.value],
        high: ['bigint', (line) => line.high],
        low: ['bigint', (line) => line.low],
      },
      ['market_date'],
    ),
    regroup(changes),
    ...changes.news.map(newsWrite),
    write('audit_log', changes.audit, {
      tenant_id: ['int', ({ origin }) => origin.tenantId],
      user_id: ['int', ({ origin }) => origin.userId],
      user_name: ['text', ({ origin }) => origin.userName],
      service_name: ['text', (line) => line.serviceName],
      method_name: ['text', (line) => line.methodName],
      parameters: ['text', (line) => line.parameters],
      execution_time: ['timestamptz', () => at],
      execution_duration: ['int', () => 0],
      client_ip_address: ['text', ({ origin }) => origin.clientIpAddress],
      browser_info: ['text', ({ origin }) => origin.browserInfo],
      exception: ['text', (line) => line.exception],
    }),
  ].filter((statement) => statement !== undefined)
}

type Columns<Row> = Readonly<Record<string, readonly [type: string, value: (row: Row) => unknown]>>

/** An insert of all rows at once; with `key`, an existing row takes the new values. */
function write<Row>(
  table: string,
  rows: readonly Row[],
  columns: Columns<Row>,
  key?: readonly string[],
): Write | undefined {
  if (rows.length === 0) return undefined
  return { name: table, text: insertText(table, columns, key), values: columnsOf(rows, columns) }
}

const columnsOf = <Row>(rows: readonly Row[], columns: Columns<Row>): string[] =>
  Object.values(columns).map(([, value]) => arrayLiteral(rows.map(value)))

/** PostgreSQL's text of an array. The driver's own costs more than all else the desk does. */
const arrayLiteral = (values: readonly unknown[]): string => `{${values.map(element).join()}}`

const element = (value: unknown): string =>
  typeof value === 'string'
    ? `"${special.test(value) ? value.replace(/["\\]/g, '\\$&') : value}"`
    : value === null || value === undefined
      ? 'NULL'
      : String(value)

const special = /["\\]/

const texts = new Map<string, string>()

function insertText(table: string, columns: Columns<never>, key?: readonly string[]): string {
  const known = texts.get(table)
  if (known) return known
  const names = Object.keys(columns)
  const arrays = Object.values(columns).map(([type], index) => `$${index + 1}::${type}[]`)
  const update = names.filter((name) => !key?.includes(name)).map((name) => `${name} = excluded.${name}`)
  const conflict = key ? ` ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${update.join(', ')}` : ''
  const text = `INSERT INTO ${table} (${names.join(', ')}) SELECT * FROM unnest(${arrays.join(', ')})${conflict}`
  texts.set(table, text)
  return text
}

/** News are few, and an array of arrays has no place in unnest. */
const newsWrite = (item: NewsItem): Write => ({
  name: 'news',
  text: `INSERT INTO news (id, headline, body, source, urgency, security_ids, orig_time)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
  values: [item.id, item.headline, item.body, item.source, item.urgency, item.securityIDs, item.origTime],
})

/** A minute's row grows with each batch that trades in it: in the transaction of the trades, so that none is counted twice. */
function addToBars({ trades }: BatchChanges): Write | undefined {
  if (trades.length === 0) return undefined
  return {
    name: 'price_bars',
    text: `INSERT INTO price_bars AS known (security_id, bar_time, open_px, high_px, low_px, close_px, volume, last_trade)
      SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::int[], $4::int[], $5::int[], $6::int[], $7::bigint[],
        $8::bigint[])
      ON CONFLICT (security_id, bar_time) DO UPDATE SET high_px = greatest(known.high_px, excluded.high_px),
        low_px = least(known.low_px, excluded.low_px), close_px = excluded.close_px,
        volume = known.volume + excluded.volume, last_trade = excluded.last_trade`,
    values: columnsOf(barsOf(trades), {
      security_id: ['text', (bar) => bar.securityID],
      bar_time: ['timestamptz', (bar) => isoTime(bar.time)],
      open_px: ['int', (bar) => bar.openPx],
      high_px: ['int', (bar) => bar.highPx],
      low_px: ['int', (bar) => bar.lowPx],
      close_px: ['int', (bar) => bar.closePx],
      volume: ['bigint', (bar) => bar.volume],
      last_trade: ['bigint', (bar) => bar.lastTrade],
    }),
  }
}

function regroup({ regrouped }: BatchChanges): Write | undefined {
  if (regrouped.length === 0) return undefined
  return {
    name: 'securities',
    text: `UPDATE securities SET price_group = n.price_group FROM unnest($1::text[], $2::text[])
      AS n (security_id, price_group) WHERE securities.security_id = n.security_id`,
    values: columnsOf(regrouped, {
      security_id: ['text', (line) => line.securityID],
      price_group: ['text', (line) => line.priceGroup],
    }),
  }
}

/** The day's row of a security exists since the day began; trades only move its figures. */
function updateDays({ days, marketDate }: BatchChanges): Write | undefined {
  if (days.length === 0) return undefined
  return {
    name: 'daily_statistics',
    text: `UPDATE daily_statistics SET open_px = n.open_px, high_px = n.high_px, low_px = n.low_px,
        last_px = n.last_px, last_qty = n.last_qty, published_px = n.published_px, volume = n.volume,
        value = n.value, trades = n.trades
      FROM unnest($1::text[], $2::date[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[], $8::int[],
        $9::bigint[], $10::bigint[], $11::int[])
        AS n (security_id, market_date, open_px, high_px, low_px, last_px, last_qty, published_px, volume, value, trades)
      WHERE daily_statistics.security_id = n.security_id AND daily_statistics.market_date = n.market_date`,
    values: columnsOf(days, {
      security_id: ['text', ({ securityID }) => securityID],
      market_date: ['date', () => marketDate],
      open_px: ['int', ({ day }) => day.openPx],
      high_px: ['int', ({ day }) => day.highPx],
      low_px: ['int', ({ day }) => day.lowPx],
      last_px: ['int', ({ day }) => day.lastPx],
      last_qty: ['int', ({ day }) => day.lastQty],
      published_px: ['int', ({ day }) => day.publishedPx],
      volume: ['bigint', ({ day }) => day.volume],
      value: ['bigint', ({ day }) => day.value],
      trades: ['int', ({ day }) => day.trades],
    }),
  }
}

const bigintAsText = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value
