-- Names are kept composed (NFC), so that equal names are equal however a keyboard writes their marks.

-- A text as it is looked for; `folded` of the contract does the same. Of ASCII, which most texts are, it costs no more than `lower`.
CREATE FUNCTION folded(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN octet_length($1) = char_length($1) THEN lower($1) ELSE
  translate(
    lower(regexp_replace(normalize($1, NFKD),
      '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g')),
    'ɓɗɖđƙƴŋǝəɛɔøłıς’‘ʼ‐‑–', 'bdddkyneeeooliσ''''''---') END;
GRANT EXECUTE ON FUNCTION folded TO tradebook_tenant, tradebook_desk, tradebook_host;

-- The order of `compareNames` of the contract: the letters of Yoruba and Igbo with a dot or a line are letters of their own.
-- Those of Hausa with a hook are so in every language. A server that was built without ICU orders by code points.
DO $$ BEGIN
  CREATE COLLATION names (provider = icu, locale = 'und', rules =
    '&E<ẹ<<<Ẹ<<e̩<<<E̩ &I<ị<<<Ị<<i̩<<<I̩ &N<ṅ<<<Ṅ &O<ọ<<<Ọ<<o̩<<<O̩ &S<ṣ<<<Ṣ<<s̩<<<S̩ &U<ụ<<<Ụ<<u̩<<<U̩');
EXCEPTION WHEN feature_not_supported THEN
  CREATE COLLATION names (provider = builtin, locale = 'C.UTF-8');
END $$;

-- The owner of the tables is under row security, too, but for these statements.
ALTER TABLE tenants NO FORCE ROW LEVEL SECURITY;
ALTER TABLE users NO FORCE ROW LEVEL SECURITY;
ALTER TABLE roles NO FORCE ROW LEVEL SECURITY;
ALTER TABLE customers NO FORCE ROW LEVEL SECURITY;
ALTER TABLE watchlists NO FORCE ROW LEVEL SECURITY;
ALTER TABLE registrations NO FORCE ROW LEVEL SECURITY;

-- What nobody sees was taken into names: it is removed. A name of nothing else is what the row is known by.
CREATE FUNCTION pg_temp.kept(name text, otherwise text) RETURNS text LANGUAGE sql IMMUTABLE
RETURN coalesce(nullif(normalize(trim(regexp_replace(name,
  '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0]',
  '', 'g')), NFC), ''), otherwise);

UPDATE tenants SET name = pg_temp.kept(name, tenancy_name) WHERE name <> pg_temp.kept(name, tenancy_name);
UPDATE customers SET name = pg_temp.kept(name, id::text) WHERE name <> pg_temp.kept(name, id::text);
UPDATE roles SET display_name = pg_temp.kept(display_name, name) WHERE display_name <> pg_temp.kept(display_name, name);
UPDATE users SET name = pg_temp.kept(name, user_name), surname = pg_temp.kept(surname, user_name)
  WHERE name <> pg_temp.kept(name, user_name) OR surname <> pg_temp.kept(surname, user_name);
UPDATE registrations SET user_name = pg_temp.kept(user_name, user_name) WHERE user_name <> pg_temp.kept(user_name, user_name);

-- Names that no two rows share: of those that become equal, the one that had the composed name keeps it, or else
-- the one that was used last; the others are told apart by their numbers. Each is reported.
DO $$
DECLARE
  row record;
  kept text;
BEGIN
  FOR row IN
    SELECT users.tenant_id, users.id, user_name, pg_temp.kept(user_name, 'user-' || users.id) AS wanted, tenancy_name
    FROM users JOIN tenants ON tenants.id = users.tenant_id
    WHERE user_name <> pg_temp.kept(user_name, 'user-' || users.id) AND users.deletion_time IS NULL
    ORDER BY last_login_time DESC NULLS LAST, users.id
  LOOP
    kept := row.wanted;
    IF EXISTS (SELECT FROM users WHERE tenant_id = row.tenant_id AND id <> row.id AND deletion_time IS NULL
               AND lower(user_name) = lower(kept)) THEN
      kept := left(row.wanted, 240) || '-' || row.id;
      RAISE WARNING 'user % of firm % is now named "%": "%" is the name of another user, too', row.id, row.tenancy_name, kept, row.wanted;
    END IF;
    UPDATE users SET user_name = kept WHERE tenant_id = row.tenant_id AND id = row.id;
  END LOOP;
  FOR row IN
    SELECT roles.tenant_id, roles.id, roles.name, pg_temp.kept(roles.name, 'role-' || roles.id) AS wanted, tenancy_name
    FROM roles JOIN tenants ON tenants.id = roles.tenant_id
    WHERE roles.name <> pg_temp.kept(roles.name, 'role-' || roles.id) AND roles.deletion_time IS NULL
    ORDER BY roles.id
  LOOP
    kept := row.wanted;
    IF EXISTS (SELECT FROM roles WHERE tenant_id = row.tenant_id AND id <> row.id AND deletion_time IS NULL
               AND upper(name) = upper(kept)) THEN
      kept := left(row.wanted, 20) || '-' || row.id;
      RAISE WARNING 'role % of firm % is now named "%": "%" is the name of another role, too', row.id, row.tenancy_name, kept, row.wanted;
    END IF;
    UPDATE roles SET name = kept WHERE tenant_id = row.tenant_id AND id = row.id;
  END LOOP;
  FOR row IN
    SELECT tenant_id, user_id, id, name, pg_temp.kept(name, 'list-' || id) AS wanted
    FROM watchlists WHERE name <> pg_temp.kept(name, 'list-' || id) ORDER BY id
  LOOP
    kept := row.wanted;
    IF EXISTS (SELECT FROM watchlists WHERE tenant_id = row.tenant_id AND user_id = row.user_id AND id <> row.id
               AND lower(name) = lower(kept)) THEN
      kept := left(row.wanted, 52) || '-' || row.id;
    END IF;
    UPDATE watchlists SET name = kept WHERE tenant_id = row.tenant_id AND id = row.id;
  END LOOP;
END $$;
-- What was deleted shares its name with others.
UPDATE users SET user_name = pg_temp.kept(user_name, 'user-' || id) WHERE user_name <> pg_temp.kept(user_name, 'user-' || id);
UPDATE roles SET name = pg_temp.kept(name, 'role-' || id) WHERE name <> pg_temp.kept(name, 'role-' || id);

ALTER TABLE tenants FORCE ROW LEVEL SECURITY;
ALTER TABLE users FORCE ROW LEVEL SECURITY;
ALTER TABLE roles FORCE ROW LEVEL SECURITY;
ALTER TABLE customers FORCE ROW LEVEL SECURITY;
ALTER TABLE watchlists FORCE ROW LEVEL SECURITY;
ALTER TABLE registrations FORCE ROW LEVEL SECURITY;

-- The unique indexes then know a name in every way to type it, whichever door it comes by.
ALTER TABLE users ADD CONSTRAINT user_name_is_composed CHECK (user_name IS NFC NORMALIZED);
ALTER TABLE roles ADD CONSTRAINT role_name_is_composed CHECK (name IS NFC NORMALIZED);
ALTER TABLE watchlists ADD CONSTRAINT watchlist_name_is_composed CHECK (name IS NFC NORMALIZED);
