import { firmSettings } from '@tradebook/contract'
import { REQUEST_DAYS } from '../../apps/server/src/desk/decisions/requests.ts'
import { HOST } from '../../apps/server/src/store/host.ts'

/** The days whose market trades are kept: of older ones there are none any more (`drop_trades_before`). */
const FIRST_DAY_OF_TRADES = `(
      SELECT to_date(min(right(inhrelid::regclass::text, 8)), 'YYYYMMDD') FROM pg_inherits
      WHERE inhparent = 'market_trades'::regclass)`

const PROCEEDS = firmSettings.unsettledProceedsUsable.name

/** The cash of every account, with what may be spent of it by the setting of its firm, else the host's, else the default. */
const CASH = `
      SELECT c.*, balance - held - CASE WHEN coalesce(
          (SELECT value FROM settings WHERE (tenant_id, name) = (c.tenant_id, '${PROCEEDS}') AND user_id IS NULL),
          (SELECT value FROM settings WHERE (tenant_id, name) = (${HOST}, '${PROCEEDS}') AND user_id IS NULL),
          '${firmSettings.unsettledProceedsUsable.default}')::boolean THEN 0 ELSE unsettled_sells END AS usable,
        coalesce((SELECT sum(amount) FROM transfer_requests r WHERE (r.tenant_id, r.account) = (c.tenant_id, c.account)
          AND type = 'reversal' AND state = 'pending' AND details -> 'of' ->> 'type' = 'deposit'), 0) AS lien,
        coalesce((SELECT -sum((postings -> 'NGN' ->> 'customer')::bigint) FROM ledger_entries e
          WHERE (e.tenant_id, e.account) = (c.tenant_id, c.account) AND reverses IS NOT NULL
            AND (postings -> 'NGN' ->> 'customer')::bigint < 0), 0) AS taken
      FROM cash_balances c`

/** What no crash may break, asked of the tables themselves. A rule is kept when its query finds no row. */
export const rules: Readonly<Record<string, string>> = {
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
  // Stops without a price wait at the desk until they are triggered.
  'an order without a price waits for the close or in its auction alone': `
    SELECT order_id FROM orders, market_state
    WHERE ord_status IN ('0', '1') AND ord_type = '1' AND time_in_force <> '7'
      AND phase NOT IN ('preClose', 'preCloseImbalance')`,
  'what is immediate is over at once, and fills or kills': `
    SELECT order_id FROM orders WHERE time_in_force IN ('3', '4') AND ord_status IN ('0', '1')
      OR time_in_force = '4' AND cum_qty NOT IN (0, order_qty)`,
  'buyers bought what sellers sold and the market saw': `
    WITH filled AS (
      SELECT orders.security_id, sum(executions.last_qty) FILTER (WHERE orders.side = '1') AS bought,
        sum(executions.last_qty) FILTER (WHERE orders.side = '2') AS sold,
        sum(executions.last_qty) FILTER (WHERE orders.side = '1' AND entry_date >= ${FIRST_DAY_OF_TRADES}) AS bought_lately
      FROM executions JOIN orders USING (tenant_id, order_id)
      JOIN ledger_entries e ON e.kind = 'trade' AND (e.tenant_id, e.sequence) = (orders.tenant_id, executions.sequence)
      WHERE exec_type = 'F' GROUP BY 1
    ), traded AS (SELECT security_id, sum(quantity) AS traded FROM market_trades GROUP BY 1)
    SELECT * FROM filled FULL JOIN traded USING (security_id)
    WHERE bought IS DISTINCT FROM sold OR bought_lately IS DISTINCT FROM traded`,
  'an uncross is at one price': `
    SELECT security_id, trade_time FROM market_trades WHERE trade_condition IN ('open', 'close', 'reopening')
    GROUP BY 1, 2 HAVING count(DISTINCT price) > 1`,
  'a book uncrosses once at the opening and once at the close of a day': `
    SELECT security_id, market_date, trade_condition FROM market_trades WHERE trade_condition IN ('open', 'close')
    GROUP BY 1, 2, 3 HAVING count(DISTINCT trade_time) > 1`,
  // A first start enters the day that was seeded and the one that it is at the same time.
  'the market entered a phase of a day once at a time': `
    SELECT body ->> 'phase', body ->> 'marketDate', at FROM journal WHERE kind = 'phase'
    GROUP BY 1, 2, 3 HAVING count(*) > 1`,
  // One that comes again after more days is another request: its desk knows the first no more.
  'no request was kept twice within the days of which requests are known': `
    SELECT tenant_id, account, cl_ord_id, first.trade_date::text, again.trade_date::text AS again
    FROM order_requests AS first JOIN order_requests AS again USING (tenant_id, account, cl_ord_id)
    WHERE first.trade_date < again.trade_date AND ${REQUEST_DAYS} >= (
      SELECT count(*) FROM generate_series(first.trade_date, again.trade_date, '1 day') AS day
      WHERE extract(isodow FROM day) < 6)`,
  'no two entries of a firm have one place': `
    SELECT tenant_id, sequence, line FROM ledger_entries GROUP BY 1, 2, 3 HAVING count(*) > 1`,
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
  'every manual posting is an entry, every change of terms a line, or it waits, or was rejected': `
    SELECT id FROM transfer_requests AS r WHERE (posted IS NULL) = (state IN ('posted', 'approved'))
      OR type IN ('deposit', 'withdrawal', 'transferIn', 'transferOut') AND posted IS NOT NULL AND NOT EXISTS (
        SELECT FROM ledger_entries AS e
        WHERE (e.tenant_id, e.sequence, e.account, e.kind) = (r.tenant_id, r.posted, r.account, r.type))
      OR type = 'reversal' AND posted IS NOT NULL AND NOT EXISTS (
        SELECT FROM ledger_entries AS e WHERE (e.tenant_id, e.sequence, e.account, e.reverses)
          = (r.tenant_id, r.posted, r.account, (r.details ->> 'reverses')::bigint))
      OR type = 'cashTerms' AND posted IS NOT NULL AND (r.tenant_id, r.posted, r.account) NOT IN (
        SELECT tenant_id, sequence, body -> 'account' ->> 'account' FROM journal WHERE kind = 'changeTerms')
      OR type IN ('freeze', 'unfreeze', 'charges') AND posted IS NOT NULL AND NOT EXISTS (
        SELECT FROM journal AS j WHERE (j.tenant_id, j.sequence) = (r.tenant_id, r.posted) AND j.kind IN (
          r.type || 'Account', CASE r.type WHEN 'charges' THEN r.details -> 'change' ->> 'kind' END))
      OR (r.tenant_id, r.id) NOT IN (SELECT tenant_id, sequence FROM journal)`,
  'an entry is taken back by one of its own account': `
    SELECT r.sequence FROM ledger_entries AS r WHERE reverses IS NOT NULL AND NOT EXISTS (
      SELECT FROM ledger_entries AS e WHERE (e.tenant_id, e.sequence, e.account) = (r.tenant_id, r.reverses, r.account))`,
  'a freeze is in force until the line that ends it': `
    SELECT id FROM account_freezes AS f WHERE (lifted IS NOT NULL) IS DISTINCT FROM EXISTS (
      SELECT FROM journal AS j WHERE j.kind = 'unfreezeAccount' AND j.tenant_id = f.tenant_id
        AND (j.body ->> 'freeze')::bigint = f.id AND j.sequence = coalesce(f.lifted, j.sequence))`,
  'the cash of an account goes where it was approved last': `
    SELECT account, t.cash_route, r.cash_route FROM trading_accounts t JOIN (
      SELECT DISTINCT ON (tenant_id, account) * FROM transfer_requests
      WHERE type = 'cashTerms' AND state = 'approved' ORDER BY tenant_id, account, posted DESC
    ) AS r USING (tenant_id, account)
    WHERE (t.cash_route, t.bank_code, t.bank_account) IS DISTINCT FROM (r.cash_route, r.bank_code, r.bank_account)`,
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
    ) AS entries WHERE holding IS DISTINCT FROM CASE WHEN postings ? security_id THEN summed END`,
  'the last entry of a position leaves what it costs': `
    SELECT p.account, p.security_id, p.cost, last.cost FROM positions p JOIN (
      SELECT DISTINCT ON (tenant_id, account, security_id) * FROM ledger_entries WHERE holding IS NOT NULL
      ORDER BY tenant_id, account, security_id, sequence DESC, line DESC
    ) AS last USING (tenant_id, account, security_id) WHERE p.cost IS DISTINCT FROM last.cost`,
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
    SELECT sequence FROM executions x WHERE exec_type = 'F' AND (trade_number IS NULL OR NOT EXISTS (
      SELECT FROM market_trades t WHERE t.trade_number = x.trade_number) AND EXISTS (
      SELECT FROM ledger_entries e WHERE e.kind = 'trade' AND (e.tenant_id, e.sequence) = (x.tenant_id, x.sequence)
        AND entry_date >= ${FIRST_DAY_OF_TRADES}))`,
  // What is due of an action is so once the firm's books began its payment date.
  'a corporate action gives each registered holding its due, once': `
    WITH due AS (
      SELECT h.tenant_id, h.account, security_id, 'CA' || a.id AS reference, due.kind, due.amount
      FROM corporate_action_holdings h JOIN corporate_actions a ON a.id = h.action_id AND revoked_at IS NULL
      JOIN firm_days f ON f.tenant_id = h.tenant_id AND f.market_date >= pay_date
      CROSS JOIN LATERAL (SELECT div(h.quantity::numeric * rate, 100) AS gross,
        div(h.quantity::numeric * ratio_shares, ratio_held) AS given) AS figures
      CROSS JOIN LATERAL (VALUES
        ('dividend', gross), ('withholdingTax', -div(gross * 10 + 50, 100)),
        ('bonus', CASE type WHEN 'bonus' THEN given END),
        ('split', CASE type WHEN 'split' THEN given - h.quantity END)
      ) AS due (kind, amount) WHERE due.amount <> 0
    ), given AS (
      SELECT tenant_id, account, security_id, reference,
        CASE kind WHEN 'consolidation' THEN 'split' ELSE kind END AS kind,
        sum(coalesce(postings -> 'NGN' ->> 'customer', postings -> security_id ->> 'custody')::numeric) AS amount
      FROM ledger_entries WHERE kind IN ('dividend', 'withholdingTax', 'bonus', 'split', 'consolidation')
      GROUP BY 1, 2, 3, 4, 5
    )
    SELECT account, reference, kind, due.amount AS due, given.amount AS given
    FROM due FULL JOIN given USING (tenant_id, account, security_id, reference, kind)
    WHERE due.amount IS DISTINCT FROM given.amount`,
  'what is available is neither held, nor to be reversed, nor, where the firm lets it not be spent, to be received': `
    SELECT account, available, usable, lien FROM (${CASH}) AS cash WHERE available <> greatest(usable - lien, 0)`,
  // What was spent stays spent when the setting is changed (decision 051), and when money is taken back (152, 158).
  'nobody spent more than was usable, except for what was taken back, and proceeds that were usable until the firm changed that': `
    SELECT account, usable, taken FROM (${CASH}) AS cash WHERE usable + taken < 0 AND (balance + taken < held OR NOT EXISTS (
      SELECT FROM journal j WHERE j.kind = 'changeSettings' AND j.tenant_id IN (cash.tenant_id, ${HOST})
        AND j.body -> 'texts' -> '${PROCEEDS}' IS NOT NULL))`,
}
