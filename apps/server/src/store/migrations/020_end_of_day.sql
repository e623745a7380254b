-- What accounts had at the end of each market day on which an entry changed it: the newest row up to a past
-- date is what there was on it.
CREATE TABLE cash_days (
  tenant_id   int NOT NULL,
  account     text NOT NULL,
  market_date date NOT NULL,
  balance     bigint NOT NULL,                  -- kobo
  PRIMARY KEY (tenant_id, account, market_date)
);
CREATE TABLE position_days (
  tenant_id   int NOT NULL,
  account     text NOT NULL,
  security_id text NOT NULL,
  market_date date NOT NULL,
  holding     bigint NOT NULL,                  -- shares, settled or not
  cost        bigint NOT NULL,                  -- kobo
  PRIMARY KEY (tenant_id, account, security_id, market_date)
);

-- The days that are over, from their entries.
ALTER TABLE ledger_entries NO FORCE ROW LEVEL SECURITY;
INSERT INTO cash_days
SELECT DISTINCT ON (tenant_id, account, entry_date) tenant_id, account, entry_date, balance
FROM ledger_entries WHERE balance IS NOT NULL AND entry_date < (SELECT market_date FROM desk)
ORDER BY tenant_id, account, entry_date, sequence DESC, line DESC;
INSERT INTO position_days
SELECT DISTINCT ON (tenant_id, account, security_id, entry_date)
  tenant_id, account, security_id, entry_date, holding, cost
FROM ledger_entries
WHERE holding IS NOT NULL AND kind <> 'settlement' AND entry_date < (SELECT market_date FROM desk)
ORDER BY tenant_id, account, security_id, entry_date, sequence DESC, line DESC;
ALTER TABLE ledger_entries FORCE ROW LEVEL SECURITY;

-- Entries are appended day by day, so that this index of a few pages finds those of a day.
CREATE INDEX ledger_entries_by_day ON ledger_entries USING brin (entry_date);

SELECT protect_tenant_table(name::regclass), open_to_desk(name::regclass)
FROM unnest(ARRAY['cash_days', 'position_days']) AS name;
GRANT SELECT ON cash_days, position_days TO tradebook_tenant;
GRANT SELECT, INSERT, UPDATE ON cash_days, position_days TO tradebook_desk;
