-- The links of audit rows are computed where the rows are: they need not travel to the server and back.

-- One link: SHA-256 of the link before it and of the row's canonical text.
CREATE FUNCTION audit_link(before bytea, head bytea, canonical text) RETURNS bytea
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN sha256(coalesce(before, head) || convert_to(canonical, 'UTF8'));

-- As a window function over rows in the order of their numbers: each row's link, the first following the head.
CREATE AGGREGATE audit_links(head bytea, canonical text) (SFUNC = audit_link, STYPE = bytea);

REVOKE EXECUTE ON FUNCTION audit_link FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION audit_links FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_link, audit_links TO tradebook_audit;
