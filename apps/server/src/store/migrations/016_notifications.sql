-- What each user is notified of. A firm's notifications are derived from the executions and news that the
-- desk has persisted, in transactions of their own: the journal's sequence up to which that is done
-- changes in the same transaction, so that none is lost or doubled.

CREATE TABLE notification_cursors (
  tenant_id int PRIMARY KEY REFERENCES tenants,
  sequence  bigint NOT NULL
);

-- Nobody is notified of what happened before; a firm that is created later begins with its creation.
-- The owner of the tables is under row security, too, but for this statement.
ALTER TABLE tenants NO FORCE ROW LEVEL SECURITY;
INSERT INTO notification_cursors SELECT tenants.id, desk.sequence FROM tenants, desk;
ALTER TABLE tenants FORCE ROW LEVEL SECURITY;

CREATE TABLE notifications (
  tenant_id     int NOT NULL,
  user_id       int NOT NULL,
  sequence      bigint NOT NULL,                -- the journal sequence of the execution or the news
  id            uuid NOT NULL DEFAULT gen_random_uuid(),
  name          text NOT NULL,
  text_name     text NOT NULL,                  -- the text's key; its values are the properties
  entity_id     text NOT NULL,
  properties    jsonb NOT NULL,
  is_read       boolean NOT NULL DEFAULT false,
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, user_id, sequence),
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE
);

SELECT protect_tenant_table('notification_cursors');
SELECT protect_tenant_table('notifications');
GRANT SELECT, INSERT, UPDATE ON notification_cursors TO tradebook_tenant;
GRANT SELECT, INSERT, UPDATE, DELETE ON notifications TO tradebook_tenant;
