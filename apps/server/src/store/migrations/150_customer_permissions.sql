-- Who reviewed account requests saw all of a customer's particulars and documents, and goes on seeing and correcting them.
ALTER TABLE roles NO FORCE ROW LEVEL SECURITY;
ALTER TABLE role_permissions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE user_permissions NO FORCE ROW LEVEL SECURITY;
INSERT INTO role_permissions (tenant_id, role_id, permission)
SELECT held.tenant_id, held.role_id, added.permission
FROM role_permissions held
JOIN roles ON roles.tenant_id = held.tenant_id AND roles.id = held.role_id
CROSS JOIN (VALUES ('VIEW_CUSTOMERS'), ('MAINTAIN_CUSTOMERS')) AS added(permission)
WHERE held.permission = 'Pages.Users' AND upper(roles.name) <> 'CUSTOMER'
ON CONFLICT DO NOTHING;
INSERT INTO user_permissions (tenant_id, user_id, permission)
SELECT tenant_id, user_id, added.permission
FROM user_permissions
CROSS JOIN (VALUES ('VIEW_CUSTOMERS'), ('MAINTAIN_CUSTOMERS')) AS added(permission)
WHERE user_permissions.permission = 'Pages.Users'
ON CONFLICT DO NOTHING;
ALTER TABLE roles FORCE ROW LEVEL SECURITY;
ALTER TABLE role_permissions FORCE ROW LEVEL SECURITY;
ALTER TABLE user_permissions FORCE ROW LEVEL SECURITY;
