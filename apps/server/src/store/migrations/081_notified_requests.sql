-- Staff are notified of requests for accounts that wait for them. What is done with a request has no place in the
-- journal: each event says itself whether its notifications were derived.
ALTER TABLE account_request_events ADD COLUMN is_notified boolean NOT NULL DEFAULT true;
CREATE INDEX account_request_events_not_notified ON account_request_events (tenant_id, id) WHERE NOT is_notified;
GRANT UPDATE (is_notified) ON account_request_events TO tradebook_tenant;

-- Several notifications of a user may have one place in the journal.
ALTER TABLE notifications DROP CONSTRAINT notifications_pkey, ADD PRIMARY KEY (tenant_id, user_id, sequence, id);
