-- Clients' instructions, on which orders that staff enter for them draw. What an instruction allows never changes.
CREATE TABLE instructions (
  tenant_id      int NOT NULL,
  id             int NOT NULL GENERATED ALWAYS AS IDENTITY,
  account        text NOT NULL,
  security_id    text NOT NULL,
  side           text NOT NULL,
  order_qty      int NOT NULL,
  price          int,                            -- kobo, the worst; null: any
  until          date NOT NULL,                  -- the last market day
  is_urgent      boolean NOT NULL,
  medium         text NOT NULL,                  -- how the client gave it
  reference      text NOT NULL,                  -- of the letter, call or message; empty where there is none
  text           text NOT NULL,
  user_id        int NOT NULL,                   -- who entered it
  user_name      text NOT NULL,
  creation_time  timestamptz NOT NULL,           -- in market time, as the others
  taken_by       int,                            -- the dealer who has it
  taken_by_name  text,
  taken_at       timestamptz,
  closed_at      timestamptz,
  closed_because text,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, account) REFERENCES trading_accounts,
  CHECK (order_qty > 0),
  CHECK ((taken_by IS NULL) = (taken_at IS NULL)),
  CHECK ((closed_at IS NULL) = (closed_because IS NULL))
);
CREATE INDEX instructions_by_account ON instructions (tenant_id, account, id);
CREATE INDEX instructions_open ON instructions (tenant_id, is_urgent DESC, until, id) WHERE closed_at IS NULL;
SELECT protect_tenant_table('instructions');
GRANT SELECT, INSERT, UPDATE ON instructions TO tradebook_tenant;

-- What was done to each, and by whom.
CREATE TABLE instruction_events (
  tenant_id      int NOT NULL,
  id             bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  instruction_id int NOT NULL,
  event          text NOT NULL,
  at             timestamptz NOT NULL,
  user_id        int NOT NULL,
  user_name      text NOT NULL,
  note           text NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, instruction_id) REFERENCES instructions
);
CREATE INDEX instruction_events_of ON instruction_events (tenant_id, instruction_id, id);
SELECT protect_tenant_table('instruction_events');
GRANT SELECT, INSERT ON instruction_events TO tradebook_tenant;

ALTER TABLE orders ADD COLUMN instruction_id int, ADD COLUMN mandate jsonb;
ALTER TYPE written_orders ADD ATTRIBUTE instruction_id int, ADD ATTRIBUTE mandate jsonb;
CREATE INDEX orders_by_instruction ON orders (tenant_id, instruction_id, order_id) WHERE instruction_id IS NOT NULL;
