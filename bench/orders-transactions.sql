-- The tables of the peer that keeps each order in a transaction of its own: the product's, reduced to what
-- an order needs. No row security, no audit, no journal, no contract notes, no lists to be fast.
CREATE TABLE securities (security_id text PRIMARY KEY);
CREATE TABLE accounts (
  account text PRIMARY KEY,
  balance bigint NOT NULL,                -- kobo
  held    bigint NOT NULL CHECK (held >= 0),
  CHECK (balance >= held)
);
CREATE TABLE holdings (
  account     text NOT NULL,
  security_id text NOT NULL,
  quantity    bigint NOT NULL,
  held        bigint NOT NULL CHECK (held >= 0),
  PRIMARY KEY (account, security_id),
  CHECK (quantity >= held)
);
CREATE TABLE orders (
  order_id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account     text NOT NULL,
  cl_ord_id   text NOT NULL,
  security_id text NOT NULL,
  side        text NOT NULL,
  price       int NOT NULL,               -- kobo
  order_qty   int NOT NULL,
  leaves_qty  int NOT NULL,
  ord_status  text NOT NULL,
  entered_at  timestamptz NOT NULL DEFAULT now(),
  UNIQUE (account, cl_ord_id)
);
CREATE INDEX orders_in_book ON orders (security_id, side, price, order_id) WHERE ord_status IN ('0', '1');
CREATE TABLE trades (
  trade_id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  security_id text NOT NULL,
  price       int NOT NULL,
  quantity    int NOT NULL,
  traded_at   timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE executions (
  execution_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id     bigint NOT NULL REFERENCES orders,
  exec_type    text NOT NULL,
  trade_id     bigint REFERENCES trades,
  last_px      int,
  last_qty     int
);
CREATE INDEX executions_of_order ON executions (order_id);
CREATE TABLE postings (
  posting_id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  trade_id       bigint NOT NULL REFERENCES trades,
  ledger_account text NOT NULL,
  account        text NOT NULL,
  asset          text NOT NULL,
  amount         bigint NOT NULL
);
CREATE INDEX postings_of_account ON postings (account, posting_id);
