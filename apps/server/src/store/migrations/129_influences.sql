-- Who made a user, or changed how the user signs in or what the user may do: who is independent of whom follows from it.
CREATE TABLE influences (
  tenant_id     int NOT NULL,
  id            bigint GENERATED ALWAYS AS IDENTITY,
  user_id       int NOT NULL,
  by_user_id    int NOT NULL,              -- the user's own id where the user proved the own address
  kind          text NOT NULL CHECK (kind IN ('created', 'password', 'address', 'secondFactor', 'rights')),
  at            timestamptz NOT NULL,
  awaits_second boolean NOT NULL DEFAULT false, -- whether it gives rights to approve that count once another person confirms them
  confirmed_by  int,                       -- never who gave them
  PRIMARY KEY (tenant_id, id),
  CHECK (confirmed_by <> by_user_id)
);
CREATE INDEX influences_by_time ON influences (tenant_id, at);
CREATE INDEX influences_of_user ON influences (tenant_id, user_id, at);

SELECT protect_tenant_table('influences');
GRANT SELECT, INSERT, UPDATE (confirmed_by) ON influences TO tradebook_tenant;
