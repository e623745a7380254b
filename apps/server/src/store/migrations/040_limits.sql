-- What orders of a firm, a user or an account may come to; NULL is no limit. The desk decides by it, so the
-- desk writes it.
CREATE TABLE order_limits (
  tenant_id         int NOT NULL REFERENCES tenants,
  level             text NOT NULL CHECK (level IN ('firm', 'user', 'account')),
  id                text NOT NULL,                          -- of the user, in digits; the account's number; empty for the firm
  order_value       bigint CHECK (order_value > 0),         -- kobo
  order_qty         int CHECK (order_qty > 0),
  volume_share_bps  int CHECK (volume_share_bps > 0),
  collar_bps        int CHECK (collar_bps > 0),
  orders_per_second int CHECK (orders_per_second > 0),
  duplicate_seconds int CHECK (duplicate_seconds > 0),
  daily_turnover    bigint CHECK (daily_turnover > 0),      -- kobo
  PRIMARY KEY (tenant_id, level, id),
  CHECK ((level = 'firm') = (id = ''))
);

-- Kill switches, those that were switched off included; the market's is the host's.
CREATE TABLE kill_switches (
  tenant_id   int NOT NULL REFERENCES tenants,
  scope       text NOT NULL CHECK (scope IN ('user', 'account', 'tenant', 'market')),
  id          text NOT NULL,                                -- of the user, in digits; the account's number; else empty
  is_on       boolean NOT NULL,
  reason      text NOT NULL,
  cause       text NOT NULL CHECK (cause IN ('person', 'rate')),
  switched_by text,                                         -- NULL where it switched itself
  since       timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, scope, id),
  CHECK ((scope = 'market') = (tenant_id = 0)),
  CHECK ((scope IN ('tenant', 'market')) = (id = ''))
);

SELECT protect_tenant_table(name::regclass), open_to_desk(name::regclass)
FROM unnest(ARRAY['order_limits', 'kill_switches']) AS name;
GRANT SELECT ON order_limits, kill_switches TO tradebook_tenant;
GRANT SELECT, INSERT, UPDATE ON order_limits, kill_switches TO tradebook_desk;

-- Who brought new risk by an accepted request, and when by wall time, which rates and duplicates count.
ALTER TABLE order_requests ADD COLUMN counted_user int, ADD COLUMN counted_at timestamptz;
