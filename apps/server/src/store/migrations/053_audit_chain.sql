-- What calls changed, and a chain of hashes over every firm's audit rows, so that an edit of the past shows.
-- `tradebook_audit` is the role of the one sequencer: it reads audit rows and adds hashes, and may change no row.

-- Before and after of what a call changed; part of what is hashed, and kept as it was written.
CREATE TABLE audit_changes (
  tenant_id int NOT NULL,
  audit_id  bigint NOT NULL,
  number    int NOT NULL,
  entity    text NOT NULL CHECK (length(entity) <= 64),
  entity_id text NOT NULL CHECK (length(entity_id) <= 256),
  before    json,                                -- null: there was none
  after     json,                                -- null: there is none any more
  PRIMARY KEY (tenant_id, audit_id, number)
);
CREATE INDEX audit_changes_of_entity ON audit_changes (tenant_id, entity, entity_id, audit_id);

-- One row an audit row, added once: nobody has a right to change or delete it.
CREATE TABLE audit_hashes (
  tenant_id int NOT NULL,
  audit_id  bigint NOT NULL,
  position  bigint NOT NULL,                     -- 1, 2, 3 … of the firm
  hash      bytea NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (tenant_id, audit_id)
);

-- The last link of each firm's chain.
CREATE TABLE audit_heads (
  tenant_id int PRIMARY KEY,
  audit_id  bigint NOT NULL,
  position  bigint NOT NULL,
  hash      bytea NOT NULL CHECK (length(hash) = 32)
);

SELECT protect_tenant_table(name::regclass)
FROM unnest(ARRAY['audit_changes', 'audit_hashes', 'audit_heads']) AS name;
GRANT SELECT, INSERT ON audit_changes TO tradebook_tenant;
GRANT SELECT ON audit_hashes, audit_heads TO tradebook_tenant;

-- The desk adds what its inputs changed to the row that it adds, whose number it is answered.
SELECT open_to_desk('audit_changes');
GRANT INSERT ON audit_changes TO tradebook_desk;
GRANT SELECT (tenant_id, id) ON audit_log TO tradebook_desk;

CREATE POLICY of_audit ON tenants FOR SELECT TO tradebook_audit USING (true);
CREATE POLICY of_audit ON audit_log FOR SELECT TO tradebook_audit USING (true);
CREATE POLICY of_audit ON audit_changes FOR SELECT TO tradebook_audit USING (true);
CREATE POLICY of_audit ON audit_hashes TO tradebook_audit USING (true) WITH CHECK (true);
CREATE POLICY of_audit ON audit_heads TO tradebook_audit USING (true) WITH CHECK (true);
GRANT SELECT ON tenants, audit_log, audit_changes TO tradebook_audit;
GRANT SELECT, INSERT ON audit_hashes TO tradebook_audit;
GRANT SELECT, INSERT, UPDATE ON audit_heads TO tradebook_audit;
GRANT SELECT ON SEQUENCE audit_log_id_seq TO tradebook_audit;

-- Never written: the chain has a table of its own, so that no audit row is ever rewritten.
ALTER TABLE audit_log DROP COLUMN previous_hash, DROP COLUMN hash;

-- The function below finds a time by the key.
DROP INDEX audit_log_by_time;

-- Whose rows, in the order of their numbers. Orders have lists of their own: the index of calls leaves them out.
CREATE INDEX audit_log_of_user ON audit_log (tenant_id, user_name, id);
CREATE INDEX audit_log_of_call ON audit_log (tenant_id, service_name, method_name, id) WHERE service_name <> 'Order';
CREATE INDEX audit_log_failed ON audit_log (tenant_id, id) WHERE COALESCE(exception_message, exception) IS NOT NULL;

-- Rows are numbered nearly in the order of their time, so a bisection by their key finds a time without an index of it.
CREATE FUNCTION audit_id_from(at timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  low bigint;
  high bigint;
  middle bigint;
  found record;
BEGIN
  SELECT min(id), max(id) + 1 INTO low, high FROM audit_log;
  WHILE low < high LOOP
    middle := low + (high - low) / 2;
    SELECT id, execution_time INTO found FROM audit_log WHERE id >= middle ORDER BY id LIMIT 1;
    IF found.execution_time >= at THEN
      high := middle;
    ELSE
      low := found.id + 1;
    END IF;
  END LOOP;
  RETURN low;
END $$;
COMMENT ON FUNCTION audit_id_from IS 'The number from which the firm''s audit rows have this time or a later one; null without rows. Calls that overlap may be out of order by their duration.';
REVOKE EXECUTE ON FUNCTION audit_id_from FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_id_from TO tradebook_tenant;
