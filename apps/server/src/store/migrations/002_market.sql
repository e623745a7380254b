-- The market: one for all firms, no tenant. Everybody may read it, only the desk writes it.

CREATE TABLE securities (
  security_id        text PRIMARY KEY,
  listing            int NOT NULL UNIQUE,          -- the order they are listed in
  name               text NOT NULL,
  isin               text,
  sector             text NOT NULL,
  board              text,
  price_group        text NOT NULL CHECK (price_group IN ('A', 'B', 'C')),
  shares_outstanding bigint NOT NULL CHECK (shares_outstanding > 0)
);

-- One row per security and market day; the newest is today's. Prices in kobo.
CREATE TABLE daily_statistics (
  security_id   text NOT NULL REFERENCES securities,
  market_date   date NOT NULL,
  reference_px  int NOT NULL CHECK (reference_px > 0),  -- the previous official close
  open_px       int,
  high_px       int,
  low_px        int,
  last_px       int,
  last_qty      int,
  published_px  int NOT NULL,                           -- moves only on a trade of the minimum quantity
  volume        bigint NOT NULL DEFAULT 0,
  value         bigint NOT NULL DEFAULT 0,              -- kobo
  trades        int NOT NULL DEFAULT 0,
  PRIMARY KEY (security_id, market_date)
);

CREATE TABLE market_trades (
  trade_number    bigint PRIMARY KEY,
  security_id     text NOT NULL,
  price           int NOT NULL,
  quantity        int NOT NULL,
  tick_direction  text NOT NULL,
  trade_condition text,
  rpt_seq         int NOT NULL,
  trade_time      timestamptz NOT NULL,
  market_date     date NOT NULL
);
CREATE INDEX market_trades_of_security ON market_trades (security_id, trade_number);

CREATE TABLE news (
  id           bigint PRIMARY KEY,              -- the journal sequence of its posting
  headline     text NOT NULL,
  body         text NOT NULL,
  source       text NOT NULL,
  urgency      text NOT NULL,
  security_ids text[] NOT NULL,
  orig_time    timestamptz NOT NULL
);
CREATE INDEX news_newest ON news (orig_time DESC);

-- The one writer's own row. A commit names the fence it was elected with and finds no row once
-- another desk has taken over.
CREATE TABLE desk (
  id          int PRIMARY KEY CHECK (id = 1),
  fence       bigint NOT NULL,
  epoch       int NOT NULL,                  -- of market data: grows with every rebuild
  sequence    bigint NOT NULL,               -- the journal's last
  market_time timestamptz NOT NULL,          -- never runs backwards
  market_date date
);
INSERT INTO desk VALUES (1, 0, 0, 0, 'epoch', NULL);

GRANT SELECT ON securities, daily_statistics, market_trades, news TO tradebook_tenant, tradebook_desk;
GRANT INSERT, UPDATE ON daily_statistics TO tradebook_desk;
GRANT INSERT ON securities, market_trades, news TO tradebook_desk;
GRANT SELECT, UPDATE ON desk TO tradebook_desk;
