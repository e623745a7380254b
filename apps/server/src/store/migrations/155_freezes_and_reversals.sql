-- Documents that were attached to the freeze of an account: a court order, a death certificate, a letter.
CREATE TABLE freeze_documents (
  tenant_id   int NOT NULL REFERENCES tenants,
  id          int NOT NULL GENERATED ALWAYS AS IDENTITY,
  account     text NOT NULL,
  name        text NOT NULL,
  type        text NOT NULL CHECK (type IN ('image/jpeg', 'image/png', 'application/pdf')),
  size        int NOT NULL CHECK (size BETWEEN 1 AND 5242880),
  content     bytea NOT NULL,
  uploaded_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, account) REFERENCES trading_accounts
);
ALTER TABLE freeze_documents ALTER COLUMN content SET STORAGE EXTERNAL;
SELECT protect_tenant_table('freeze_documents');
GRANT SELECT, INSERT, DELETE ON freeze_documents TO tradebook_tenant;

-- Why accounts are frozen. The desk decides by those that are in force, so the desk writes them. Who asked for a freeze
-- and for its end, and who approved that, are rows of transfer_requests.
CREATE TABLE account_freezes (
  tenant_id int NOT NULL,
  id        bigint NOT NULL,                  -- the journal sequence of the freeze, and of its request
  account   text NOT NULL,
  ground    text NOT NULL,
  reason    text NOT NULL,
  from_date date NOT NULL,                    -- of the order, the death or the complaint
  document  int,
  lifted    bigint,                           -- the journal sequence that ended it
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, account) REFERENCES trading_accounts,
  FOREIGN KEY (tenant_id, document) REFERENCES freeze_documents
);
CREATE INDEX account_freezes_of_account ON account_freezes (tenant_id, account, id);
CREATE INDEX account_freezes_in_force ON account_freezes (tenant_id, account) WHERE lifted IS NULL;
SELECT protect_tenant_table('account_freezes'), open_to_desk('account_freezes');
GRANT SELECT ON account_freezes TO tradebook_tenant;
GRANT SELECT, INSERT, UPDATE ON account_freezes TO tradebook_desk;

-- What else two people decide: the end of a freeze, the reversal of an entry, the firm's charges. A freeze is in force at once.
ALTER TABLE transfer_requests
  DROP CONSTRAINT transfer_requests_type_check,
  ADD CONSTRAINT transfer_requests_type_check CHECK (type IN ('deposit', 'withdrawal', 'transferIn', 'transferOut',
    'cashTerms', 'freeze', 'unfreeze', 'reversal', 'charges')),
  ADD COLUMN details json;                    -- what is asked for, where the columns do not have it

-- The bank account that a withdrawal goes to, and the entry that a reversal takes back, once.
ALTER TABLE ledger_entries
  ADD COLUMN payee    text,
  ADD COLUMN reverses bigint;
ALTER TYPE written_ledger_entries ADD ATTRIBUTE payee text, ADD ATTRIBUTE reverses bigint;
CREATE UNIQUE INDEX ledger_entries_taken_back ON ledger_entries (tenant_id, reverses)
  WHERE reverses IS NOT NULL AND kind IN ('deposit', 'withdrawal', 'transferIn', 'transferOut');
-- An entry is found by the request that posted it, and the other way round.
CREATE INDEX transfer_requests_posted ON transfer_requests (tenant_id, posted) WHERE posted IS NOT NULL;

-- A withdrawal goes to the bank account of the account's terms. Accounts that were opened before terms had one get that of
-- the request that opened them.
ALTER TABLE trading_accounts NO FORCE ROW LEVEL SECURITY;
ALTER TABLE account_requests NO FORCE ROW LEVEL SECURITY;
UPDATE trading_accounts AS a
SET bank_code = r.fields ->> 'bankSortCode', bank_account = r.fields ->> 'bankAccountNumber'
FROM account_requests AS r
WHERE r.tenant_id = a.tenant_id AND r.account = a.account AND a.bank_account IS NULL
  AND r.fields ->> 'bankSortCode' <> '' AND r.fields ->> 'bankAccountNumber' ~ '^[0-9]{10}$';
ALTER TABLE trading_accounts FORCE ROW LEVEL SECURITY;
ALTER TABLE account_requests FORCE ROW LEVEL SECURITY;
