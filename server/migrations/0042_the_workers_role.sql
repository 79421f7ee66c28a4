-- The worker has a role of its own, which may do what quincena_app may and writes besides what the
-- program learns from outside: prices, the node's state, blocks. The part that serves HTTP only reads
-- them, so that whoever takes it over sets no price. The role is made here when the migrating role may,
-- like the others (0001).
-- contract: REVOKE prices node_status blocks unused since 0.1.0
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'quincena_worker') THEN
    CREATE ROLE quincena_worker NOLOGIN;
    GRANT quincena_app TO quincena_worker;
  END IF;
END $$;

REVOKE INSERT, UPDATE, DELETE ON prices, node_status, blocks FROM quincena_app;
GRANT INSERT, DELETE ON prices TO quincena_worker;
GRANT INSERT, UPDATE, DELETE ON node_status, blocks TO quincena_worker;

-- Processes that run compare versions with it; only the owner migrates.
GRANT SELECT ON migrations TO quincena_app, quincena_signer;
-- Whether anybody was saved under the MAC key, before a signer makes one.
GRANT SELECT (id) ON employees TO quincena_signer;
