-- How far each firm's audit trail was sent to the syslog receiver, in the order of its chain.
CREATE TABLE syslog_cursors (
  tenant_id int PRIMARY KEY,
  audit_id  bigint NOT NULL
);
SELECT protect_tenant_table('syslog_cursors'::regclass);
CREATE POLICY of_audit ON syslog_cursors TO tradebook_audit USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON syslog_cursors TO tradebook_audit;
