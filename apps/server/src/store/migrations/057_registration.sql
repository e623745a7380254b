-- Persons who register by themselves and ask for a trading account.

-- Until a request of the person has been submitted: whoever signs in meanwhile gets a registration token alone.
ALTER TABLE users ADD COLUMN is_registering boolean NOT NULL DEFAULT false;

-- Registration tokens, by the id in the token. One without a user was given for an address that is taken: nothing
-- comes of it, and nobody can see that.
CREATE TABLE registrations (
  tenant_id      int NOT NULL REFERENCES tenants,
  id             uuid NOT NULL,
  user_id        int,
  security_stamp uuid,                        -- of the user at that time
  user_name      text,                        -- that one without a user keeps from others
  email_digest   bytea,
  creation_time  timestamptz NOT NULL,
  expires_at     timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX registrations_by_time ON registrations (tenant_id, creation_time);
CREATE INDEX registrations_by_name ON registrations (tenant_id, lower(user_name)) WHERE user_id IS NULL;

-- Codes that prove an address: of a user, or of a registration without one. Only digests are kept.
CREATE TABLE verification_codes (
  tenant_id     int NOT NULL REFERENCES tenants,
  id            bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  subject       text NOT NULL,
  digest        bytea NOT NULL,
  creation_time timestamptz NOT NULL,
  expires_at    timestamptz NOT NULL,
  wrong_tries   smallint NOT NULL DEFAULT 0,
  ended_at      timestamptz,                 -- used, or void
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX verification_codes_of_subject ON verification_codes (tenant_id, subject, creation_time);

CREATE TABLE account_requests (
  tenant_id      int NOT NULL REFERENCES tenants,
  id             int NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id        int NOT NULL,
  status         smallint NOT NULL CHECK (status BETWEEN 1 AND 6),
  account_type   text NOT NULL CHECK (account_type IN ('individual', 'joint', 'corporate')),
  fields         jsonb NOT NULL,
  applicant_name text NOT NULL,
  reason         text,                       -- of the last return, rejection or refusal
  creation_time  timestamptz NOT NULL,
  submitted_at   timestamptz,
  submitted_on   date,                       -- in the market's zone
  -- What the completion assigned.
  customer_id    int,
  account        text,
  cscs_account   text CHECK (cscs_account ~ '^[0-9]{10}$'),
  chn            text,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users,
  CHECK ((status = 4) = (account IS NOT NULL))
);
-- A person has one request at most that is not completed.
CREATE UNIQUE INDEX account_requests_open ON account_requests (tenant_id, user_id) WHERE status <> 4;
CREATE INDEX account_requests_by_status ON account_requests (tenant_id, status, id);
CREATE INDEX account_requests_of_user ON account_requests (tenant_id, user_id, id);

CREATE TABLE account_request_events (
  tenant_id  int NOT NULL,
  id         bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  request_id int NOT NULL,
  at         timestamptz NOT NULL,
  action     text NOT NULL,
  status     smallint NOT NULL CHECK (status BETWEEN 1 AND 6),
  reason     text,
  user_id    int,                            -- null: the depository
  user_name  text,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, request_id) REFERENCES account_requests ON DELETE CASCADE
);
CREATE INDEX account_request_events_of_request ON account_request_events (tenant_id, request_id, id);

CREATE TABLE account_request_documents (
  tenant_id   int NOT NULL,
  request_id  int NOT NULL,
  kind        text NOT NULL,
  name        text NOT NULL,
  type        text NOT NULL CHECK (type IN ('image/jpeg', 'image/png', 'application/pdf')),
  size        int NOT NULL CHECK (size BETWEEN 1 AND 5242880),
  content     bytea NOT NULL,
  uploaded_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, request_id, kind),
  FOREIGN KEY (tenant_id, request_id) REFERENCES account_requests ON DELETE CASCADE
);
-- Pictures are compressed already.
ALTER TABLE account_request_documents ALTER COLUMN content SET STORAGE EXTERNAL;

-- The register of the embedded depository: who asks twice is answered alike.
CREATE SEQUENCE depository_numbers;
CREATE TABLE depository_accounts (
  tenant_id    int NOT NULL REFERENCES tenants,
  request_id   int NOT NULL,
  cscs_account text NOT NULL CHECK (cscs_account ~ '^[0-9]{10}$'),
  chn          text NOT NULL,
  PRIMARY KEY (tenant_id, request_id)
);

SELECT protect_tenant_table(name::regclass)
FROM unnest(ARRAY[
  'registrations', 'verification_codes', 'account_requests', 'account_request_events',
  'account_request_documents', 'depository_accounts'
]) AS name;
GRANT SELECT, INSERT, UPDATE, DELETE ON registrations, verification_codes, account_request_documents
  TO tradebook_tenant;
GRANT SELECT, INSERT, UPDATE ON account_requests TO tradebook_tenant;
GRANT SELECT, INSERT ON account_request_events, depository_accounts TO tradebook_tenant;
GRANT USAGE ON SEQUENCE depository_numbers TO tradebook_tenant;

-- A person's account is named in the transaction that completes the request, and opened by the desk behind it.
ALTER TABLE user_trading_accounts DROP CONSTRAINT user_trading_accounts_tenant_id_account_fkey;
