-- The market's trades by market day, so that old days are dropped and never deleted row by row.
ALTER TABLE market_trades RENAME TO market_trades_before;
ALTER INDEX market_trades_pkey RENAME TO market_trades_before_pkey;
DROP INDEX market_trades_of_security;
CREATE TABLE market_trades (
  trade_number    bigint NOT NULL,
  security_id     text NOT NULL,
  price           int NOT NULL,                 -- kobo
  quantity        int NOT NULL,
  tick_direction  text NOT NULL,
  trade_condition text,
  rpt_seq         int NOT NULL,
  trade_time      timestamptz NOT NULL,
  market_date     date NOT NULL,
  PRIMARY KEY (market_date, trade_number)
) PARTITION BY LIST (market_date);
CREATE INDEX market_trades_of_security ON market_trades (security_id, trade_number);
GRANT SELECT ON market_trades TO tradebook_tenant, tradebook_desk;
GRANT INSERT ON market_trades TO tradebook_desk;

-- The desk owns no table. These two functions are all that it may change of this one's partitions.
-- A partition is attached, because creating it in place would wait for every reader of the trades.
CREATE FUNCTION begin_day_of_trades(day date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE name text := 'market_trades_' || to_char(day, 'YYYYMMDD');
BEGIN
  IF to_regclass(name) IS NOT NULL THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE %I (LIKE market_trades INCLUDING INDEXES)', name);
  EXECUTE format('ALTER TABLE market_trades ATTACH PARTITION %I FOR VALUES IN (%L)', name, day);
END $$;

-- Days that a reader keeps locked are dropped on another day.
CREATE FUNCTION drop_trades_before(day date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '1s' AS $$
DECLARE partition regclass;
BEGIN
  FOR partition IN
    SELECT inhrelid FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = 'market_trades'::regclass AND relname < 'market_trades_' || to_char(day, 'YYYYMMDD')
  LOOP
    EXECUTE format('DROP TABLE %s', partition);
  END LOOP;
EXCEPTION WHEN lock_not_available THEN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION begin_day_of_trades, drop_trades_before FROM PUBLIC;
GRANT EXECUTE ON FUNCTION begin_day_of_trades, drop_trades_before TO tradebook_desk;

SELECT begin_day_of_trades(market_date) FROM (SELECT DISTINCT market_date FROM market_trades_before) days;
INSERT INTO market_trades SELECT * FROM market_trades_before;
DROP TABLE market_trades_before;

-- What each security did in each minute in which it traded; written with the trades.
CREATE TABLE price_bars (
  security_id text NOT NULL,
  bar_time    timestamptz NOT NULL,             -- the minute's beginning
  open_px     int NOT NULL,                     -- kobo
  high_px     int NOT NULL,
  low_px      int NOT NULL,
  close_px    int NOT NULL,
  volume      bigint NOT NULL,
  last_trade  bigint NOT NULL,                  -- the number of the last trade it holds
  PRIMARY KEY (security_id, bar_time)
);
GRANT SELECT ON price_bars TO tradebook_tenant, tradebook_desk;
GRANT INSERT, UPDATE, DELETE ON price_bars TO tradebook_desk;
INSERT INTO price_bars
SELECT security_id, date_bin('1 minute', trade_time, 'epoch'), (array_agg(price ORDER BY trade_number))[1],
  max(price), min(price), (array_agg(price ORDER BY trade_number DESC))[1], sum(quantity), max(trade_number)
FROM market_trades GROUP BY 1, 2;
