-- Notes and statements by mail, and trade alerts to those who are charged for them. Each is mailed once: how far a firm
-- is, is kept in the transaction that adds the mails.

ALTER TABLE customer_charges ADD COLUMN alerts_off boolean NOT NULL DEFAULT false;

-- A customer without a user can be mailed, too.
ALTER TABLE mails ALTER COLUMN user_id DROP NOT NULL;

CREATE TABLE document_mail_cursors (
  tenant_id int NOT NULL REFERENCES tenants,
  alerted   int NOT NULL DEFAULT 0,           -- the last note that an alert was mailed of
  mailed    int NOT NULL DEFAULT 0,           -- the last note that was mailed
  month     date NOT NULL,                    -- the month whose statements are mailed once it is over
  account   text NOT NULL DEFAULT '',         -- of that month the last account
  PRIMARY KEY (tenant_id)
);
-- What was traded until now is nobody's news.
ALTER TABLE contract_notes NO FORCE ROW LEVEL SECURITY;
INSERT INTO document_mail_cursors (tenant_id, alerted, mailed, month)
SELECT tenant_id, max(number), max(number), date_trunc('month', max(trade_date)) FROM contract_notes GROUP BY tenant_id;
ALTER TABLE contract_notes FORCE ROW LEVEL SECURITY;

SELECT protect_tenant_table('document_mail_cursors');
GRANT SELECT, INSERT, UPDATE ON document_mail_cursors TO tradebook_tenant;
