-- What the reversal of a deposit that waits would take is not available meanwhile.
UPDATE cash_balances SET available = greatest(available - lien, 0)
FROM (
  SELECT tenant_id, account, sum(amount) AS lien FROM transfer_requests
  WHERE type = 'reversal' AND state = 'pending' AND details -> 'of' ->> 'type' = 'deposit'
  GROUP BY tenant_id, account
) AS waiting
WHERE (cash_balances.tenant_id, cash_balances.account) = (waiting.tenant_id, waiting.account);
