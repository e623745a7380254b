-- What users asked to be told of securities: each alert waits until it fires, once, and is then kept as history.
CREATE TABLE alerts (
  tenant_id     int NOT NULL,
  id            int NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id       int NOT NULL,
  security_id   text NOT NULL,
  condition     text NOT NULL,
  level         int,                            -- kobo, or hundredths of a percent; null: any news
  by_mail       boolean NOT NULL,
  revision      int NOT NULL DEFAULT 1,         -- another one with each change: it fires only as it was judged
  reached_on    date,                           -- the market day whose high or low had the level before it was set
  after_news    bigint NOT NULL,                -- the last news there was when it was set
  creation_time timestamptz NOT NULL,           -- in market time, as the next one
  fired_at      timestamptz,
  fired_value   bigint,                         -- as the level; of news its id
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE,
  CHECK ((fired_at IS NULL) = (fired_value IS NULL)),
  CHECK ((level IS NULL) = (condition = 'news'))
);
CREATE INDEX alerts_by_user ON alerts (tenant_id, user_id, id);
CREATE INDEX alerts_waiting ON alerts (tenant_id, id) WHERE fired_at IS NULL;
SELECT protect_tenant_table('alerts');
GRANT SELECT, INSERT, UPDATE, DELETE ON alerts TO tradebook_tenant;
