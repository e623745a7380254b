-- What a firm knows of a customer beside the name: what the request said, as staff corrected it since. The bank account
-- is that of the account's terms, and the depository's numbers are those that it gave.
ALTER TABLE customers
  ADD COLUMN account_type text CHECK (account_type IN ('individual', 'joint', 'corporate')),
  ADD COLUMN particulars jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN opened_at timestamptz;
GRANT UPDATE (account_type, particulars, opened_at) ON customers TO tradebook_tenant;

ALTER TABLE customers NO FORCE ROW LEVEL SECURITY;
ALTER TABLE account_requests NO FORCE ROW LEVEL SECURITY;
UPDATE customers SET
  account_type = request.account_type,
  particulars = request.fields - ARRAY['bankSortCode', 'bankAccountNumber', 'cscsAccount', 'chn', 'consent'],
  opened_at = request.opened_at
FROM account_requests request
WHERE request.status = 4 AND request.tenant_id = customers.tenant_id AND request.customer_id = customers.id;
ALTER TABLE customers FORCE ROW LEVEL SECURITY;
ALTER TABLE account_requests FORCE ROW LEVEL SECURITY;

-- A request that staff entered from paper: who did.
ALTER TABLE account_requests ADD COLUMN made_by int;

-- Corrections of what is kept of a customer: what was there and what is to be. A sensitive one waits for another person.
CREATE TABLE customer_changes (
  tenant_id    int NOT NULL REFERENCES tenants,
  id           int NOT NULL GENERATED ALWAYS AS IDENTITY,
  customer_id  int NOT NULL,
  before       jsonb NOT NULL,
  after        jsonb NOT NULL,
  reason       text NOT NULL,
  state        text NOT NULL CHECK (state IN ('waiting', 'made', 'rejected')),
  maker_id     int NOT NULL,
  maker_name   text NOT NULL,
  made_at      timestamptz NOT NULL,
  decider_id   int,
  decider_name text,
  decided_at   timestamptz,
  decision     text,                         -- why it was rejected
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers,
  CHECK (state <> 'waiting' OR decider_id IS NULL)
);
CREATE INDEX customer_changes_of_customer ON customer_changes (tenant_id, customer_id, id);
CREATE UNIQUE INDEX customer_changes_waiting ON customer_changes (tenant_id, customer_id) WHERE state = 'waiting';

-- Which of the staff looked at what of a customer, or of a request that is none yet: once for each day and screen.
CREATE TABLE customer_views (
  tenant_id int NOT NULL REFERENCES tenants,
  subject   text NOT NULL CHECK (subject IN ('customer', 'request')),
  subject_id int NOT NULL,
  day       date NOT NULL,
  user_id   int NOT NULL,
  user_name text NOT NULL,
  screen    text NOT NULL,
  first_at  timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, subject, subject_id, day, user_id, screen)
);

SELECT protect_tenant_table(name::regclass) FROM unnest(ARRAY['customer_changes', 'customer_views']) AS name;
GRANT SELECT, INSERT, UPDATE ON customer_changes TO tradebook_tenant;
GRANT SELECT, INSERT ON customer_views TO tradebook_tenant;
