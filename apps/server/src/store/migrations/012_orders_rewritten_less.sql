-- An order is written anew, into all of its indexes, with every change of its state. What is still open
-- is found by the index of each firm; a desk that is rebuilt sorts the few by their priority.
DROP INDEX orders_open;

-- Requests are appended day by day, so that this index of a few pages finds the last market days.
CREATE INDEX order_requests_by_day ON order_requests USING brin (trade_date);
