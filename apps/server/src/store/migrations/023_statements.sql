-- A statement has a line for each contract note, so a note stores what it moved in its customer's cash.
ALTER TABLE contract_notes ADD COLUMN net_amount bigint; -- kobo, below zero what the customer pays
ALTER TABLE contract_notes NO FORCE ROW LEVEL SECURITY;
UPDATE contract_notes SET net_amount =
  CASE side WHEN '1' THEN -consideration ELSE consideration END
  - (SELECT coalesce(sum((line ->> 'amount')::bigint), 0) FROM jsonb_array_elements(lines) AS line);
ALTER TABLE contract_notes FORCE ROW LEVEL SECURITY;
ALTER TABLE contract_notes ALTER COLUMN net_amount SET NOT NULL;

-- Its other lines: the entries that move cash of an account without a contract note. They are few, so that
-- an order's own entries do not pay for this index.
CREATE INDEX ledger_entries_of_cash ON ledger_entries (tenant_id, account, entry_date)
  WHERE balance IS NOT NULL AND note_number IS NULL;
