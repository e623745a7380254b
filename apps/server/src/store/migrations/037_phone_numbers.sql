-- How a person is reached besides by mail; each sets the own one.
ALTER TABLE users ADD COLUMN phone_number text CHECK (length(phone_number) BETWEEN 1 AND 32);
