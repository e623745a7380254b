-- What the exchange said when it rejected the cancel of an order that only it has.

ALTER TABLE unclaimed_orders ADD COLUMN rejected text;
