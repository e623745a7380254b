-- Links by which a forgotten password is replaced: each serves once, for a while. Only their digests are kept.

CREATE TABLE password_resets (
  tenant_id     int NOT NULL,
  digest        bytea NOT NULL,              -- SHA-256 of the link's random bytes
  user_id       int NOT NULL,
  creation_time timestamptz NOT NULL,
  expires_at    timestamptz NOT NULL,
  used_at       timestamptz,
  PRIMARY KEY (tenant_id, digest),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX password_resets_of_user ON password_resets (tenant_id, user_id, creation_time);
SELECT protect_tenant_table('password_resets');
GRANT SELECT, INSERT, UPDATE, DELETE ON password_resets TO tradebook_tenant;
