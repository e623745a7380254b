-- The answers of requests that carried an Idempotency-Key, kept for a day, each for its user alone. A row is
-- written in the transaction of the change where there is one; without an answer it is a claim: what it
-- claims was begun, and how it ended is not known.
CREATE TABLE idempotency_keys (
  tenant_id    int NOT NULL,
  user_id      int NOT NULL,
  key          text NOT NULL,
  request_hash bytea NOT NULL,             -- SHA-256 of the call and its input
  status       smallint,                   -- of HTTP
  answer       text,                       -- the body, as it was sent
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, user_id, key),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE,
  CHECK ((status IS NULL) = (answer IS NULL))
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (tenant_id, created_at);

SELECT protect_tenant_table('idempotency_keys');
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_keys TO tradebook_tenant;
