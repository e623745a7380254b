-- The same check of what a batch posts, without making a table of rows of each entry and of each of its assets.
CREATE OR REPLACE FUNCTION refuse_unbalanced_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE found_one record;
BEGIN
  SELECT posted.tenant_id, posted.sequence, posted.line, posted.asset ->> 'key' AS asset INTO found_one
  FROM (
    SELECT tenant_id, sequence, line, jsonb_path_query(postings, 'strict $.keyvalue()') AS asset FROM written
  ) AS posted
  WHERE (
    SELECT sum((amount #>> '{}')::bigint)
    FROM (SELECT jsonb_path_query(posted.asset, 'strict $.value.*') AS amount) AS amounts
  ) IS DISTINCT FROM 0
  LIMIT 1;
  IF FOUND THEN
    RAISE check_violation USING MESSAGE = format('entry %s.%s of firm %s does not sum to zero in %s',
      found_one.sequence, found_one.line, found_one.tenant_id, found_one.asset);
  END IF;
  RETURN NULL;
END $$;
