-- Whether the host's kill switch of a firm keeps the firm's open orders out of the market while it is on.
ALTER TABLE kill_switches ADD COLUMN halts_orders boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT kill_switches_halt_orders_of_a_firm CHECK (NOT halts_orders OR (tenant_id = 0 AND scope = 'tenant'));
