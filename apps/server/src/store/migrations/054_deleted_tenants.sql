-- A firm that was deleted is hidden, and its name is free: whoever looks for a firm by its name asks for
-- deletion_time IS NULL. What mentions it stays.
ALTER TABLE tenants ADD COLUMN deletion_time timestamptz;
DROP INDEX tenants_by_name;
CREATE UNIQUE INDEX tenants_by_name ON tenants (lower(tenancy_name)) WHERE deletion_time IS NULL;

-- The desk closes a firm before it is hidden: nothing of a closed firm is loaded or decided any more.
ALTER TABLE firm_terms ADD COLUMN is_closed boolean NOT NULL DEFAULT false;
