-- What a ledger entry costs PostgreSQL to write.

-- Entries are read by account, in the order of their place in the journal: so the key begins with the account, and the
-- index that had both beside it is gone. No two entries of an account have one place.
DROP INDEX ledger_entries_of_account;
ALTER TABLE ledger_entries
  DROP CONSTRAINT ledger_entries_pkey, ADD PRIMARY KEY (tenant_id, account, sequence, line);

-- The same check of what a batch posts; the amounts of each asset are taken as they are, without an object that pairs
-- them with its name, which is looked for only where they do not sum to zero.
CREATE OR REPLACE FUNCTION refuse_unbalanced_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE found_one record;
BEGIN
  SELECT posted.* INTO found_one
  FROM (
    SELECT tenant_id, sequence, line, postings, jsonb_path_query(postings, 'strict $.*') AS amounts FROM written
  ) AS posted
  WHERE (
    SELECT sum((amount #>> '{}')::bigint)
    FROM (SELECT jsonb_path_query(posted.amounts, 'strict $.*') AS amount) AS of_asset
  ) IS DISTINCT FROM 0
  LIMIT 1;
  IF FOUND THEN
    RAISE check_violation USING MESSAGE = format('entry %s.%s of firm %s does not sum to zero in %s',
      found_one.sequence, found_one.line, found_one.tenant_id,
      (SELECT key FROM jsonb_each(found_one.postings) WHERE value = found_one.amounts LIMIT 1));
  END IF;
  RETURN NULL;
END $$;
