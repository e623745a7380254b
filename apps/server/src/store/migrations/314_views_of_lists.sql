-- That staff looked at the list of all customers is recorded, too: with the subject 'firm', and no number of a customer.
ALTER TABLE customer_views
  DROP CONSTRAINT customer_views_subject_check,
  ADD CONSTRAINT customer_views_subject_check CHECK (subject IN ('customer', 'request', 'firm'));
