-- The authority's reference of a freeze: a suit number, or that of a letter; empty where none was given.
ALTER TABLE account_freezes ADD COLUMN reference text NOT NULL DEFAULT '';
