-- What lists are filtered by. A bound of time becomes the number of the first row from then on.
CREATE INDEX orders_of_security ON orders (tenant_id, security_id, order_id DESC);
CREATE INDEX orders_by_time ON orders (tenant_id, creation_time, order_id);
CREATE INDEX executions_by_time ON executions (tenant_id, transact_time, sequence);
