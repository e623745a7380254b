-- Customers, orders and the ledger: rows of one firm, never seen by another. The desk's role may
-- read and write the order and ledger tables of every firm, for it is the one writer of them.
-- The rows that it appends with every order name their order, entry or account without a foreign
-- key: both sides are written by one transaction from one value, and checking each again would
-- cost as much as writing it. The kill test looks for orphans instead.

CREATE TABLE customers (
  tenant_id     int NOT NULL REFERENCES tenants,
  id            int NOT NULL,
  name          text NOT NULL,
  email_address text,
  phone_number  text,
  chn           text,
  PRIMARY KEY (tenant_id, id)
);

CREATE TABLE trading_accounts (
  tenant_id    int NOT NULL,
  account      text NOT NULL,
  customer_id  int NOT NULL,
  cscs_account text NOT NULL CHECK (cscs_account ~ '^[0-9]{10}$'),
  PRIMARY KEY (tenant_id, account),
  UNIQUE (tenant_id, cscs_account),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers
);

CREATE TABLE user_trading_accounts (
  tenant_id int NOT NULL,
  user_id   int NOT NULL,
  account   text NOT NULL,
  PRIMARY KEY (tenant_id, user_id, account),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, account) REFERENCES trading_accounts
);

-- Every accepted input and every report, in order: replaying it rebuilds orders, holds and ledger.
CREATE TABLE journal (
  tenant_id int NOT NULL,
  sequence  bigint NOT NULL,
  at        timestamptz NOT NULL,
  kind      text NOT NULL,
  body      jsonb NOT NULL,
  PRIMARY KEY (tenant_id, sequence)
);

CREATE TABLE orders (
  tenant_id      int NOT NULL,
  order_id       bigint NOT NULL,               -- the journal sequence of its entry
  account        text NOT NULL,
  user_id        int NOT NULL,
  user_name      text NOT NULL,
  cl_ord_id      text NOT NULL,
  orig_cl_ord_id text,
  security_id    text NOT NULL,                 -- no reference: a refused order may name anything
  side           text NOT NULL CHECK (side IN ('1', '2')),
  ord_type       text NOT NULL,
  price          int,                           -- kobo
  order_qty      int NOT NULL,
  time_in_force  text NOT NULL,
  expire_date    date,
  text           text,
  ord_status     text NOT NULL,
  cum_qty        int NOT NULL,
  leaves_qty     int NOT NULL,
  filled_value   bigint NOT NULL,               -- kobo, Σ quantity × price
  last_px        int,
  last_qty       int,
  hold_amount    bigint NOT NULL,               -- kobo
  md_entry_id    text,
  ord_rej_reason int,
  refusal        jsonb,
  trade_date     date NOT NULL,
  priority       bigint NOT NULL,
  creation_time  timestamptz NOT NULL,
  transact_time  timestamptz NOT NULL,
  version        int NOT NULL,
  PRIMARY KEY (tenant_id, order_id),
  CHECK (order_qty >= cum_qty AND leaves_qty >= 0),
  CHECK (ord_status NOT IN ('0', '1') OR order_qty = cum_qty + leaves_qty)
);
CREATE INDEX orders_open ON orders (priority) WHERE ord_status IN ('0', '1');
CREATE INDEX orders_of_account ON orders (tenant_id, account, order_id DESC);

-- A client's own id of a request is good once per account and market day.
CREATE TABLE order_requests (
  tenant_id   int NOT NULL,
  account     text NOT NULL,
  trade_date  date NOT NULL,
  cl_ord_id   text NOT NULL,
  order_id    bigint NOT NULL,
  fingerprint text NOT NULL,                    -- tells the same request from another
  PRIMARY KEY (tenant_id, account, trade_date, cl_ord_id)
);

CREATE TABLE executions (
  tenant_id     int NOT NULL,
  sequence      bigint NOT NULL,                -- the journal sequence of its report
  order_id      bigint NOT NULL,
  cl_ord_id     text NOT NULL,
  exec_type     text NOT NULL,
  ord_status    text NOT NULL,
  last_px       int,
  last_qty      int,
  cum_qty       int NOT NULL,
  leaves_qty    int NOT NULL,
  filled_value  bigint NOT NULL,
  text          text,
  transact_time timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, sequence)
);
CREATE INDEX executions_of_order ON executions (tenant_id, order_id);

CREATE TABLE ledger_entries (
  tenant_id   int NOT NULL,
  sequence    bigint NOT NULL,                  -- the journal sequence of its cause
  line        int NOT NULL,                     -- a cause may post several entries
  kind        text NOT NULL,
  account     text NOT NULL,
  security_id text,
  entry_date  date NOT NULL,
  value_date  date NOT NULL,
  reference   text NOT NULL,
  narration   text NOT NULL,
  PRIMARY KEY (tenant_id, sequence, line)
);
CREATE INDEX ledger_entries_of_account ON ledger_entries (tenant_id, account, sequence);

-- The postings of an entry sum to zero per asset. Kobo for NGN, else shares of that security.
CREATE TABLE ledger_postings (
  tenant_id      int NOT NULL,
  sequence       bigint NOT NULL,
  line           int NOT NULL,
  posting        int NOT NULL,
  ledger_account text NOT NULL,
  account        text,
  asset          text NOT NULL,
  amount         bigint NOT NULL,
  PRIMARY KEY (tenant_id, sequence, line, posting)
);

CREATE TABLE cash_balances (
  tenant_id       int NOT NULL,
  account         text NOT NULL,
  balance         bigint NOT NULL,
  held            bigint NOT NULL CHECK (held >= 0),
  unsettled_buys  bigint NOT NULL,
  unsettled_sells bigint NOT NULL,
  available       bigint NOT NULL,
  PRIMARY KEY (tenant_id, account),
  FOREIGN KEY (tenant_id, account) REFERENCES trading_accounts
);

CREATE TABLE positions (
  tenant_id     int NOT NULL,
  account       text NOT NULL,
  security_id   text NOT NULL REFERENCES securities,
  settled       bigint NOT NULL CHECK (settled >= 0),
  unsettled_in  bigint NOT NULL,
  unsettled_out bigint NOT NULL,
  held          bigint NOT NULL CHECK (held >= 0),
  available     bigint NOT NULL CHECK (available >= 0),
  cost          bigint NOT NULL,
  PRIMARY KEY (tenant_id, account, security_id),
  FOREIGN KEY (tenant_id, account) REFERENCES trading_accounts
);

CREATE TABLE contract_notes (
  tenant_id       int NOT NULL,
  account         text NOT NULL,
  side            text NOT NULL,
  security_id     text NOT NULL REFERENCES securities,
  trade_date      date NOT NULL,
  settlement_date date NOT NULL,
  quantity        bigint NOT NULL,
  consideration   bigint NOT NULL,
  fees            jsonb NOT NULL,
  settled         boolean NOT NULL,
  PRIMARY KEY (tenant_id, account, side, security_id, trade_date),
  FOREIGN KEY (tenant_id, account) REFERENCES trading_accounts
);
CREATE INDEX contract_notes_unsettled ON contract_notes (settlement_date) WHERE NOT settled;

SELECT protect_tenant_table(name::regclass)
FROM unnest(ARRAY[
  'customers', 'trading_accounts', 'user_trading_accounts', 'journal', 'orders', 'order_requests',
  'executions', 'ledger_entries', 'ledger_postings', 'cash_balances', 'positions', 'contract_notes'
]) AS name;

-- The firm's own role reads what the desk writes; it writes only its customers.
GRANT SELECT ON customers, trading_accounts, user_trading_accounts, orders, order_requests, executions,
  ledger_entries, ledger_postings, cash_balances, positions, contract_notes TO tradebook_tenant;
GRANT INSERT, UPDATE ON customers, trading_accounts TO tradebook_tenant;
GRANT INSERT, UPDATE, DELETE ON user_trading_accounts TO tradebook_tenant;

SELECT open_to_desk(name::regclass)
FROM unnest(ARRAY[
  'journal', 'orders', 'order_requests', 'executions', 'ledger_entries', 'ledger_postings',
  'cash_balances', 'positions', 'contract_notes'
]) AS name;
GRANT SELECT, INSERT ON journal, order_requests, executions, ledger_entries, ledger_postings TO tradebook_desk;
GRANT SELECT, INSERT, UPDATE ON orders, cash_balances, positions, contract_notes TO tradebook_desk;

SELECT open_to_desk(name::regclass, 'SELECT')
FROM unnest(ARRAY['customers', 'trading_accounts']) AS name;
GRANT SELECT ON customers, trading_accounts TO tradebook_desk;

-- The desk audits what its clients ask of it in the transaction that keeps it; it reads no audit row.
SELECT open_to_desk('audit_log');
GRANT INSERT ON audit_log TO tradebook_desk;
SELECT open_to_desk('tenants', 'SELECT');
GRANT SELECT ON tenants TO tradebook_desk;
