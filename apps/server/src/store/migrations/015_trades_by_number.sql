-- Pages of trades are chosen by their numbers, over the days that a time names.
ALTER TABLE market_trades DROP CONSTRAINT market_trades_pkey;
ALTER TABLE market_trades ADD PRIMARY KEY (trade_number, market_date);
