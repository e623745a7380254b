-- Staff enter a form from paper of somebody who has no e-mail address: nobody signs in by it.
ALTER TABLE account_requests
  ALTER COLUMN user_id DROP NOT NULL,
  ADD CHECK (user_id IS NOT NULL OR made_by IS NOT NULL);
