-- What came of comparing our open orders with those of a venue on a line.

CREATE TABLE venue_reconciliations (
  tenant_id   int NOT NULL REFERENCES tenants CHECK (tenant_id = 0), -- the host's
  id          bigint NOT NULL,               -- the journal sequence
  done_at     timestamptz NOT NULL,
  counts      json NOT NULL,                 -- orders by outcome
  differences json NOT NULL,                 -- those that do not agree, as both sides have them
  PRIMARY KEY (tenant_id, id)
);
SELECT protect_tenant_table('venue_reconciliations'), open_to_desk('venue_reconciliations');
GRANT SELECT ON venue_reconciliations TO tradebook_tenant;
GRANT SELECT, INSERT ON venue_reconciliations TO tradebook_desk;

-- Orders of which desk and venue do not agree: two people can settle what the venue does not.
CREATE TABLE venue_doubts (
  tenant_id     int NOT NULL REFERENCES tenants CHECK (tenant_id = 0), -- the host's
  id            bigint NOT NULL,             -- the reconciliation that found it
  order_id      bigint NOT NULL,
  firm          int NOT NULL,                -- of the order
  why           text NOT NULL CHECK (why IN ('unanswered', 'onlyHere', 'differs')),
  there         json,                        -- as the venue had it; NULL: it did not
  since         timestamptz NOT NULL,
  proposed      text CHECK (proposed IN ('neverArrived', 'canceled')),
  proposer_id   int,
  proposer_name text,
  proposed_at   timestamptz,
  ended_at      timestamptz,                 -- NULL while it is in doubt
  PRIMARY KEY (tenant_id, id, order_id),
  CHECK ((proposed IS NULL) = (proposer_id IS NULL))
);
CREATE INDEX venue_doubts_open ON venue_doubts (order_id) WHERE ended_at IS NULL;
SELECT protect_tenant_table('venue_doubts'), open_to_desk('venue_doubts');
GRANT SELECT ON venue_doubts TO tradebook_tenant;
GRANT SELECT, INSERT, UPDATE ON venue_doubts TO tradebook_desk;
