-- A payment request is posted once, whoever posts it and under whatever posting id: its number is kept with the
-- posting. While there is a posting the request stays taken, and nothing is posted of a request that is not taken:
-- the foreign key keeps both, in whatever order the desk and the people commit.
ALTER TABLE payment_requests NO FORCE ROW LEVEL SECURITY;
ALTER TABLE transfer_requests NO FORCE ROW LEVEL SECURITY;

ALTER TABLE transfer_requests ADD COLUMN payment_request int;

-- Until now a posting was found by its posting id, which a posting by hand could have, too: it has another reference.
UPDATE transfer_requests SET payment_request = made.payment
FROM (
  SELECT DISTINCT ON (p.tenant_id, p.id) p.tenant_id, p.id AS payment, t.id AS posting
  FROM payment_requests AS p JOIN transfer_requests AS t ON t.tenant_id = p.tenant_id AND t.account = p.account
    AND t.posting_id = 'payment-' || p.id AND t.type = p.type AND t.amount = p.amount
    AND (t.reference = 'PR-' || p.id OR t.reference LIKE 'PR-' || p.id || ' %')
  ORDER BY p.tenant_id, p.id, t.state = 'rejected', t.id
) AS made
WHERE transfer_requests.tenant_id = made.tenant_id AND transfer_requests.id = made.posting;

-- Requests that were posted, and then shown as waiting, cancelled or declined: people are notified of what is true.
UPDATE payment_requests SET state = 'taken', decider_id = t.maker_id, decided_at = t.made_at, reason = NULL,
  is_settled = false
FROM transfer_requests AS t
WHERE t.tenant_id = payment_requests.tenant_id AND t.payment_request = payment_requests.id
  AND payment_requests.state <> 'taken';

ALTER TABLE payment_requests ADD UNIQUE (tenant_id, id, state);
ALTER TABLE transfer_requests
  ADD COLUMN payment_state text GENERATED ALWAYS AS (CASE WHEN payment_request IS NOT NULL THEN 'taken' END) STORED,
  ADD FOREIGN KEY (tenant_id, payment_request, payment_state) REFERENCES payment_requests (tenant_id, id, state);
CREATE UNIQUE INDEX transfer_requests_of_payment ON transfer_requests (tenant_id, payment_request)
  WHERE payment_request IS NOT NULL;
-- The ids of postings by hand are their makers' own.
DROP INDEX transfer_requests_of_maker;
CREATE UNIQUE INDEX transfer_requests_of_maker ON transfer_requests (tenant_id, maker_id, posting_id)
  WHERE payment_request IS NULL;

ALTER TABLE payment_requests FORCE ROW LEVEL SECURITY;
ALTER TABLE transfer_requests FORCE ROW LEVEL SECURITY;
