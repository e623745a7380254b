-- E-mail addresses, names with birthdays, and the telephone numbers of all persons tell requests apart, too.

-- The owner of the tables is under row security, too, but for this statement.
ALTER TABLE account_requests NO FORCE ROW LEVEL SECURITY;
ALTER TABLE account_request_identities NO FORCE ROW LEVEL SECURITY;
WITH person AS (
  SELECT request.tenant_id, request.id, part.*
  FROM account_requests request, LATERAL (
    SELECT fields->>'bvn' AS bvn, fields->>'nin' AS nin, fields->>'phoneNumber' AS phone,
      fields->>'emailAddress' AS email, fields->>'dateOfBirth' AS born,
      ARRAY[fields->>'firstName', fields->>'surname'] AS names
    UNION ALL SELECT fields->>'jointBvn', fields->>'jointNin', fields->>'jointPhoneNumber',
      fields->>'jointEmailAddress', fields->>'jointDateOfBirth',
      ARRAY[fields->>'jointFirstName', fields->>'jointSurname']
    UNION ALL SELECT signatory->>'bvn', NULL, signatory->>'phoneNumber', signatory->>'emailAddress', NULL, NULL
    FROM jsonb_array_elements(
      CASE jsonb_typeof(fields->'signatories') WHEN 'array' THEN fields->'signatories' ELSE '[]' END) signatory
  ) AS part
  WHERE request.status <> 1
), named AS (
  SELECT person.*, (
    SELECT string_agg(name, ' ' ORDER BY name COLLATE "C")
    FROM unnest(names) AS given, LATERAL (SELECT trim(regexp_replace(
      lower(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]', '', 'g')), '\s+', ' ', 'g'))) AS plain(name)
    WHERE name <> '' HAVING count(*) = 2
  ) AS name
  FROM person
)
INSERT INTO account_request_identities (tenant_id, kind, value, request_id)
SELECT DISTINCT tenant_id, kind, value, id
FROM named, LATERAL (VALUES
  ('bvn', bvn),
  ('nin', nin),
  ('phoneNumber', right(regexp_replace(phone, '\D', '', 'g'), 10)),
  ('emailAddress', lower(trim(email))),
  ('nameAndBirthday', name || ' ' || nullif(born, ''))
) AS part(kind, value)
WHERE value <> ''
ON CONFLICT DO NOTHING;
ALTER TABLE account_requests FORCE ROW LEVEL SECURITY;
ALTER TABLE account_request_identities FORCE ROW LEVEL SECURITY;
