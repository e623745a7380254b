-- News of a security wakes the notifications of the firms that watch it, and of no other: up to which news a firm
-- was notified, or had nobody to notify, is kept apart from what its own orders and postings have come to.
ALTER TABLE notification_cursors ADD COLUMN news bigint;
-- The owner of the tables is under row security, too, but for this statement.
ALTER TABLE notification_cursors NO FORCE ROW LEVEL SECURITY;
UPDATE notification_cursors SET news = sequence;
ALTER TABLE notification_cursors FORCE ROW LEVEL SECURITY;
ALTER TABLE notification_cursors ALTER COLUMN news SET NOT NULL;

-- `tradebook_notifier` sees which securities are watched in which firm, by nobody's name, and passes over news.
CREATE POLICY of_notifier ON tenants FOR SELECT TO tradebook_notifier USING (true);
CREATE POLICY of_notifier ON watchlists FOR SELECT TO tradebook_notifier USING (true);
CREATE POLICY of_notifier ON notification_cursors TO tradebook_notifier USING (true) WITH CHECK (true);
GRANT SELECT (id, deletion_time) ON tenants TO tradebook_notifier;
GRANT SELECT (tenant_id, security_ids) ON watchlists TO tradebook_notifier;
GRANT SELECT (tenant_id, news), UPDATE (news) ON notification_cursors TO tradebook_notifier;
GRANT SELECT (id, security_ids) ON news TO tradebook_notifier;
