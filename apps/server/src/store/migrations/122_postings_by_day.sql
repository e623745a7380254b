-- Requests to post transfers are appended day by day, so that this index of a few pages finds the last market
-- days, which a desk that is rebuilt reads.
CREATE INDEX transfer_requests_by_day ON transfer_requests USING brin (market_date);
