-- What the desk decides by is among a firm's settings: the desk writes them, and reads them when it starts.
ALTER TABLE firm_terms NO FORCE ROW LEVEL SECURITY;
ALTER TABLE settings NO FORCE ROW LEVEL SECURITY;
INSERT INTO settings (tenant_id, user_id, name, value)
SELECT tenant_id, NULL, 'UNSETTLED_PROCEEDS_USABLE', 'false' FROM firm_terms WHERE NOT unsettled_proceeds_usable
ON CONFLICT DO NOTHING;
ALTER TABLE firm_terms FORCE ROW LEVEL SECURITY;
ALTER TABLE settings FORCE ROW LEVEL SECURITY;
ALTER TABLE firm_terms DROP COLUMN unsettled_proceeds_usable;

SELECT open_to_desk('settings');
GRANT SELECT, INSERT, UPDATE ON settings TO tradebook_desk;
