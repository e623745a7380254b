-- A user or a role that was deleted is hidden: what mentions it keeps it, and its name is free for another.
ALTER TABLE users ADD COLUMN deletion_time timestamptz;
ALTER TABLE roles ADD COLUMN deletion_time timestamptz;
DROP INDEX users_by_name;
DROP INDEX users_by_email;
DROP INDEX roles_by_name;
CREATE UNIQUE INDEX users_by_name ON users (tenant_id, lower(user_name)) WHERE deletion_time IS NULL;
CREATE UNIQUE INDEX users_by_email ON users (tenant_id, lower(email_address)) WHERE deletion_time IS NULL;
CREATE UNIQUE INDEX roles_by_name ON roles (tenant_id, upper(name)) WHERE deletion_time IS NULL;
