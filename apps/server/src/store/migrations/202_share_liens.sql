-- What the reversal of a transfer in that waits would take is not available meanwhile, as with the reversal of a deposit.
ALTER TABLE positions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE transfer_requests NO FORCE ROW LEVEL SECURITY;
UPDATE positions SET available = least(available, greatest(available - lien, 0))
FROM (
  SELECT tenant_id, account, security_id, sum(quantity) AS lien FROM transfer_requests
  WHERE type = 'reversal' AND state = 'pending' AND details -> 'of' ->> 'type' = 'transferIn'
  GROUP BY tenant_id, account, security_id
) AS waiting
WHERE (positions.tenant_id, positions.account, positions.security_id)
  = (waiting.tenant_id, waiting.account, waiting.security_id);
ALTER TABLE positions FORCE ROW LEVEL SECURITY;
ALTER TABLE transfer_requests FORCE ROW LEVEL SECURITY;
