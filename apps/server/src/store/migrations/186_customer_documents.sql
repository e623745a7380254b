-- Documents of a customer that staff added after the account was opened. Who asked, why, and who approved is the row of
-- customer_changes; those that are not made are kept, too.
CREATE TABLE customer_documents (
  tenant_id   int NOT NULL REFERENCES tenants,
  id          int NOT NULL GENERATED ALWAYS AS IDENTITY,
  customer_id int NOT NULL,
  change_id   int NOT NULL,
  kind        text NOT NULL,
  name        text NOT NULL,
  type        text NOT NULL CHECK (type IN ('image/jpeg', 'image/png', 'application/pdf')),
  size        int NOT NULL CHECK (size BETWEEN 1 AND 5242880),
  content     bytea NOT NULL,
  uploaded_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, change_id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers,
  FOREIGN KEY (tenant_id, change_id) REFERENCES customer_changes
);
ALTER TABLE customer_documents ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE INDEX customer_documents_of_customer ON customer_documents (tenant_id, customer_id, id);
SELECT protect_tenant_table('customer_documents');
GRANT SELECT, INSERT ON customer_documents TO tradebook_tenant;

-- Several corrections of one customer wait, each of other fields: the customer's locked row keeps two of one field apart.
DROP INDEX customer_changes_waiting;
CREATE INDEX customer_changes_waiting ON customer_changes (tenant_id, customer_id) WHERE state = 'waiting';
