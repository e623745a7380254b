-- Mail to persons. A row is written in the transaction of what it is about, and sent afterwards. A mail may
-- carry a link that lets its reader in: recipient, subject and text are sealed under a key of the
-- installation, and deleted once the mail has been sent or given up.

CREATE TABLE mails (
  tenant_id       int NOT NULL,
  id              uuid NOT NULL,
  user_id         int NOT NULL,
  template        text NOT NULL,
  sealed          bytea,                       -- null once it has been sent or given up
  creation_time   timestamptz NOT NULL,
  attempts        int NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  sent_at         timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX mails_waiting ON mails (tenant_id, next_attempt_at) WHERE sealed IS NOT NULL;
CREATE INDEX mails_of_user ON mails (tenant_id, user_id, creation_time);
SELECT protect_tenant_table('mails');
GRANT SELECT, INSERT, UPDATE, DELETE ON mails TO tradebook_tenant;
