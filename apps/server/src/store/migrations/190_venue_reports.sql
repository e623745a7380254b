-- What venues say about orders.

-- The market may trade more of an order than was left of it.
ALTER TABLE orders DROP CONSTRAINT orders_check, ADD CHECK (leaves_qty >= 0);

-- ExecIDs of reports that came by a line: of a day of the venue each is taken once.
CREATE TABLE venue_exec_ids (
  tenant_id   int NOT NULL REFERENCES tenants CHECK (tenant_id = 0), -- the host's
  market_date date NOT NULL,
  exec_id     text NOT NULL,
  PRIMARY KEY (tenant_id, market_date, exec_id)
);
SELECT protect_tenant_table('venue_exec_ids'), open_to_desk('venue_exec_ids');
GRANT SELECT, INSERT ON venue_exec_ids TO tradebook_desk;

-- Reports that are out of the ordinary: about no order, about an order that could not have them, of a trade after the
-- end of an order, of more than was left of it.
CREATE TABLE flagged_reports (
  tenant_id   int NOT NULL REFERENCES tenants CHECK (tenant_id = 0), -- the host's
  id          bigint NOT NULL,               -- the journal sequence
  flag        text NOT NULL CHECK (flag IN ('unknownOrder', 'unexpected', 'lateFill', 'overfill')),
  firm        int,                           -- of the order; NULL where there is none
  order_id    text,                          -- as the venue named it
  exec_id     text NOT NULL,
  report      json NOT NULL,                 -- what the venue said, with what it said of itself
  market_date date NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
SELECT protect_tenant_table('flagged_reports'), open_to_desk('flagged_reports');
GRANT SELECT ON flagged_reports TO tradebook_tenant;
GRANT SELECT, INSERT ON flagged_reports TO tradebook_desk;
