-- Where the cash of an account goes is changed by two people, as what is worth more than the threshold is posted.
ALTER TABLE transfer_requests
  DROP CONSTRAINT transfer_requests_type_check,
  ADD CHECK (type IN ('deposit', 'withdrawal', 'transferIn', 'transferOut', 'cashTerms')),
  ADD COLUMN cash_route   text CHECK (cash_route IN ('broker', 'direct')), -- of a change of terms, with the next two
  ADD COLUMN bank_code    text,
  ADD COLUMN bank_account text,
  ADD CHECK ((type = 'cashTerms') = (cash_route IS NOT NULL));

-- The desk writes the mail about a change in the transaction of the change.
CREATE POLICY of_desk ON mails FOR INSERT TO tradebook_desk WITH CHECK (true);
GRANT INSERT ON mails TO tradebook_desk;
