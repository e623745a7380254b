-- Duties can be separated: what one permission allowed, several do now. Roles and users keep what they could do.
ALTER TABLE tenants NO FORCE ROW LEVEL SECURITY;
ALTER TABLE roles NO FORCE ROW LEVEL SECURITY;
ALTER TABLE role_permissions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE user_permissions NO FORCE ROW LEVEL SECURITY;

CREATE TEMP TABLE finer (coarse text, fine text) ON COMMIT DROP;
INSERT INTO finer VALUES
  ('POST_LEDGER', 'APPROVE_LEDGER'), ('Pages.Users', 'REVIEW_REQUESTS'), ('Pages.Settings', 'CHANGE_CHARGES');

INSERT INTO role_permissions (tenant_id, role_id, permission)
SELECT DISTINCT tenant_id, role_id, fine FROM role_permissions JOIN finer ON coarse = permission
ON CONFLICT DO NOTHING;
INSERT INTO user_permissions (tenant_id, user_id, permission)
SELECT DISTINCT tenant_id, user_id, fine FROM user_permissions JOIN finer ON coarse = permission
ON CONFLICT DO NOTHING;

-- Administrators hold what they can grant.
INSERT INTO role_permissions (tenant_id, role_id, permission)
SELECT tenant_id, id, permission
FROM roles, unnest(ARRAY['VIEW_CUSTOMERS', 'MAINTAIN_CUSTOMERS', 'APPROVE_LEDGER', 'FREEZE_ACCOUNTS',
  'REVIEW_REQUESTS', 'CHANGE_CHARGES', 'COMPLIANCE']) AS permission
WHERE is_static AND upper(name) = 'ADMIN'
ON CONFLICT DO NOTHING;

-- The roles that new firms are made with. A firm that has a role of such a name keeps its own.
CREATE TEMP TABLE ready (name text, display_name text, grants text[]) ON COMMIT DROP;
INSERT INTO ready VALUES
  ('COMPLIANCE', 'Compliance',
    '{VIEW_CUSTOMERS,COMPLIANCE,VIEW_ALL_ORDERS,VIEW_USERID_MARKET_WATCH}'),
  ('KYC_REVIEWER', 'KYC reviewer', '{VIEW_CUSTOMERS,MAINTAIN_CUSTOMERS,FREEZE_ACCOUNTS,REVIEW_REQUESTS}'),
  ('CASHIER', 'Cashier', '{POST_LEDGER,VIEW_CUSTOMERS}'),
  ('APPROVER', 'Approver', '{APPROVE_LEDGER,VIEW_CUSTOMERS}'),
  ('DEALER', 'Dealer',
    '{BUY,SELL,TRADE_ALL_ACCOUNTS,CROSS_DEAL,VIEW_ALL_ORDERS,VIEW_USERID_MARKET_WATCH}'),
  ('CHARGES', 'Charges', '{VIEW_CUSTOMERS,CHANGE_CHARGES}');
WITH made AS (
  INSERT INTO roles (tenant_id, name, display_name, creation_time)
  SELECT tenants.id, ready.name, ready.display_name, now() FROM tenants, ready
  WHERE tenants.id > 0 AND tenants.deletion_time IS NULL
  ON CONFLICT DO NOTHING
  RETURNING tenant_id, id, name
)
INSERT INTO role_permissions (tenant_id, role_id, permission)
SELECT made.tenant_id, made.id, permission FROM made JOIN ready USING (name), unnest(ready.grants) AS permission;

ALTER TABLE tenants FORCE ROW LEVEL SECURITY;
ALTER TABLE roles FORCE ROW LEVEL SECURITY;
ALTER TABLE role_permissions FORCE ROW LEVEL SECURITY;
ALTER TABLE user_permissions FORCE ROW LEVEL SECURITY;
