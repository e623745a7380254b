-- No ratio brings a price or a volume beyond what its column holds: reading the past can not fail.
CREATE OR REPLACE FUNCTION adjusted_px(px int, before_shares numeric, after_shares numeric) RETURNS int
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN before_shares IS NULL THEN px
    ELSE least(greatest(round(px * before_shares / after_shares), 1), 2147483647)::int END
$$;
CREATE OR REPLACE FUNCTION adjusted_volume(volume bigint, before_shares numeric, after_shares numeric) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN before_shares IS NULL THEN volume
    ELSE least(div(volume * after_shares, before_shares), 9223372036854775807)::bigint END
$$;
