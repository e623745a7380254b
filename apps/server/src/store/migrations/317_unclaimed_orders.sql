-- Orders that only a venue on a line has: two people decide whether a firm adopts one, or the venue cancels it.

CREATE TABLE unclaimed_orders (
  tenant_id      int NOT NULL REFERENCES tenants CHECK (tenant_id = 0), -- the host's
  id             bigint NOT NULL,            -- the reconciliation that found it
  venue_order_id text NOT NULL,
  there          json NOT NULL,              -- as the venue had it last
  since          timestamptz NOT NULL,
  proposed       text CHECK (proposed IN ('adopted', 'canceled')),
  firm           int,                        -- that adopts it, under the account
  account        text,
  proposer_id    int,
  proposer_name  text,
  proposed_at    timestamptz,
  is_decided     boolean NOT NULL,           -- a second person has decided the same
  order_id       bigint,                     -- what it has become
  ended_at       timestamptz,                -- NULL while only the venue has it
  PRIMARY KEY (tenant_id, id, venue_order_id),
  CHECK ((proposed IS NULL) = (proposer_id IS NULL)),
  CHECK ((firm IS NULL) = (account IS NULL))
);
CREATE INDEX unclaimed_orders_open ON unclaimed_orders (venue_order_id) WHERE ended_at IS NULL;
SELECT protect_tenant_table('unclaimed_orders'), open_to_desk('unclaimed_orders');
GRANT SELECT ON unclaimed_orders TO tradebook_tenant;
GRANT SELECT, INSERT, UPDATE ON unclaimed_orders TO tradebook_desk;
