import { feesOf, kobo, publishedCharges, Side, totalOf } from '@tradebook/contract'
import { Client } from 'pg'
import { pino } from 'pino'
import { SUPERUSER, startEmbedded } from '../../apps/server/src/store/embedded.ts'

/** What no crash may break, asked of the tables themselves. A rule is kept when its query finds no row. */
const rules: Readonly<Record<string, string>> = {
  'every entry sums to zero in every asset': `
    SELECT tenant_id, sequence, line, asset, sum(amount) FROM ledger_postings
    GROUP BY 1, 2, 3, 4 HAVING sum(amount) <> 0`,
  'every firm sums to zero in every asset': `
    SELECT tenant_id, asset, sum(amount) FROM ledger_postings GROUP BY 1, 2 HAVING sum(amount) <> 0`,
  'what one firm clears another one does': `
    SELECT asset, sum(amount) FROM ledger_postings WHERE ledger_account = 'clearing'
    GROUP BY 1 HAVING sum(amount) <> 0`,
  'cash balances are the sum of their postings': `
    SELECT account, balance, posted FROM cash_balances LEFT JOIN (
      SELECT tenant_id, account, sum(amount) AS posted FROM ledger_postings
      WHERE ledger_account = 'customer' GROUP BY 1, 2
    ) AS postings USING (tenant_id, account) WHERE balance <> coalesce(posted, 0)`,
  'positions are the sum of their postings': `
    SELECT account, security_id, settled, unsettled_in, unsettled_out FROM positions LEFT JOIN (
      SELECT tenant_id, account, asset AS security_id,
        coalesce(sum(amount) FILTER (WHERE ledger_account = 'custody'), 0) AS custody,
        coalesce(sum(amount) FILTER (WHERE ledger_account = 'custody:unsettled'), 0) AS unsettled
      FROM ledger_postings WHERE ledger_account IN ('custody', 'custody:unsettled') GROUP BY 1, 2, 3
    ) AS postings USING (tenant_id, account, security_id)
    WHERE settled <> coalesce(custody, 0) OR unsettled_in - unsettled_out <> coalesce(unsettled, 0)`,
  'shares on hold are what open sell orders leave': `
    SELECT account, security_id, held, owed FROM positions LEFT JOIN (
      SELECT tenant_id, account, security_id, sum(leaves_qty) AS owed FROM orders
      WHERE ord_status IN ('0', '1') AND side = '2' GROUP BY 1, 2, 3
    ) AS open USING (tenant_id, account, security_id) WHERE held <> coalesce(owed, 0)`,
  'an order that is done holds nothing': `
    SELECT order_id FROM orders WHERE ord_status NOT IN ('0', '1') AND (hold_amount <> 0 OR leaves_qty <> 0)`,
  'an order is filled by its trades, each counted once': `
    SELECT orders.order_id, orders.cum_qty, sum(executions.last_qty)
    FROM orders LEFT JOIN executions ON executions.tenant_id = orders.tenant_id
      AND executions.order_id = orders.order_id AND exec_type = 'F'
    GROUP BY orders.tenant_id, orders.order_id HAVING orders.cum_qty <> coalesce(sum(executions.last_qty), 0)`,
  'buyers bought what sellers sold and the market saw': `
    WITH filled AS (
      SELECT security_id, sum(executions.last_qty) FILTER (WHERE side = '1') AS bought,
        sum(executions.last_qty) FILTER (WHERE side = '2') AS sold
      FROM executions JOIN orders USING (tenant_id, order_id) WHERE exec_type = 'F' GROUP BY 1
    ), traded AS (SELECT security_id, sum(quantity) AS traded FROM market_trades GROUP BY 1)
    SELECT * FROM filled FULL JOIN traded USING (security_id)
    WHERE bought IS DISTINCT FROM sold OR bought IS DISTINCT FROM traded`,
  'an uncross is at one price': `
    SELECT security_id, trade_time FROM market_trades WHERE trade_condition IN ('open', 'close', 'reopening')
    GROUP BY 1, 2 HAVING count(DISTINCT price) > 1`,
  'a book uncrosses once at the opening and once at the close of a day': `
    SELECT security_id, market_date, trade_condition FROM market_trades WHERE trade_condition IN ('open', 'close')
    GROUP BY 1, 2, 3 HAVING count(DISTINCT trade_time) > 1`,
  'the market entered a phase once at a time': `
    SELECT body ->> 'phase', at FROM journal WHERE kind = 'phase' GROUP BY 1, 2 HAVING count(*) > 1`,
  'no request was kept twice': `
    SELECT tenant_id, account, cl_ord_id, count(*) FROM order_requests GROUP BY 1, 2, 3 HAVING count(*) > 1`,
  // What foreign keys would promise, had the desk's own tables any.
  'every execution is of an order': `
    SELECT sequence FROM executions WHERE NOT EXISTS (
      SELECT FROM orders WHERE (orders.tenant_id, orders.order_id) = (executions.tenant_id, executions.order_id))`,
  'every request is of an order': `
    SELECT cl_ord_id FROM order_requests WHERE NOT EXISTS (
      SELECT FROM orders WHERE (orders.tenant_id, orders.order_id) = (order_requests.tenant_id, order_requests.order_id))`,
  'every entry has postings': `
    SELECT sequence, line FROM ledger_entries AS e WHERE NOT EXISTS (
      SELECT FROM ledger_postings AS p WHERE (p.tenant_id, p.sequence, p.line) = (e.tenant_id, e.sequence, e.line))`,
  'every entry is of an account': `
    SELECT sequence FROM ledger_entries AS e WHERE NOT EXISTS (
      SELECT FROM trading_accounts AS a WHERE (a.tenant_id, a.account) = (e.tenant_id, e.account))`,
  'every execution and entry is in the journal': `
    (SELECT tenant_id, sequence FROM executions UNION SELECT tenant_id, sequence FROM ledger_entries)
    EXCEPT SELECT tenant_id, sequence FROM journal`,
  'every posting by hand is an entry, or waits, or was rejected': `
    SELECT id FROM transfer_requests AS r WHERE (posted IS NULL) = (state IN ('posted', 'approved'))
      OR posted IS NOT NULL AND NOT EXISTS (
        SELECT FROM ledger_entries AS e WHERE (e.tenant_id, e.sequence, e.account) = (r.tenant_id, r.posted, r.account))
      OR (r.tenant_id, r.id) NOT IN (SELECT tenant_id, sequence FROM journal)`,
  'every journal line is of a firm': `
    SELECT sequence FROM journal WHERE NOT EXISTS (SELECT FROM tenants WHERE tenants.id = journal.tenant_id)`,
  'every audit row is of a firm': `
    SELECT id FROM audit_log WHERE NOT EXISTS (SELECT FROM tenants WHERE tenants.id = audit_log.tenant_id)`,
  'every notification is of a user': `
    SELECT id FROM notifications AS n WHERE NOT EXISTS (
      SELECT FROM users WHERE (users.tenant_id, users.id) = (n.tenant_id, n.user_id))`,
  'every market trade is of a listed security': `
    SELECT trade_number FROM market_trades WHERE NOT EXISTS (
      SELECT FROM securities WHERE securities.security_id = market_trades.security_id)`,
  'an entry leaves the balance that its account’s postings sum to': `
    SELECT account, sequence, balance, summed FROM (
      SELECT *, sum((postings -> 'NGN' ->> 'customer')::bigint) OVER (
        PARTITION BY tenant_id, account ORDER BY sequence, line) AS summed FROM ledger_entries
    ) AS entries WHERE postings -> 'NGN' ? 'customer' AND balance IS DISTINCT FROM summed`,
  'an entry leaves the shares that its account’s postings sum to': `
    SELECT account, sequence, holding, summed FROM (
      SELECT *, sum(coalesce((postings -> security_id ->> 'custody')::bigint, 0)
        + coalesce((postings -> security_id ->> 'custody:unsettled')::bigint, 0)) OVER (
        PARTITION BY tenant_id, account, security_id ORDER BY sequence, line) AS summed FROM ledger_entries
    ) AS entries WHERE security_id IS NOT NULL AND holding IS DISTINCT FROM summed`,
  'the last entry of a position leaves what it costs': `
    SELECT p.account, p.security_id, p.cost, last.cost FROM positions p JOIN (
      SELECT DISTINCT ON (tenant_id, account, security_id) * FROM ledger_entries WHERE security_id IS NOT NULL
      ORDER BY tenant_id, account, security_id, sequence DESC, line DESC
    ) AS last USING (tenant_id, account, security_id) WHERE p.cost <> last.cost`,
  'entries are posted day after day': `
    SELECT sequence, entry_date FROM (
      SELECT *, lag(entry_date) OVER (PARTITION BY tenant_id ORDER BY sequence, line) AS before FROM ledger_entries
    ) AS entries WHERE entry_date < before`,
  'the end of a day is its last entry': `
    SELECT account, d.market_date, d.balance FROM cash_days d JOIN desk ON d.market_date < desk.market_date
    WHERE balance <> (SELECT sum((postings -> 'NGN' ->> 'customer')::bigint) FROM ledger_entries e
      WHERE (e.tenant_id, e.account) = (d.tenant_id, d.account) AND entry_date <= d.market_date)`,
  'notes are numbered without a gap, by their first trades': `
    SELECT tenant_id, number FROM (
      SELECT n.tenant_id, n.number, row_number() OVER (PARTITION BY n.tenant_id ORDER BY min(e.sequence)) AS counted
      FROM contract_notes n JOIN ledger_entries e ON e.kind = 'trade'
        AND (e.tenant_id, e.note_number) = (n.tenant_id, n.number) GROUP BY 1, 2
    ) AS notes WHERE number <> counted`,
  'a note is its trades': `
    SELECT n.tenant_id, n.number, n.quantity, n.consideration, n.trades, count(x.sequence) FROM contract_notes n
    LEFT JOIN ledger_entries e ON e.kind = 'trade' AND (e.tenant_id, e.note_number) = (n.tenant_id, n.number)
    LEFT JOIN executions x ON (x.tenant_id, x.sequence) = (e.tenant_id, e.sequence)
    GROUP BY n.tenant_id, n.number HAVING n.trades <> count(x.sequence) OR n.quantity <> sum(x.last_qty)
      OR n.consideration <> sum(x.last_qty * x.last_px::bigint)`,
  'a note prints the charges that were posted': `
    SELECT tenant_id, note_number, line, printed.amount, posted.amount FROM (
      SELECT tenant_id, number AS note_number, l ->> 'line' AS line, (l ->> 'amount')::bigint AS amount
      FROM contract_notes, json_array_elements(lines) AS l WHERE (l ->> 'amount')::bigint <> 0
    ) AS printed FULL JOIN (
      SELECT e.tenant_id, e.note_number, substr(p.ledger_account, 5) AS line, sum(p.amount) AS amount
      FROM ledger_postings p JOIN ledger_entries e USING (tenant_id, sequence, line)
      WHERE p.ledger_account LIKE 'fee:%' GROUP BY 1, 2, 3
    ) AS posted USING (tenant_id, note_number, line) WHERE printed.amount IS DISTINCT FROM posted.amount`,
  'a note is settled once, and only when it is marked so': `
    SELECT n.tenant_id, n.number, n.settled, count(e.sequence) FROM contract_notes n
    LEFT JOIN ledger_entries e ON e.kind = 'settlement' AND (e.tenant_id, e.note_number) = (n.tenant_id, n.number)
    GROUP BY n.tenant_id, n.number HAVING count(e.sequence) <> CASE WHEN n.settled THEN 1 ELSE 0 END`,
  'every trade of an order has its number': `
    SELECT sequence FROM executions x WHERE exec_type = 'F' AND NOT EXISTS (
      SELECT FROM market_trades t WHERE t.trade_number = x.trade_number)`,
  'no available balance is below zero': `
    SELECT account, available FROM cash_balances WHERE available < 0`,
}

/** An order as in its row. */
export interface OrderRow {
  readonly order_id: string
  readonly account: string
  readonly security_id: string
  readonly side: string
  readonly order_qty: number
  readonly cum_qty: number
  readonly ord_status: string
}

export interface Audit {
  /** The rules that do not hold, with the first rows that break them. */
  readonly broken: Readonly<Record<string, unknown[]>>
  readonly orders: ReadonlyMap<string, OrderRow>
  /** The orders that requests led to, by clOrdID. */
  readonly requests: ReadonlyMap<string, string>
  readonly trades: number
}

/** A connection to a data folder's database, past every row policy. The caller ends it. */
export async function openAsSuperuser(dataFolder: string): Promise<Client> {
  const { host, port, superuserPassword } = await startEmbedded(dataFolder, pino({ level: 'silent' }))
  const client = new Client({
    host,
    port,
    user: SUPERUSER,
    password: superuserPassword,
    database: 'postgres',
  })
  await client.connect()
  return client
}

/** Audits the tables of a data folder's database. */
export async function audit(dataFolder: string): Promise<Audit> {
  const client = await openAsSuperuser(dataFolder)
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const broken: Record<string, unknown[]> = {}
    for (const [rule, query] of Object.entries(rules)) {
      const { rows } = await client.query(`${query} LIMIT 3`)
      if (rows.length > 0) broken[rule] = rows
    }
    const wrong = await wrongHolds(client)
    if (wrong.length > 0) broken['cash on hold is what open orders may still cost'] = wrong

    const orders = await client.query<OrderRow>(
      'SELECT order_id, account, security_id, side, order_qty, cum_qty, ord_status FROM orders',
    )
    const requests = await client.query<{ cl_ord_id: string; order_id: string }>(
      'SELECT cl_ord_id, order_id FROM order_requests',
    )
    const trades = await client.query<{ count: string }>('SELECT count(*) FROM market_trades')
    return {
      broken,
      orders: new Map(orders.rows.map((row) => [row.order_id, row])),
      requests: new Map(requests.rows.map((row) => [row.cl_ord_id, row.order_id])),
      trades: Number(trades.rows[0]?.count),
    }
  } finally {
    await client.end()
  }
}

/**
 * The accounts whose cash on hold is not, to the kobo, the worst consideration of their open
 * purchases and the charges that each contract note of the market day would grow by. Sales of these securities hold
 * no cash: a single share pays for its charges.
 */
async function wrongHolds(client: Client): Promise<unknown[]> {
  const open = await client.query<{ account: string; worst: string; bought: string }>(`
    SELECT account, sum(price::bigint * leaves_qty) AS worst, coalesce(consideration, 0) AS bought
    FROM orders LEFT JOIN (
      SELECT contract_notes.* FROM contract_notes JOIN desk ON desk.market_date = trade_date
    ) AS of_today USING (tenant_id, account, side, security_id)
    WHERE ord_status IN ('0', '1') AND side = '1'
    GROUP BY tenant_id, account, security_id, consideration`)
  const owed = new Map<string, bigint>()
  for (const { account, worst, bought } of open.rows) {
    const charged = totalOf(feesOf(publishedCharges[Side.buy], kobo(BigInt(bought))))
    const whole = totalOf(feesOf(publishedCharges[Side.buy], kobo(BigInt(bought) + BigInt(worst))))
    owed.set(account, (owed.get(account) ?? 0n) + BigInt(worst) + whole - charged)
  }
  const { rows } = await client.query<{ account: string; held: string }>(
    'SELECT account, held FROM cash_balances',
  )
  return rows
    .map(({ account, held }) => ({ account, held: BigInt(held), owed: owed.get(account) ?? 0n }))
    .filter((row) => row.held !== row.owed)
}
