-- Who gave the right to post counts as who made the user does.
ALTER TABLE influences DROP CONSTRAINT influences_kind_check, ADD CONSTRAINT influences_kind_check
  CHECK (kind IN ('created', 'password', 'address', 'secondFactor', 'postingRight', 'rights'));

-- How a disabled firm is to be stopped at the desk, until that is done: a server that ends before leaves it to the next.
ALTER TABLE tenants ADD COLUMN stop_orders text CHECK (stop_orders IN ('cancel', 'halt')),
  ADD COLUMN stop_reason text,
  ADD CONSTRAINT tenants_stop_whole CHECK ((stop_orders IS NULL) = (stop_reason IS NULL));

-- The role of customers, which every account that is opened gives, grants no rights of staff any more. Each is reported.
ALTER TABLE tenants NO FORCE ROW LEVEL SECURITY;
ALTER TABLE roles NO FORCE ROW LEVEL SECURITY;
ALTER TABLE role_permissions NO FORCE ROW LEVEL SECURITY;
DO $$
DECLARE
  row record;
BEGIN
  FOR row IN
    DELETE FROM role_permissions USING roles, tenants
    WHERE roles.tenant_id = role_permissions.tenant_id AND roles.id = role_permissions.role_id
      AND tenants.id = roles.tenant_id AND tenants.id > 0
      AND upper(roles.name) = 'CUSTOMER' AND permission NOT IN ('BUY', 'SELL')
    RETURNING tenants.tenancy_name, permission
  LOOP
    RAISE WARNING 'the role CUSTOMER of firm % does not grant % any more: give it to staff by another role', row.tenancy_name, row.permission;
  END LOOP;
END $$;
ALTER TABLE tenants FORCE ROW LEVEL SECURITY;
ALTER TABLE roles FORCE ROW LEVEL SECURITY;
ALTER TABLE role_permissions FORCE ROW LEVEL SECURITY;
