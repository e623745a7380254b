-- The all-share index by market day, in hundredths of a point. A day of the history has its close alone.
CREATE TABLE index_days (
  market_date date PRIMARY KEY,
  value       bigint NOT NULL CHECK (value > 0),
  high        bigint NOT NULL,
  low         bigint NOT NULL,
  CHECK (low <= value AND value <= high)
);
GRANT SELECT ON index_days TO tradebook_tenant, tradebook_desk;
GRANT INSERT, UPDATE ON index_days TO tradebook_desk;

-- FIX SecurityType (167): CS common stock, REIT real-estate investment trust, MF fund.
ALTER TABLE securities ADD COLUMN security_type text NOT NULL DEFAULT 'CS'
  CHECK (security_type IN ('CS', 'REIT', 'MF'));
UPDATE securities SET security_type = 'REIT' WHERE security_id IN ('SFSREIT', 'UHOMREIT', 'UPDCREIT');
UPDATE securities SET security_type = 'MF' WHERE security_id IN ('AVAIF', 'NIDF');
-- A security is regrouped by its prices at the end of a month.
GRANT UPDATE (price_group) ON securities TO tradebook_desk;

-- A user's own lists of securities.
CREATE TABLE watchlists (
  tenant_id    int NOT NULL,
  id           int NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id      int NOT NULL,
  name         text NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
  security_ids text[] NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE
);
CREATE UNIQUE INDEX watchlists_by_name ON watchlists (tenant_id, user_id, lower(name));
SELECT protect_tenant_table('watchlists');
GRANT SELECT, INSERT, UPDATE, DELETE ON watchlists TO tradebook_tenant;

-- Who was given which file, when, and how much of it.
CREATE TABLE report_logs (
  tenant_id      int NOT NULL,
  id             bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id        int,
  user_name      text,
  service_name   text NOT NULL,
  method_name    text NOT NULL,
  parameters     text NOT NULL,              -- JSON: filters, sorting, columns, format
  file_name      text NOT NULL,
  row_count      int NOT NULL,
  is_complete    boolean NOT NULL,           -- not when its reader left before the end
  execution_time timestamptz NOT NULL,
  execution_duration int NOT NULL,           -- milliseconds
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX report_logs_by_time ON report_logs (tenant_id, execution_time, id);
SELECT protect_tenant_table('report_logs');
GRANT SELECT, INSERT ON report_logs TO tradebook_tenant;
