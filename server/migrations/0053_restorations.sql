-- Each time that somebody has said that this database is a restored backup: which indexes of addresses
-- were skipped, since they may have been handed out, and up to which block nothing is paid.
CREATE TABLE restorations (
  at timestamptz PRIMARY KEY DEFAULT now(),
  first_receive_index integer NOT NULL,
  last_receive_index integer NOT NULL,
  first_change_index integer NOT NULL,
  last_change_index integer NOT NULL,
  hold_until_height integer NOT NULL
);
GRANT SELECT ON restorations TO quincena_app, quincena_signer;

-- Why the signer signs nothing, in its own words; null while it signs.
CREATE TABLE signer_status (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  held text,
  at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT ON signer_status TO quincena_app;
GRANT SELECT, INSERT, UPDATE ON signer_status TO quincena_signer;
