-- A notification is found by its user and its id, among the few that its user keeps: ids are random and given once, and
-- an index of them was written with each notification.
ALTER TABLE notifications DROP CONSTRAINT notifications_tenant_id_id_key;
