-- What tells the persons and companies of a request apart: the same in two requests is shown to reviewers. A table of
-- its own, for under row security an index answers plain equality alone.
CREATE TABLE account_request_identities (
  tenant_id  int NOT NULL,
  kind       text NOT NULL,
  value      text NOT NULL,
  request_id int NOT NULL,
  PRIMARY KEY (tenant_id, kind, value, request_id),
  FOREIGN KEY (tenant_id, request_id) REFERENCES account_requests ON DELETE CASCADE
);
CREATE INDEX account_request_identities_of_request ON account_request_identities (tenant_id, request_id);

INSERT INTO account_request_identities (tenant_id, kind, value, request_id)
SELECT DISTINCT request.tenant_id, part.kind, part.value, request.id
FROM account_requests request, LATERAL (VALUES
  ('bvn', request.fields->>'bvn'),
  ('bvn', request.fields->>'jointBvn'),
  ('nin', request.fields->>'nin'),
  ('nin', request.fields->>'jointNin'),
  ('phoneNumber', right(regexp_replace(request.fields->>'phoneNumber', '\D', '', 'g'), 10)),
  ('bankAccountNumber', (request.fields->>'bankSortCode') || ' ' || (request.fields->>'bankAccountNumber')),
  ('rcNumber', regexp_replace(request.fields->>'rcNumber', '\D', '', 'g'))
) AS part(kind, value)
WHERE request.status <> 1 AND part.value <> '';

SELECT protect_tenant_table('account_request_identities');
GRANT SELECT, INSERT, DELETE ON account_request_identities TO tradebook_tenant;

-- The bank account of customers who were there before they could register.
CREATE INDEX trading_accounts_by_bank_account ON trading_accounts (tenant_id, bank_account)
  WHERE bank_account IS NOT NULL;
