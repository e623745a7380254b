-- In whose name the bank account of an account is, next to its bank and number: it was among the particulars of the
-- customer, which a change of the bank account left as they were.
ALTER TABLE trading_accounts ADD COLUMN bank_account_name text;

UPDATE trading_accounts a
SET bank_account_name = coalesce(
  (SELECT r.details ->> 'accountName' FROM transfer_requests r
   WHERE r.tenant_id = a.tenant_id AND r.account = a.account AND r.type = 'cashTerms' AND r.state IN ('posted', 'approved')
     AND r.bank_account = a.bank_account AND r.details ->> 'accountName' IS NOT NULL
   ORDER BY r.id DESC LIMIT 1),
  (SELECT c.particulars ->> 'bankAccountName' FROM customers c
   WHERE c.tenant_id = a.tenant_id AND c.id = a.customer_id))
WHERE a.bank_account IS NOT NULL;

UPDATE customers SET particulars = particulars - 'bankAccountName' WHERE particulars ? 'bankAccountName';
