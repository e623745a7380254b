-- Whoever asked for a posting is notified of what was decided about it; notifications follow the journal's sequence.
ALTER TABLE transfer_requests
  ADD COLUMN decided bigint;                -- the journal sequence of the decision; of those before this column none
CREATE INDEX transfer_requests_decided ON transfer_requests (tenant_id, decided) WHERE decided IS NOT NULL;
