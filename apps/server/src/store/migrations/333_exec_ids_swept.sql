-- ExecIDs are deleted 90 days after they were taken; the desk reads those of the last days. The index also tells when
-- the last message arrived.

UPDATE venue_exec_ids SET taken_at = market_date WHERE taken_at IS NULL;
ALTER TABLE venue_exec_ids ALTER taken_at SET NOT NULL;
SELECT open_to_sweeper('venue_exec_ids', 'taken_at', 'tenant_id, market_date, exec_id, taken_at');
