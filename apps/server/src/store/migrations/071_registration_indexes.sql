-- What is looked for again and again among rows of which nearly all are of another kind.
CREATE INDEX account_requests_by_cscs_account ON account_requests (tenant_id, cscs_account)
  WHERE cscs_account IS NOT NULL;
CREATE INDEX users_registering ON users (tenant_id, creation_time) WHERE is_registering;
CREATE INDEX registrations_by_end ON registrations (tenant_id, expires_at);
