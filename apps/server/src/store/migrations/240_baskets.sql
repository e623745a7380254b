-- Orders that users prepare together, as they typed them. Nothing here is an order: orders come of sending them.
CREATE TABLE baskets (
  tenant_id   int NOT NULL,
  id          int NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id     int NOT NULL,
  name        text NOT NULL,
  is_shared   boolean NOT NULL,                 -- with all who trade for all accounts of the firm
  lines       jsonb NOT NULL,                   -- the cells of each line, as typed
  version     int NOT NULL DEFAULT 1,           -- another one with each change
  saved_at    timestamptz NOT NULL,             -- in market time, as the next one
  sent_at     timestamptz,                      -- when it was sent last
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE UNIQUE INDEX baskets_by_name ON baskets (tenant_id, user_id, lower(name));
SELECT protect_tenant_table('baskets');
GRANT SELECT, INSERT, UPDATE, DELETE ON baskets TO tradebook_tenant;
