-- A function is executed by the roles that it is granted to; those of later migrations too.
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION adjusted_px, adjusted_volume, refuse_unbalanced_entries FROM PUBLIC;
GRANT EXECUTE ON FUNCTION adjusted_px, adjusted_volume TO tradebook_tenant, tradebook_desk;
