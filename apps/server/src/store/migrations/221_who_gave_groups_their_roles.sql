-- Who gave a group of the identity provider a role answers for the rights that it gives (decision 212).
ALTER TABLE provider_groups ADD set_by int;
UPDATE provider_groups g SET set_by = p.changed_by FROM identity_providers p WHERE p.tenant_id = g.tenant_id;
ALTER TABLE provider_groups
  ALTER set_by SET NOT NULL,
  ADD FOREIGN KEY (tenant_id, set_by) REFERENCES users;
