-- What companies do to their shareholders: one for all firms, announced and revoked by the host.
CREATE TABLE corporate_actions (
  id            bigint PRIMARY KEY,             -- the journal sequence of its announcement
  type          text NOT NULL CHECK (type IN ('dividend', 'bonus', 'split')),
  security_id   text NOT NULL REFERENCES securities,
  register_date date NOT NULL,                  -- who owns settled shares at its end is entitled
  ex_date       date NOT NULL,                  -- the first market day whose trades settle after it
  pay_date      date NOT NULL,                  -- of a split its ex-day
  rate          bigint,                         -- of a dividend: hundredths of a kobo a share
  ratio_shares  bigint,                         -- of a bonus or split: so many shares
  ratio_held    bigint,                         --   for each so many held
  announced_at  timestamptz NOT NULL,
  announced_by  text NOT NULL,
  revoked_at    timestamptz,
  revoked_by    text,
  CHECK ((type = 'dividend') = (rate > 0 AND ratio_shares IS NULL AND ratio_held IS NULL)),
  CHECK (type = 'dividend' OR (ratio_shares > 0 AND ratio_held > 0)),
  CHECK ((revoked_at IS NULL) = (revoked_by IS NULL))
);
-- Announced twice, it happens once.
CREATE UNIQUE INDEX corporate_actions_in_force ON corporate_actions (security_id, type, register_date)
  WHERE revoked_at IS NULL;
GRANT SELECT ON corporate_actions TO tradebook_tenant, tradebook_desk;
GRANT INSERT, UPDATE ON corporate_actions TO tradebook_desk;

-- The shares that accounts had in the register; written once, when the register date is over.
CREATE TABLE corporate_action_holdings (
  tenant_id int NOT NULL,
  action_id bigint NOT NULL,
  account   text NOT NULL,
  quantity  bigint NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (tenant_id, action_id, account)
);

-- The market day that each firm's books began last: what the turn of a day does is done once.
CREATE TABLE firm_days (
  tenant_id   int PRIMARY KEY,
  market_date date NOT NULL
);

SELECT protect_tenant_table(name::regclass), open_to_desk(name::regclass)
FROM unnest(ARRAY['corporate_action_holdings', 'firm_days']) AS name;
GRANT SELECT ON corporate_action_holdings, firm_days TO tradebook_tenant;
GRANT SELECT, INSERT ON corporate_action_holdings TO tradebook_desk;
GRANT SELECT, INSERT, UPDATE ON firm_days TO tradebook_desk;

-- What was traded stays as it was. Prices of these days are compared with later ones as price × before_shares /
-- after_shares, because a share of then is so many shares of now.
CREATE TABLE price_adjustments (
  security_id   text NOT NULL REFERENCES securities,
  date_from     date NOT NULL,                  -- the first day, or -infinity
  date_until    date NOT NULL,                  -- the ex-day, which is not one of them
  before_shares numeric NOT NULL CHECK (before_shares > 0),
  after_shares  numeric NOT NULL CHECK (after_shares > 0),
  PRIMARY KEY (security_id, date_until)
);
GRANT SELECT ON price_adjustments TO tradebook_tenant, tradebook_desk;
GRANT INSERT, UPDATE ON price_adjustments TO tradebook_desk;
-- The shares of a company change with a bonus or a split.
GRANT UPDATE (shares_outstanding) ON securities TO tradebook_desk;

-- To the nearest kobo, half a kobo up, and at least one.
CREATE FUNCTION adjusted_px(px int, before_shares numeric, after_shares numeric) RETURNS int
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN before_shares IS NULL THEN px ELSE greatest(round(px * before_shares / after_shares), 1)::int END
$$;
-- Whole shares, rounded down.
CREATE FUNCTION adjusted_volume(volume bigint, before_shares numeric, after_shares numeric) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN before_shares IS NULL THEN volume ELSE div(volume * after_shares, before_shares)::bigint END
$$;

-- The market's past as it compares with the present.
CREATE VIEW adjusted_statistics WITH (security_invoker = true) AS
SELECT d.security_id, d.market_date,
  adjusted_px(d.reference_px, a.before_shares, a.after_shares) AS reference_px,
  adjusted_px(d.open_px, a.before_shares, a.after_shares) AS open_px,
  adjusted_px(d.high_px, a.before_shares, a.after_shares) AS high_px,
  adjusted_px(d.low_px, a.before_shares, a.after_shares) AS low_px,
  adjusted_px(d.last_px, a.before_shares, a.after_shares) AS last_px,
  adjusted_px(d.published_px, a.before_shares, a.after_shares) AS published_px,
  adjusted_volume(d.volume, a.before_shares, a.after_shares) AS volume
FROM daily_statistics d LEFT JOIN price_adjustments a
  ON a.security_id = d.security_id AND d.market_date >= a.date_from AND d.market_date < a.date_until;
CREATE VIEW adjusted_bars WITH (security_invoker = true) AS
SELECT b.security_id, b.bar_time,
  adjusted_px(b.open_px, a.before_shares, a.after_shares) AS open_px,
  adjusted_px(b.high_px, a.before_shares, a.after_shares) AS high_px,
  adjusted_px(b.low_px, a.before_shares, a.after_shares) AS low_px,
  adjusted_px(b.close_px, a.before_shares, a.after_shares) AS close_px,
  adjusted_volume(b.volume, a.before_shares, a.after_shares) AS volume
FROM price_bars b LEFT JOIN price_adjustments a ON a.security_id = b.security_id
  AND (b.bar_time AT TIME ZONE 'Africa/Lagos')::date >= a.date_from
  AND (b.bar_time AT TIME ZONE 'Africa/Lagos')::date < a.date_until;
GRANT SELECT ON adjusted_statistics, adjusted_bars TO tradebook_tenant, tradebook_desk;
