-- In whose name the bank account of an account is, next to its bank and number: it was among the particulars of the
-- customer, which a change of the bank account left as they were. Migration 321 moves the names.
ALTER TABLE trading_accounts ADD COLUMN bank_account_name text;
