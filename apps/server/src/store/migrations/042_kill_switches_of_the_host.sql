-- The host's switch of a firm is a row of the host, so that the firm does not lift it by its own.
ALTER TABLE kill_switches DROP CONSTRAINT kill_switches_check, DROP CONSTRAINT kill_switches_check1,
  ADD CONSTRAINT kill_switches_of_whom CHECK (
    CASE scope
      WHEN 'market' THEN tenant_id = 0 AND id = ''
      WHEN 'tenant' THEN (tenant_id = 0) = (id <> '')
      ELSE tenant_id <> 0 AND id <> ''
    END
  );
