-- What contract notes are charged: the firm's fee table, and what its customers agreed, each from a trade
-- date on. The desk writes both, for it decides holds and notes by them.
CREATE TABLE fee_rates (
  tenant_id int NOT NULL REFERENCES tenants,
  side      text NOT NULL CHECK (side IN ('1', '2')),
  item      text NOT NULL,
  date_from date NOT NULL,
  rate_ppm  int NOT NULL CHECK (rate_ppm >= 0),   -- of the consideration
  minimum   bigint NOT NULL CHECK (minimum >= 0), -- kobo a note
  vat_ppm   int NOT NULL CHECK (vat_ppm >= 0),    -- of the charge
  PRIMARY KEY (tenant_id, side, item, date_from)
);
CREATE TABLE customer_charges (
  tenant_id         int NOT NULL,
  customer_id       int NOT NULL,
  date_from         date NOT NULL,
  commission_ppm    int CHECK (commission_ppm >= 0), -- in place of the firm's; NULL leaves that
  stamp_duty_exempt boolean NOT NULL,
  PRIMARY KEY (tenant_id, customer_id, date_from),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers
);

-- The table by which every firm charged until now.
ALTER TABLE firm_terms NO FORCE ROW LEVEL SECURITY;
INSERT INTO fee_rates
SELECT tenant_id, side, item, '0001-01-01', rate_ppm, minimum, vat_ppm
FROM firm_terms, (VALUES
  ('1', 'commission', 13500, 0, 75000), ('2', 'commission', 13500, 0, 75000), ('1', 'sec', 3000, 0, 75000),
  ('2', 'ngx', 3000, 0, 75000), ('2', 'cscs', 3000, 0, 75000), ('1', 'stampDuty', 800, 0, 0),
  ('2', 'stampDuty', 800, 0, 0), ('1', 'tradeAlert', 0, 400, 0), ('2', 'tradeAlert', 0, 400, 0)
) AS published (side, item, rate_ppm, minimum, vat_ppm);
ALTER TABLE firm_terms FORCE ROW LEVEL SECURITY;

SELECT protect_tenant_table(name::regclass), open_to_desk(name::regclass)
FROM unnest(ARRAY['fee_rates', 'customer_charges']) AS name;
GRANT SELECT ON fee_rates, customer_charges TO tradebook_tenant;
GRANT SELECT, INSERT, UPDATE ON fee_rates, customer_charges TO tradebook_desk;
