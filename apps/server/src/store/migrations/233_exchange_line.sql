-- The line to an exchange, as its operators see it.

ALTER TABLE venue_exec_ids ADD taken_at timestamptz; -- NULL of those from before
GRANT SELECT ON venue_exec_ids TO tradebook_tenant;

-- The order as it stood here when it was found in doubt.
ALTER TABLE venue_doubts ADD here json NOT NULL DEFAULT '{}';
ALTER TABLE venue_doubts ALTER here DROP DEFAULT;
