-- What people ask the ledger to post by hand: cash or shares from or to the outside. The desk decides it, so
-- the desk writes it. A maker's posting_id makes sending a request twice harmless.
CREATE TABLE transfer_requests (
  tenant_id    int NOT NULL,
  id           bigint NOT NULL,            -- the journal sequence of the request
  posting_id   text NOT NULL,
  type         text NOT NULL CHECK (type IN ('deposit', 'withdrawal', 'transferIn', 'transferOut')),
  account      text NOT NULL,
  amount       bigint,                     -- kobo, of cash
  security_id  text,                       -- of shares, with the next two
  quantity     bigint,
  unit_cost    bigint,                     -- kobo a share
  reference    text NOT NULL,
  narration    text NOT NULL,
  state        text NOT NULL CHECK (state IN ('posted', 'pending', 'approved', 'rejected')),
  maker_id     int NOT NULL,
  maker_name   text NOT NULL,
  made_at      timestamptz NOT NULL,
  market_date  date NOT NULL,              -- on which it was made
  decider_id   int,                        -- who approved or rejected it, never its maker
  decider_name text,
  decided_at   timestamptz,
  reason       text,                       -- of a rejection
  posted       bigint,                     -- the journal sequence of the entry that it posted
  PRIMARY KEY (tenant_id, id),
  CHECK (decider_id <> maker_id),
  CHECK ((state IN ('posted', 'approved')) = (posted IS NOT NULL))
);
CREATE UNIQUE INDEX transfer_requests_of_maker ON transfer_requests (tenant_id, maker_id, posting_id);
CREATE INDEX transfer_requests_of_account ON transfer_requests (tenant_id, account, market_date);
CREATE INDEX transfer_requests_pending ON transfer_requests (tenant_id, id) WHERE state = 'pending';

SELECT protect_tenant_table('transfer_requests'), open_to_desk('transfer_requests');
GRANT SELECT ON transfer_requests TO tradebook_tenant;
GRANT SELECT, INSERT, UPDATE ON transfer_requests TO tradebook_desk;
