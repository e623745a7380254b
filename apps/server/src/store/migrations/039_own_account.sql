-- How a person is reached besides by mail; each sets the own one.
ALTER TABLE users ADD COLUMN phone_number text CHECK (length(phone_number) BETWEEN 1 AND 32);

-- The second factor of sign-in: a secret that an authenticator app shares (RFC 6238), and codes for when the
-- app is lost. The secret is sealed, the codes are kept as keyed digests. Each code serves once.

CREATE TABLE two_factors (
  tenant_id     int NOT NULL,
  user_id       int NOT NULL,
  sealed_secret bytea NOT NULL,
  creation_time timestamptz NOT NULL,
  enabled_at    timestamptz,                 -- null until the first code has shown that the app has the secret
  last_step     bigint NOT NULL DEFAULT 0,   -- the time step of the last code that served
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE TABLE recovery_codes (
  tenant_id int NOT NULL,
  user_id   int NOT NULL,
  digest    bytea NOT NULL,
  used_at   timestamptz,
  PRIMARY KEY (tenant_id, user_id, digest),
  FOREIGN KEY (tenant_id, user_id) REFERENCES two_factors ON DELETE CASCADE
);
SELECT protect_tenant_table('two_factors');
SELECT protect_tenant_table('recovery_codes');
GRANT SELECT, INSERT, UPDATE, DELETE ON two_factors, recovery_codes TO tradebook_tenant;
