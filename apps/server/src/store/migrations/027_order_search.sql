-- What finds orders by a keyword, a state or the user who entered them among a firm's whole history. An
-- ended order is written no more, so that the index of states costs one entry an order; a request is
-- never written again.
CREATE INDEX order_requests_by_id ON order_requests (tenant_id, cl_ord_id);
CREATE INDEX orders_ended ON orders (tenant_id, ord_status, order_id DESC) WHERE ord_status NOT IN ('0', '1');
