-- A clearing house number is looked up, in any case of its letters, whenever an account is opened or corrected.
CREATE INDEX customers_by_chn ON customers (tenant_id, upper(chn));
