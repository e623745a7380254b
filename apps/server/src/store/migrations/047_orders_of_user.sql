-- Who does not see all orders of a firm sees those of the own accounts and those that the user entered: with
-- an index for each of the two, a customer's history is found however long the firm's is.
CREATE INDEX orders_of_user ON orders (tenant_id, user_id, order_id DESC);
