-- A password that somebody else has set is known to somebody else: its user chooses another one before anything else.
ALTER TABLE users ADD COLUMN must_change_password boolean NOT NULL DEFAULT false;
