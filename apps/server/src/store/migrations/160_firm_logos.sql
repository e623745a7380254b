-- The picture that a firm's documents print.
CREATE TABLE firm_logos (
  tenant_id int NOT NULL REFERENCES tenants,
  type      text NOT NULL CHECK (type IN ('image/jpeg', 'image/png')),
  content   bytea NOT NULL CHECK (octet_length(content) <= 262144),
  PRIMARY KEY (tenant_id)
);
-- Pictures are compressed already.
ALTER TABLE firm_logos ALTER COLUMN content SET STORAGE EXTERNAL;

SELECT protect_tenant_table('firm_logos');
GRANT SELECT, INSERT, UPDATE, DELETE ON firm_logos TO tradebook_tenant;
