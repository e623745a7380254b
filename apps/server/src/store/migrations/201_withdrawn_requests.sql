-- The maker of a request that waits may withdraw it: it is rejected by its maker. Nobody approves their own.
DO $$
DECLARE name text;
BEGIN
  SELECT conname INTO STRICT name FROM pg_constraint
  WHERE conrelid = 'transfer_requests'::regclass AND contype = 'c'
    AND pg_get_constraintdef(oid) LIKE '%decider_id <> maker_id%';
  EXECUTE format('ALTER TABLE transfer_requests DROP CONSTRAINT %I', name);
END $$;
ALTER TABLE transfer_requests
  ADD CONSTRAINT transfer_requests_two_people CHECK (state = 'rejected' OR decider_id <> maker_id);
