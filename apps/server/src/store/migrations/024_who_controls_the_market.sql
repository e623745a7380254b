-- Who halted the market, and who halted or resumed a security: a user name, NULL for what was done before it was kept.
ALTER TABLE market_state ADD COLUMN halted_by text;
ALTER TABLE security_state ADD COLUMN controlled_by text;
