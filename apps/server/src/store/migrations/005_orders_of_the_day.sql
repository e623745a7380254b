-- What a page asks for when it starts, found without reading a firm's whole history.
CREATE INDEX orders_of_day ON orders (tenant_id, trade_date, order_id DESC);
CREATE INDEX orders_open_of_firm ON orders (tenant_id, order_id DESC) WHERE ord_status IN ('0', '1');
