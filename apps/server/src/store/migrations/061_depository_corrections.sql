-- The numbers that the applicant said to have. Who corrects one is answered anew.
ALTER TABLE depository_accounts ADD COLUMN asked_cscs_account text, ADD COLUMN asked_chn text;
GRANT UPDATE ON depository_accounts TO tradebook_tenant;
