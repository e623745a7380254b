-- What the reviewer of a request found wrong with single fields when it was returned to its owner.
ALTER TABLE account_requests ADD COLUMN remarks jsonb NOT NULL DEFAULT '[]';
