-- The names of bank accounts move from the particulars of customers to the accounts. A name that an account already has
-- is newer. Not in migration 315, which tried it under row level security: it saw no row, and databases have it.
ALTER TABLE trading_accounts NO FORCE ROW LEVEL SECURITY;
ALTER TABLE transfer_requests NO FORCE ROW LEVEL SECURITY;
ALTER TABLE customers NO FORCE ROW LEVEL SECURITY;

UPDATE trading_accounts a
SET bank_account_name = coalesce(
  (SELECT r.details ->> 'accountName' FROM transfer_requests r
   WHERE r.tenant_id = a.tenant_id AND r.account = a.account AND r.type = 'cashTerms' AND r.state IN ('posted', 'approved')
     AND (r.bank_code, r.bank_account) = (a.bank_code, a.bank_account) AND r.details ->> 'accountName' IS NOT NULL
   ORDER BY r.id DESC LIMIT 1),
  (SELECT c.particulars ->> 'bankAccountName' FROM customers c
   WHERE c.tenant_id = a.tenant_id AND c.id = a.customer_id))
WHERE a.bank_account IS NOT NULL AND a.bank_account_name IS NULL;

UPDATE customers SET particulars = particulars - 'bankAccountName' WHERE particulars ? 'bankAccountName';

ALTER TABLE trading_accounts FORCE ROW LEVEL SECURITY;
ALTER TABLE transfer_requests FORCE ROW LEVEL SECURITY;
ALTER TABLE customers FORCE ROW LEVEL SECURITY;
