-- What customers report and request about the cash of their own accounts. What is posted of it is a transfer request
-- of the person who took it, under a posting id that its number makes: that row says what became of it.
CREATE TABLE payment_requests (
  tenant_id    int NOT NULL REFERENCES tenants,
  id           int NOT NULL GENERATED ALWAYS AS IDENTITY,
  type         text NOT NULL CHECK (type IN ('deposit', 'withdrawal')),
  account      text NOT NULL,
  amount       bigint NOT NULL CHECK (amount > 0),   -- kobo
  channel      text,                                 -- of a deposit
  bank_code    text,                                 -- that it was paid from, or goes to
  bank_account text,                                 -- of a withdrawal, as it was registered then
  paid_on      date,                                 -- of a deposit
  reference    text NOT NULL,
  request_id   text NOT NULL,                        -- of the maker's: sending it twice is harmless
  maker_id     int NOT NULL,
  maker_name   text NOT NULL,
  made_at      timestamptz NOT NULL,
  state        text NOT NULL CHECK (state IN ('waiting', 'taken', 'declined', 'cancelled')),
  decider_id   int,                                  -- who took, declined or cancelled it
  decided_at   timestamptz,
  reason       text,                                 -- of a declined one
  notified     text,                                 -- the state that people were notified of last
  is_settled   boolean NOT NULL DEFAULT false,       -- nobody is to be notified of it any more
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, account) REFERENCES trading_accounts,
  CHECK (type = 'deposit' OR (bank_code IS NOT NULL AND bank_account IS NOT NULL)),
  CHECK ((state = 'waiting') = (decider_id IS NULL))
);
CREATE UNIQUE INDEX payment_requests_of_maker ON payment_requests (tenant_id, maker_id, request_id);
CREATE INDEX payment_requests_of_account ON payment_requests (tenant_id, account, id);
CREATE INDEX payment_requests_unsettled ON payment_requests (tenant_id, id) WHERE NOT is_settled;

SELECT protect_tenant_table('payment_requests');
GRANT SELECT, INSERT, UPDATE ON payment_requests TO tradebook_tenant;
