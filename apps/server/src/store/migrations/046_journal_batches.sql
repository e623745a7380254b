-- The journal is written with every order and read only to be replayed. So the lines that one batch appends
-- for a firm are one row, which PostgreSQL compresses as a whole: an order is three lines that repeat each
-- other's text.

CREATE TABLE journal_batches (
  tenant_id int NOT NULL,
  sequence  bigint NOT NULL,                    -- of its first line
  lines     json NOT NULL,                      -- [[sequence, at, kind, body], …]
  PRIMARY KEY (tenant_id, sequence)
);
ALTER TABLE journal NO FORCE ROW LEVEL SECURITY;
INSERT INTO journal_batches
SELECT tenant_id, min(sequence), json_agg(
  json_build_array(sequence, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), kind, body)
  ORDER BY sequence)
FROM journal GROUP BY tenant_id, sequence / 256;
DROP TABLE journal;

SELECT protect_tenant_table('journal_batches');
SELECT open_to_desk('journal_batches');
GRANT SELECT, INSERT ON journal_batches TO tradebook_desk;

-- The lines as rows, for whoever replays them.
CREATE VIEW journal WITH (security_invoker = true) AS
SELECT tenant_id, (line ->> 0)::bigint AS sequence, (line ->> 1)::timestamptz AS at, line ->> 2 AS kind,
  line -> 3 AS body
FROM journal_batches, json_array_elements(lines) AS line;
GRANT SELECT ON journal TO tradebook_desk;
