-- The administrator whom the host named besides a firm's first one: no person of the firm made that user.
ALTER TABLE tenants ADD second_admin_id int;
