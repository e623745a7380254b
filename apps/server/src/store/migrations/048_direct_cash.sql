-- Where the proceeds of an account's sales go when these have settled: with the broker, or to the customer's own
-- bank account on file (direct cash settlement, SEC 2017).
ALTER TABLE trading_accounts
  ADD COLUMN cash_route   text NOT NULL DEFAULT 'broker' CHECK (cash_route IN ('broker', 'direct')),
  ADD COLUMN bank_code    text, -- sort code of the bank
  ADD COLUMN bank_account text CHECK (bank_account ~ '^[0-9]{10}$'),
  ADD CHECK ((bank_code IS NULL) = (bank_account IS NULL)),
  ADD CHECK (cash_route = 'broker' OR bank_account IS NOT NULL);

-- A charge that has not begun may be removed again; the desk refuses it for one that is in force.
GRANT DELETE ON fee_rates, customer_charges TO tradebook_desk;
