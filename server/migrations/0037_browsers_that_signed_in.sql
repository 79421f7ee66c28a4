-- Browsers that have signed in, by an HMAC of the secret in their cookie: their right password passes
-- whatever others tried.
CREATE TABLE device_cookies (
  mac bytea NOT NULL CHECK (length(mac) = 32),
  user_id uuid NOT NULL,
  company_id uuid NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, mac),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON device_cookies TO quincena_app;
