-- Where a file was asked for from. Of files that were given before, nobody knows it.
ALTER TABLE report_logs ADD COLUMN client_ip_address text;
