-- What people read of the ledger is written with it. An entry is one row: its postings, which were rows
-- of their own, and what the account has after it. A contract note has its number and its lines as printed.

ALTER TABLE executions ADD COLUMN trade_number bigint;

ALTER TABLE ledger_entries
  ADD COLUMN side        text CHECK (side IN ('1', '2')),  -- of a trade or settlement
  ADD COLUMN quantity    bigint,                -- shares that traded, settled or were transferred
  ADD COLUMN price       bigint,                -- kobo a share, of a trade or a transfer in
  ADD COLUMN note_number int,                   -- of a trade or settlement
  ADD COLUMN balance     bigint,                -- the account's cash after it, where it posts to that
  ADD COLUMN holding     bigint,                -- shares of the security that the account owns after it
  ADD COLUMN cost        bigint,                -- what these cost, kobo
  ADD COLUMN postings    jsonb,                 -- amounts by asset and ledger account
  ALTER COLUMN reference DROP NOT NULL,         -- both only of what is posted by hand
  ALTER COLUMN narration DROP NOT NULL;

ALTER TABLE contract_notes
  ADD COLUMN number        int,                 -- counts the firm's notes without a gap
  ADD COLUMN trades        int,
  ADD COLUMN lines         jsonb,               -- charges as printed: [{"line", "ratePpm", "amount"}]
  ADD COLUMN realised_gain bigint,              -- kobo, of a sale: proceeds less charges less cost
  ADD COLUMN provisional   boolean;             -- until its trade date is over

-- The owner of the tables is under row security, too, but for these statements.
ALTER TABLE journal NO FORCE ROW LEVEL SECURITY;
ALTER TABLE orders NO FORCE ROW LEVEL SECURITY;
ALTER TABLE executions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_entries NO FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_postings NO FORCE ROW LEVEL SECURITY;
ALTER TABLE contract_notes NO FORCE ROW LEVEL SECURITY;

-- Trades, by their executions; settlements, by the words they were given.
UPDATE ledger_entries e SET side = o.side, quantity = x.last_qty, price = x.last_px, reference = NULL, narration = NULL
FROM executions x JOIN orders o USING (tenant_id, order_id)
WHERE e.kind = 'trade' AND (x.tenant_id, x.sequence) = (e.tenant_id, e.sequence);
CREATE TEMP TABLE settled_notes ON COMMIT DROP AS
SELECT tenant_id, sequence, line, account, security_id, left(reference, 10)::date AS trade_date,
  CASE WHEN reference LIKE '% purchase %' THEN '1' ELSE '2' END AS side
FROM ledger_entries WHERE kind = 'settlement';

-- Notes are numbered in the order of their first trades; one that is older than its entries by its date.
UPDATE contract_notes n SET number = numbered.number, trades = numbered.trades
FROM (
  SELECT c.tenant_id, c.account, c.side, c.security_id, c.trade_date, greatest(count(e.sequence), 1) AS trades,
    row_number() OVER (PARTITION BY c.tenant_id ORDER BY c.trade_date, min(e.sequence), c.account, c.security_id, c.side)
      AS number
  FROM contract_notes c LEFT JOIN ledger_entries e ON e.kind = 'trade'
    AND (e.tenant_id, e.account, e.side, e.security_id, e.entry_date)
      = (c.tenant_id, c.account, c.side, c.security_id, c.trade_date)
  GROUP BY 1, 2, 3, 4, 5
) AS numbered
WHERE (n.tenant_id, n.account, n.side, n.security_id, n.trade_date)
  = (numbered.tenant_id, numbered.account, numbered.side, numbered.security_id, numbered.trade_date);
UPDATE ledger_entries e SET note_number = n.number FROM contract_notes n
WHERE e.kind = 'trade' AND (n.tenant_id, n.account, n.side, n.security_id, n.trade_date)
  = (e.tenant_id, e.account, e.side, e.security_id, e.entry_date);
UPDATE ledger_entries e
SET side = s.side, note_number = n.number, quantity = n.quantity, reference = NULL, narration = NULL
FROM settled_notes s JOIN contract_notes n USING (tenant_id, account, side, security_id, trade_date)
WHERE (e.tenant_id, e.sequence, e.line) = (s.tenant_id, s.sequence, s.line);

-- The lines of a note, by the only table of charges there was; a line at nil was not stored.
UPDATE contract_notes n SET
  provisional = coalesce(trade_date >= (SELECT market_date FROM desk), false),
  realised_gain = 0,
  lines = (
    SELECT jsonb_agg(jsonb_build_object('line', line, 'ratePpm', rate, 'amount', coalesce(n.fees ->> line, '0'))
      ORDER BY place)
    FROM (VALUES
      (1, '12', 'commission', 13500), (2, '12', 'commission:vat', 75000), (3, '1', 'sec', 3000), (4, '1', 'sec:vat', 75000),
      (5, '2', 'ngx', 3000), (6, '2', 'ngx:vat', 75000), (7, '2', 'cscs', 3000), (8, '2', 'cscs:vat', 75000),
      (9, '12', 'stampDuty', 800), (10, '12', 'tradeAlert', 0)
    ) AS printed (place, sides, line, rate)
    WHERE position(n.side IN sides) > 0);

-- Postings become a member of their entry, and balances after it are their sums.
UPDATE ledger_entries e SET postings = grouped.postings
FROM (
  SELECT tenant_id, sequence, line, jsonb_object_agg(asset, amounts) AS postings
  FROM (
    SELECT tenant_id, sequence, line, asset, jsonb_object_agg(ledger_account, amount) AS amounts
    FROM ledger_postings GROUP BY 1, 2, 3, 4
  ) AS of_asset GROUP BY 1, 2, 3
) AS grouped
WHERE (e.tenant_id, e.sequence, e.line) = (grouped.tenant_id, grouped.sequence, grouped.line);
UPDATE ledger_entries e SET balance = summed.balance
FROM (
  SELECT tenant_id, sequence, line,
    sum(amount) OVER (PARTITION BY tenant_id, account ORDER BY sequence, line) AS balance
  FROM ledger_postings WHERE ledger_account = 'customer'
) AS summed
WHERE (e.tenant_id, e.sequence, e.line) = (summed.tenant_id, summed.sequence, summed.line);

-- Average cost follows from everything before, so it is found entry by entry: what leaves takes its part,
-- rounded half away from zero, as the ledger does.
CREATE TEMP TABLE walked (
  tenant_id int, sequence bigint, line int, moved numeric, unit_cost numeric, owned numeric, cost numeric, gain numeric
) ON COMMIT DROP;
DO $$
DECLARE
  entry record; owner text := ''; owned numeric; cost numeric; part numeric; gain numeric;
BEGIN
  FOR entry IN
    SELECT e.tenant_id, e.sequence, e.line, e.kind, e.account, e.security_id,
      coalesce((e.postings -> e.security_id ->> 'custody')::numeric, 0)
        + coalesce((e.postings -> e.security_id ->> 'custody:unsettled')::numeric, 0) AS moved,
      (e.postings -> 'NGN' ->> 'customer')::numeric AS cash,
      (j.body #>> '{posting,unitCost,$bigint}')::numeric AS unit_cost
    FROM ledger_entries e LEFT JOIN journal j
      ON e.kind = 'transferIn' AND (j.tenant_id, j.sequence) = (e.tenant_id, e.sequence)
    WHERE e.security_id IS NOT NULL
    ORDER BY e.tenant_id, e.account, e.security_id, e.sequence, e.line
  LOOP
    IF owner <> concat_ws(' ', entry.tenant_id, entry.account, entry.security_id) THEN
      owner := concat_ws(' ', entry.tenant_id, entry.account, entry.security_id);
      owned := 0;
      cost := 0;
    END IF;
    gain := 0;
    IF entry.moved > 0 THEN
      cost := cost + CASE WHEN entry.kind = 'trade' THEN -entry.cash ELSE entry.moved * coalesce(entry.unit_cost, 0) END;
    ELSIF entry.moved < 0 THEN
      part := CASE WHEN owned > 0 THEN div(2 * cost * -entry.moved + owned, 2 * owned) ELSE 0 END;
      cost := cost - part;
      IF entry.kind = 'trade' THEN gain := entry.cash - part; END IF;
    END IF;
    owned := owned + entry.moved;
    INSERT INTO walked VALUES
      (entry.tenant_id, entry.sequence, entry.line, entry.moved, entry.unit_cost, owned, cost, gain);
  END LOOP;
END $$;
UPDATE ledger_entries e SET holding = w.owned, cost = w.cost,
  quantity = coalesce(e.quantity, abs(w.moved)), price = coalesce(e.price, w.unit_cost)
FROM walked w WHERE (e.tenant_id, e.sequence, e.line) = (w.tenant_id, w.sequence, w.line);
UPDATE contract_notes n SET realised_gain = sold.gain
FROM (
  SELECT e.tenant_id, e.note_number, sum(w.gain) AS gain
  FROM walked w JOIN ledger_entries e USING (tenant_id, sequence, line) GROUP BY 1, 2
) AS sold
WHERE n.side = '2' AND (n.tenant_id, n.number) = (sold.tenant_id, sold.note_number);

-- An execution's trade is that of its security, price, quantity and time, where it is the only one.
UPDATE executions x SET trade_number = t.trade_number
FROM orders o, (
  SELECT security_id, price, quantity, trade_time, min(trade_number) AS trade_number
  FROM market_trades GROUP BY 1, 2, 3, 4 HAVING count(*) = 1
) AS t
WHERE x.exec_type = 'F' AND (o.tenant_id, o.order_id) = (x.tenant_id, x.order_id)
  AND (t.security_id, t.price, t.quantity, t.trade_time) = (o.security_id, x.last_px, x.last_qty, x.transact_time);

ALTER TABLE journal FORCE ROW LEVEL SECURITY;
ALTER TABLE orders FORCE ROW LEVEL SECURITY;
ALTER TABLE executions FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_entries FORCE ROW LEVEL SECURITY;
ALTER TABLE contract_notes FORCE ROW LEVEL SECURITY;

DROP TABLE ledger_postings;
ALTER TABLE ledger_entries ALTER COLUMN postings SET NOT NULL;
-- The trades of a note, and by them its orders.
CREATE INDEX ledger_entries_of_note ON ledger_entries (tenant_id, note_number) WHERE note_number IS NOT NULL;

-- The postings as rows, for whoever sums them.
CREATE VIEW ledger_postings WITH (security_invoker = true) AS
SELECT e.tenant_id, e.sequence, e.line, posted.ledger_account,
  CASE WHEN posted.ledger_account IN ('customer', 'custody', 'custody:unsettled') THEN e.account END AS account,
  assets.asset, posted.amount::bigint AS amount
FROM ledger_entries e, jsonb_each(e.postings) AS assets (asset, amounts),
  jsonb_each_text(assets.amounts) AS posted (ledger_account, amount);
GRANT SELECT ON ledger_postings TO tradebook_tenant, tradebook_desk;

-- A note is known by its number; an account's notes are found by their trade date.
ALTER TABLE contract_notes
  DROP COLUMN fees,
  ALTER COLUMN number SET NOT NULL,
  ALTER COLUMN trades SET NOT NULL,
  ALTER COLUMN lines SET NOT NULL,
  ALTER COLUMN realised_gain SET NOT NULL,
  ALTER COLUMN provisional SET NOT NULL,
  DROP CONSTRAINT contract_notes_pkey,
  ADD PRIMARY KEY (tenant_id, number),
  ADD UNIQUE (tenant_id, account, trade_date, security_id, side);

-- Whatever writes them, entries sum to zero in every asset.
CREATE FUNCTION refuse_unbalanced_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE found_one record;
BEGIN
  SELECT w.tenant_id, w.sequence, w.line, assets.asset INTO found_one
  FROM written w, jsonb_each(w.postings) AS assets (asset, amounts)
  WHERE (SELECT sum(amount::bigint) FROM jsonb_each_text(assets.amounts) AS posted (ledger_account, amount))
    IS DISTINCT FROM 0
  LIMIT 1;
  IF FOUND THEN
    RAISE check_violation USING MESSAGE = format('entry %s.%s of firm %s does not sum to zero in %s',
      found_one.sequence, found_one.line, found_one.tenant_id, found_one.asset);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER entries_sum_to_zero AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION refuse_unbalanced_entries();
