-- Requests for accounts as a queue of what waits for staff, and what others changed of a request since it was read.
ALTER TABLE account_requests
  ADD COLUMN waits_since   timestamptz, -- since when staff have to act; null while they have not
  ADD COLUMN reviewed_by   text,        -- the user name of who decided last
  ADD COLUMN read_revision int,         -- the revision that this decision was about
  ADD COLUMN opened_at     timestamptz; -- when the account of a completed request was open

-- The owner of the tables is under row security, too, but for these statements.
ALTER TABLE account_requests NO FORCE ROW LEVEL SECURITY;
ALTER TABLE account_request_events NO FORCE ROW LEVEL SECURITY;
ALTER TABLE trading_accounts NO FORCE ROW LEVEL SECURITY;
UPDATE account_requests AS request SET
  waits_since = CASE WHEN status IN (2, 6) THEN coalesce((
    SELECT max(at) FROM account_request_events AS event
    WHERE event.tenant_id = request.tenant_id AND event.request_id = request.id AND action IN ('submit', 'fail')
  ), submitted_at, creation_time) END,
  reviewed_by = (
    SELECT user_name FROM account_request_events AS event
    WHERE event.tenant_id = request.tenant_id AND event.request_id = request.id
      AND action IN ('approve', 'reject', 'returnForCorrection')
    ORDER BY id DESC LIMIT 1),
  opened_at = CASE WHEN status = 4 AND EXISTS (
    SELECT FROM trading_accounts AS opened
    WHERE opened.tenant_id = request.tenant_id AND opened.account = request.account) THEN now() END,
  -- People are named as everywhere else: first name, then surname.
  applicant_name = CASE account_type WHEN 'corporate' THEN applicant_name ELSE concat_ws(' & ',
    nullif(concat_ws(' ', fields->>'firstName', fields->>'surname'), ''),
    CASE account_type WHEN 'joint' THEN
      nullif(concat_ws(' ', fields->>'jointFirstName', fields->>'jointSurname'), '') END) END;
ALTER TABLE account_requests FORCE ROW LEVEL SECURITY;
ALTER TABLE account_request_events FORCE ROW LEVEL SECURITY;
ALTER TABLE trading_accounts FORCE ROW LEVEL SECURITY;

CREATE INDEX account_requests_by_wait ON account_requests (tenant_id, waits_since, id DESC);
-- What the depository or the desk has not answered: few, while nearly all requests are completed.
CREATE INDEX account_requests_unfinished ON account_requests (tenant_id, id)
  WHERE status = 3 OR (status = 4 AND opened_at IS NULL);

-- What was changed of a request after it had been submitted, for who reads it next.
CREATE TABLE account_request_changes (
  tenant_id  int NOT NULL,
  id         bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  request_id int NOT NULL,
  revision   int NOT NULL,               -- of the request, with the change
  part       text NOT NULL,              -- a field, or the kind of a document
  before     jsonb,                      -- null: nothing stood there, or it is a document
  at         timestamptz NOT NULL,
  user_id    int NOT NULL,
  user_name  text NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, request_id) REFERENCES account_requests ON DELETE CASCADE
);
CREATE INDEX account_request_changes_of_request ON account_request_changes (tenant_id, request_id, id);
SELECT protect_tenant_table('account_request_changes');
GRANT SELECT, INSERT ON account_request_changes TO tradebook_tenant;
