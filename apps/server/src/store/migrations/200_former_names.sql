-- The customer's name as the desk had it before a correction that waits: a rejection restores it, where an approval ended
-- with the server. Null in rows of earlier releases.
ALTER TABLE customer_changes ADD COLUMN former_name text;
