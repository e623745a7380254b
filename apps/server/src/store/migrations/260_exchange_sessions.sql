-- What must survive a restart of the sessions with an exchange, written before a message is sent.

CREATE TABLE exchange_sessions (
  tenant_id int NOT NULL REFERENCES tenants CHECK (tenant_id = 0), -- the host's
  name      text NOT NULL,                   -- both CompIDs
  next_in   bigint NOT NULL CHECK (next_in > 0), -- MsgSeqNum of the next message that the desk has not taken
  next_out  bigint NOT NULL CHECK (next_out > 0),
  since     timestamptz NOT NULL,            -- when both last began at 1
  prefix    text NOT NULL,                   -- of the ClOrdIDs of this database
  PRIMARY KEY (tenant_id, name)
);
SELECT protect_tenant_table('exchange_sessions'), open_to_desk('exchange_sessions');
GRANT SELECT, INSERT, UPDATE ON exchange_sessions TO tradebook_desk;

-- Orders as the gateway has sent them: which ClOrdID the exchange knows of each.
CREATE TABLE exchange_orders (
  tenant_id  int NOT NULL REFERENCES tenants CHECK (tenant_id = 0), -- the host's
  session    text NOT NULL,
  order_id   bigint NOT NULL,
  kept       json NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, session, order_id)
);
CREATE INDEX exchange_orders_by_change ON exchange_orders (changed_at);
SELECT protect_tenant_table('exchange_orders'), open_to_desk('exchange_orders');
GRANT SELECT, INSERT, UPDATE, DELETE ON exchange_orders TO tradebook_desk;
