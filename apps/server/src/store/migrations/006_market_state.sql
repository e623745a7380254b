-- The phase of the market and what market control has halted, so that both survive a restart.

CREATE TABLE market_state (
  id           int PRIMARY KEY CHECK (id = 1),
  phase        text NOT NULL,                 -- what the schedule brought; a halt interrupts it
  since        timestamptz NOT NULL,          -- when it was due
  market_date  date NOT NULL,
  halt_reason  text,                          -- there while the whole market is halted
  halted_since timestamptz,
  CHECK ((halt_reason IS NULL) = (halted_since IS NULL))
);

CREATE TABLE security_state (
  security_id text PRIMARY KEY REFERENCES securities,
  halted      boolean NOT NULL,
  reason      text NOT NULL,                  -- why it was halted, or resumed
  since       timestamptz NOT NULL
);

GRANT SELECT ON market_state, security_state TO tradebook_tenant, tradebook_desk;
GRANT INSERT, UPDATE ON market_state, security_state TO tradebook_desk;
