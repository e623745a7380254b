-- Wrong codes of the second factor since the user signed in by it.
ALTER TABLE two_factors ADD COLUMN wrong_codes integer NOT NULL DEFAULT 0;
