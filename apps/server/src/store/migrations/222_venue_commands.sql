-- What the desk decided to send to a venue on a line.

CREATE TABLE venue_commands (
  tenant_id   int NOT NULL REFERENCES tenants CHECK (tenant_id = 0), -- the host's
  id          bigint NOT NULL,               -- ours, in the order in which commands are sent
  firm        int NOT NULL,                  -- of the order
  order_id    bigint NOT NULL,
  kind        text NOT NULL CHECK (kind IN ('new', 'replace', 'cancel')),
  command     json NOT NULL,
  becomes     json,                          -- of a replace: what its order would hold for
  market_date date NOT NULL,
  decided_at  timestamptz NOT NULL,
  released_at timestamptz,                   -- from then on it may have been sent; NULL: it was not
  answered_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX venue_commands_open ON venue_commands (id) WHERE answered_at IS NULL;
SELECT protect_tenant_table('venue_commands'), open_to_desk('venue_commands');
GRANT SELECT ON venue_commands TO tradebook_tenant;
GRANT SELECT, INSERT, UPDATE ON venue_commands TO tradebook_desk;

-- Orders that wait for an answer of the venue.
CREATE INDEX orders_pending ON orders (order_id) WHERE ord_status IN ('A', 'E', '6');
