-- A process that serves people waits until the one that leads has migrated the database to the schema that it knows.
GRANT SELECT ON kysely_migration TO tradebook_host;
