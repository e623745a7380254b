-- Trades that the market cancels or corrects.

-- Which execution of the order another one cancels or corrects (ExecRefID).
ALTER TABLE executions ADD COLUMN exec_ref bigint;
CREATE INDEX executions_corrected ON executions (tenant_id, exec_ref) WHERE exec_ref IS NOT NULL;
ALTER TYPE written_executions ADD ATTRIBUTE exec_ref bigint;

-- Which entry of the account an entry reverses, or posts as it was corrected.
CREATE INDEX ledger_entries_reversed ON ledger_entries (tenant_id, reverses) WHERE reverses IS NOT NULL;

-- A final note is not changed: another one replaces it.
ALTER TABLE contract_notes ADD COLUMN replaces int, ADD COLUMN replaced_by int,
  DROP CONSTRAINT contract_notes_tenant_id_account_trade_date_security_id_sid_key;
CREATE UNIQUE INDEX contract_notes_in_force ON contract_notes (tenant_id, account, trade_date, security_id, side)
  WHERE replaced_by IS NULL;
ALTER TYPE written_contract_notes ADD ATTRIBUTE replaces int, ADD ATTRIBUTE replaced_by int;

-- Whoever sold what a cancelled trade had brought owes it: until it is bought, less than nothing is owned.
ALTER TABLE positions DROP CONSTRAINT positions_settled_check, DROP CONSTRAINT positions_available_check;

-- What one person of market control asks for and another one decides.
CREATE TABLE trade_corrections (
  tenant_id    int NOT NULL REFERENCES tenants CHECK (tenant_id = 0), -- the host's
  id           bigint NOT NULL,               -- the journal sequence of the request
  trade_number bigint NOT NULL,
  security_id  text NOT NULL REFERENCES securities,
  market_date  date NOT NULL,                 -- of the trade
  price        int NOT NULL,                  -- kobo, as it stood when it was asked for
  quantity     int NOT NULL,
  new_price    int,                           -- NULL with the quantity: the trade is cancelled
  new_quantity int,
  reason       text NOT NULL,
  state        text NOT NULL CHECK (state IN ('pending', 'approved', 'rejected')),
  maker_id     int NOT NULL,
  maker_name   text NOT NULL,
  made_at      timestamptz NOT NULL,
  decider_id   int,
  decider_name text,
  decided_at   timestamptz,
  decided_why  text,                          -- of a rejection
  PRIMARY KEY (tenant_id, id),
  CHECK ((new_price IS NULL) = (new_quantity IS NULL)),
  CHECK ((state = 'pending') = (decider_id IS NULL))
);
SELECT protect_tenant_table('trade_corrections'), open_to_desk('trade_corrections');
GRANT SELECT ON trade_corrections TO tradebook_tenant;
GRANT SELECT, INSERT, UPDATE ON trade_corrections TO tradebook_desk;
