-- Under which ids users have sent baskets that were not saved: lines that are saved later keep the ids of their orders.
CREATE TABLE unsaved_sendings (
  tenant_id   int NOT NULL,
  user_id     int NOT NULL,
  send_id     text NOT NULL,
  sent_at     timestamptz NOT NULL,             -- in market time
  PRIMARY KEY (tenant_id, user_id, send_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE
);
SELECT protect_tenant_table('unsaved_sendings');
GRANT SELECT, INSERT, DELETE ON unsaved_sendings TO tradebook_tenant;
