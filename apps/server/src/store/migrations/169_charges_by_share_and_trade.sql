-- A charge is a rate of the consideration, an amount per share, or an amount per trade up to a maximum per note. What a
-- line of a note was charged by is with the line.
ALTER TABLE fee_rates
  ADD COLUMN per_share bigint CHECK (per_share > 0), -- kobo
  ADD COLUMN per_trade bigint CHECK (per_trade > 0), -- kobo
  ADD COLUMN maximum   bigint CHECK (maximum >= minimum), -- kobo a note
  ADD CHECK ((rate_ppm > 0)::int + (per_share IS NOT NULL)::int + (per_trade IS NOT NULL)::int <= 1),
  ADD CHECK ((per_trade IS NULL) = (maximum IS NULL));
