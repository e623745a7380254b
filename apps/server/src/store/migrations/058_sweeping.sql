-- What has ended 90 days ago is deleted, by a role that sees nothing else: sessions, codes and links of every kind,
-- and attempts to sign in. A wrong clock of the server deletes nothing before its time.

CREATE FUNCTION open_to_sweeper(name regclass, ended text, columns text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE POLICY of_sweeper ON %s TO tradebook_sweeper USING (%s <= now() - interval ''90 days'')', name, ended);
  EXECUTE format('CREATE INDEX ON %s ((%s))', name, ended);
  EXECUTE format('GRANT SELECT (%s), DELETE ON %s TO tradebook_sweeper', columns, name);
END $$;
COMMENT ON FUNCTION open_to_sweeper IS 'Rows of every firm that have ended long ago, for who deletes them: by when they ended, and their key.';
REVOKE EXECUTE ON FUNCTION open_to_sweeper FROM PUBLIC;

SELECT open_to_sweeper('sessions', 'LEAST(expires_at, revoked_at)', 'tenant_id, id, expires_at, revoked_at');
SELECT open_to_sweeper('login_attempts', 'creation_time', 'tenant_id, id, creation_time');
SELECT open_to_sweeper('verification_codes', 'expires_at', 'tenant_id, id, expires_at');
SELECT open_to_sweeper('password_resets', 'expires_at', 'tenant_id, digest, expires_at');
SELECT open_to_sweeper('recovery_codes', 'used_at', 'tenant_id, user_id, digest, used_at');
-- A second factor whose setup was begun and not finished.
SELECT open_to_sweeper('two_factors', 'CASE WHEN enabled_at IS NULL THEN creation_time END', 'tenant_id, user_id, enabled_at, creation_time');

-- Who asks for a code or a link no longer sweeps those of others.
REVOKE DELETE ON verification_codes, password_resets FROM tradebook_tenant;
