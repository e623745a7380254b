-- Wrong passwords are counted for a user at a place, so that guessing elsewhere locks nobody out.

CREATE TABLE sign_in_failures (
  tenant_id    int NOT NULL REFERENCES tenants,
  subject      text NOT NULL,        -- 'user 12'; for a name that nobody has, 'name ' and its keyed hash
  place        text NOT NULL,        -- a block of addresses, a device the user signed in on before, or 'anywhere'
  failures     int NOT NULL,
  last_failure timestamptz NOT NULL,
  locked_until timestamptz,
  PRIMARY KEY (tenant_id, subject, place)
);
CREATE INDEX sign_in_failures_by_time ON sign_in_failures (tenant_id, last_failure);
SELECT protect_tenant_table('sign_in_failures');
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_failures TO tradebook_tenant;

ALTER TABLE users DROP COLUMN access_failed_count, DROP COLUMN lockout_end;

-- What was typed for a name may be a password: where it is nobody's name it is not kept any longer.
-- The owner of the tables is under row security, too, but for these statements.
ALTER TABLE login_attempts NO FORCE ROW LEVEL SECURITY;
UPDATE login_attempts SET user_name_or_email_address = '' WHERE user_id IS NULL;
ALTER TABLE login_attempts FORCE ROW LEVEL SECURITY;
ALTER TABLE audit_log NO FORCE ROW LEVEL SECURITY;
UPDATE audit_log SET parameters = '{}'
WHERE user_id IS NULL AND service_name = 'TokenAuth' AND method_name = 'Authenticate';
ALTER TABLE audit_log FORCE ROW LEVEL SECURITY;
