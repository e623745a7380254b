-- The administrator who chose the claim that names a person's groups answers for the rights that these give (decision 212).
ALTER TABLE identity_providers ADD claim_by int;
ALTER TABLE identity_providers NO FORCE ROW LEVEL SECURITY;
UPDATE identity_providers SET claim_by = changed_by;
ALTER TABLE identity_providers FORCE ROW LEVEL SECURITY;
ALTER TABLE identity_providers
  ALTER claim_by SET NOT NULL,
  ADD FOREIGN KEY (tenant_id, claim_by) REFERENCES users;
