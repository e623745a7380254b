-- Counts the changes of a request: who decides names the one that was read.
ALTER TABLE account_requests ADD COLUMN revision int NOT NULL DEFAULT 1;
