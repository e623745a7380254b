-- Amounts of journal lines were text; they become {"$bigint": "…"}, as all that JSON has no form for.
ALTER TABLE journal NO FORCE ROW LEVEL SECURITY;
UPDATE journal SET body = jsonb_set(body, '{posting}', body -> 'posting' || (
  SELECT jsonb_object_agg(name, jsonb_build_object('$bigint', value))
  FROM jsonb_each(body -> 'posting') AS member (name, value)
  WHERE name IN ('amount', 'quantity', 'unitCost')))
WHERE kind = 'posting'
  AND jsonb_typeof(coalesce(body #> '{posting,amount}', body #> '{posting,quantity}')) = 'string';
ALTER TABLE journal FORCE ROW LEVEL SECURITY;
