-- One process writes a session with an exchange: another one that still runs is refused.

ALTER TABLE exchange_sessions
  DROP COLUMN prefix,
  ADD holder uuid NOT NULL DEFAULT gen_random_uuid(); -- the start of a server that opened it last
ALTER TABLE exchange_sessions ALTER holder DROP DEFAULT;
