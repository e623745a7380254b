-- The desk opens firms and accounts and changes their terms, in the transaction that journals it: it
-- alone writes what it decides orders by.

CREATE TABLE firm_terms (
  tenant_id                 int PRIMARY KEY REFERENCES tenants,
  unsettled_proceeds_usable boolean NOT NULL
);
SELECT protect_tenant_table('firm_terms');
SELECT open_to_desk('firm_terms');
GRANT SELECT ON firm_terms TO tradebook_tenant;
GRANT SELECT, INSERT, UPDATE ON firm_terms TO tradebook_desk;

-- A customer's name is on the orders, so the desk writes it; how to reach the customer is the firm's to write.
DROP POLICY of_desk ON customers;
DROP POLICY of_desk ON trading_accounts;
SELECT open_to_desk('customers');
SELECT open_to_desk('trading_accounts');
GRANT INSERT (tenant_id, id, name), UPDATE (name) ON customers TO tradebook_desk;
GRANT INSERT, UPDATE ON trading_accounts TO tradebook_desk;
REVOKE INSERT, UPDATE ON trading_accounts FROM tradebook_tenant;
REVOKE UPDATE ON customers FROM tradebook_tenant;
GRANT UPDATE (email_address, phone_number, chn) ON customers TO tradebook_tenant;

-- Firms that are older than this begin their journal with what they had: sequence 0 was never given.
-- The owner of the tables is under row security, too, but for these statements.
ALTER TABLE tenants NO FORCE ROW LEVEL SECURITY;
ALTER TABLE customers NO FORCE ROW LEVEL SECURITY;
ALTER TABLE trading_accounts NO FORCE ROW LEVEL SECURITY;
ALTER TABLE journal NO FORCE ROW LEVEL SECURITY;
ALTER TABLE firm_terms NO FORCE ROW LEVEL SECURITY;
INSERT INTO firm_terms SELECT id, true FROM tenants WHERE id > 0;
INSERT INTO journal (tenant_id, sequence, at, kind, body)
SELECT t.id, 0, t.creation_time, 'openFirm', jsonb_build_object(
  'terms', jsonb_build_object('unsettledProceedsUsable', true),
  'accounts', coalesce((
    SELECT jsonb_agg(jsonb_build_object('account', a.account, 'cscsAccount', a.cscs_account,
      'customerId', c.id, 'customerName', c.name) ORDER BY a.account)
    FROM trading_accounts a JOIN customers c ON (c.tenant_id, c.id) = (a.tenant_id, a.customer_id)
    WHERE a.tenant_id = t.id), '[]'))
FROM tenants t WHERE t.id > 0;
ALTER TABLE tenants FORCE ROW LEVEL SECURITY;
ALTER TABLE customers FORCE ROW LEVEL SECURITY;
ALTER TABLE trading_accounts FORCE ROW LEVEL SECURITY;
ALTER TABLE journal FORCE ROW LEVEL SECURITY;
ALTER TABLE firm_terms FORCE ROW LEVEL SECURITY;
