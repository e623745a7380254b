-- Passkeys of users (WebAuthn): public keys, with the counter by which a copy is recognised.
CREATE TABLE passkeys (
  tenant_id     int NOT NULL,
  id            uuid NOT NULL,
  user_id       int NOT NULL,
  name          text NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
  credential_id bytea NOT NULL UNIQUE,       -- random, of one user of the installation alone
  public_key    bytea NOT NULL,              -- COSE
  sign_count    bigint NOT NULL,             -- 0 where the authenticator counts nothing
  is_synced     boolean NOT NULL,
  creation_time timestamptz NOT NULL,
  last_used_at  timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX passkeys_of_user ON passkeys (tenant_id, user_id, creation_time);
SELECT protect_tenant_table('passkeys');
GRANT SELECT, INSERT, UPDATE, DELETE ON passkeys TO tradebook_tenant;

-- What an authenticator signs, once and within minutes: for one firm, one purpose, and one session or browser.
CREATE TABLE passkey_challenges (
  tenant_id  int NOT NULL,
  challenge  bytea NOT NULL,
  purpose    text NOT NULL CHECK (purpose IN ('add', 'signIn')),
  bound_to   bytea NOT NULL,                 -- SHA-256 of the session, or of the browser's cookie
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, challenge)
);
CREATE INDEX passkey_challenges_by_end ON passkey_challenges (tenant_id, expires_at);
SELECT protect_tenant_table('passkey_challenges');
GRANT SELECT, INSERT, DELETE ON passkey_challenges TO tradebook_tenant;
