-- Addresses and salaries that were changed and are not told yet: the worker gathers those of a company
-- into one mail. A row is one act, with its first ten changes (addresses shortened) and their number.
CREATE TABLE pay_data_changes (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  company_id uuid NOT NULL REFERENCES companies,
  user_id uuid NOT NULL,
  ip text,
  at timestamptz NOT NULL,
  changes jsonb NOT NULL CHECK (jsonb_array_length(changes) BETWEEN 1 AND 10),
  count integer NOT NULL CHECK (count >= jsonb_array_length(changes)),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
);

-- Networks from which a user has signed in, and when somebody last failed to: a sign-in from a new
-- network after failures is told.
CREATE TABLE known_networks (
  user_id uuid NOT NULL,
  company_id uuid NOT NULL,
  network text NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, network),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
);
CREATE TABLE failed_sign_ins (
  user_id uuid PRIMARY KEY,
  company_id uuid NOT NULL,
  last_at timestamptz NOT NULL,
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
);

-- Who takes over the part that serves HTTP cannot unsay what waits to be told.
GRANT INSERT ON pay_data_changes TO quincena_app;
GRANT SELECT, DELETE ON pay_data_changes TO quincena_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON known_networks, failed_sign_ins TO quincena_app;
