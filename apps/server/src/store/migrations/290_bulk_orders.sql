-- One order in the market for several accounts. A bulk order has its own number here and no account; its parts are
-- orders of their accounts that name it.
ALTER TABLE orders ADD COLUMN bulk_order_id bigint, ADD COLUMN allocation text;
ALTER TYPE written_orders ADD ATTRIBUTE bulk_order_id bigint, ADD ATTRIBUTE allocation text;
CREATE INDEX orders_of_bulk_orders ON orders (tenant_id, bulk_order_id, order_id) WHERE bulk_order_id IS NOT NULL;
