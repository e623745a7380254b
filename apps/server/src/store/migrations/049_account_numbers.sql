-- The number that a firm gave to an account last; the firm's member code stands before it. It grows in the
-- transaction that keeps what the number is for, so that no number is left out.
CREATE TABLE account_numbers (
  tenant_id int PRIMARY KEY REFERENCES tenants,
  last      int NOT NULL CHECK (last > 0)
);
SELECT protect_tenant_table('account_numbers');
GRANT SELECT, INSERT, UPDATE ON account_numbers TO tradebook_tenant;

-- As contract notes print it, in one line.
ALTER TABLE customers ADD COLUMN address text;
GRANT UPDATE (address) ON customers TO tradebook_tenant;
