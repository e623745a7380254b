-- The whole trading day: what orders ask of it, and what interrupts it.

ALTER TABLE orders
  ADD COLUMN exec_inst   text,
  ADD COLUMN display_qty int,                   -- what the book shows at most of an iceberg
  ADD COLUMN min_qty     int,                   -- the least that trades at entry
  ADD COLUMN shown_qty   int;                   -- what the book shows of an iceberg now

-- When the circuit breaker was triggered on the market day: ISO 8601, oldest first.
ALTER TABLE market_state ADD COLUMN breaker_triggers jsonb NOT NULL DEFAULT '[]';

-- The end of the auction in which a security that was halted reopens; NULL while it does not.
ALTER TABLE security_state ADD COLUMN reopening_until timestamptz;
