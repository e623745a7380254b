-- A mail to a customer without a user names the customer, so that an inspector's file has it.
ALTER TABLE mails ADD COLUMN customer_id int;
CREATE INDEX mails_of_customer ON mails (tenant_id, customer_id) WHERE customer_id IS NOT NULL;
