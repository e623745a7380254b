-- A firm's contract notes of a period; an account's have their own index.
CREATE INDEX contract_notes_by_day ON contract_notes (tenant_id, trade_date);
