-- The price that triggers a stop order, in kobo; one that was triggered keeps it and has another kind.
ALTER TABLE orders ADD COLUMN stop_px int;
