-- Each order that is filled notifies one or two people. Their rows name their user without a foreign key, as
-- everything that an order appends: a notification is added for users who are there, and whoever is deleted has
-- proved no address and was never notified.
ALTER TABLE notifications DROP CONSTRAINT notifications_tenant_id_user_id_fkey;
