-- Since when an order waits for an answer of the venue.
ALTER TABLE orders ADD COLUMN pending_since timestamptz;
ALTER TYPE written_orders ADD ATTRIBUTE pending_since timestamptz;
