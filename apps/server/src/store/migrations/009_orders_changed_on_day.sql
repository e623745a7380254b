-- The market day of an order's last change: a carried order that ends today belongs to today's orders.
ALTER TABLE orders ADD COLUMN market_date date;
ALTER TABLE orders NO FORCE ROW LEVEL SECURITY;
UPDATE orders SET market_date = greatest(trade_date, (transact_time AT TIME ZONE 'Africa/Lagos')::date);
ALTER TABLE orders FORCE ROW LEVEL SECURITY;
ALTER TABLE orders ALTER COLUMN market_date SET NOT NULL;
DROP INDEX orders_of_day;
CREATE INDEX orders_of_day ON orders (tenant_id, market_date, order_id DESC);
