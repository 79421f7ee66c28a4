-- One upload of a list of employees. While the file comes in and is checked it is 'reading'.
CREATE TABLE imports (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL REFERENCES companies,
  requested_by uuid NOT NULL,
  ip text,
  -- The list that is replaced; null: a payroll of this name and description is made.
  payroll_id uuid,
  name text NOT NULL DEFAULT '',
  description text NOT NULL DEFAULT '',
  dry_run boolean NOT NULL,
  state text NOT NULL DEFAULT 'reading' CHECK (state IN ('reading', 'saving', 'done', 'failed')),
  -- The request was answered with 202, so somebody else goes on with it. Otherwise an import whose
  -- request has died has failed.
  deferred boolean NOT NULL DEFAULT false,
  header text[] NOT NULL DEFAULT '{}',
  separator text NOT NULL DEFAULT ',',
  rows_read integer NOT NULL DEFAULT 0,
  rows_total integer,
  error_count integer NOT NULL DEFAULT 0,
  diff jsonb,
  -- A code of contract/errors.ts.
  failure text,
  attempts smallint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  alive_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  UNIQUE (company_id, id),
  FOREIGN KEY (company_id, requested_by) REFERENCES users (company_id, id),
  FOREIGN KEY (company_id, payroll_id) REFERENCES payrolls (company_id, id),
  CHECK ((state IN ('done', 'failed')) = (ended_at IS NOT NULL)),
  CHECK ((state = 'failed') = (failure IS NOT NULL))
);
CREATE UNIQUE INDEX imports_one_open ON imports (company_id) WHERE ended_at IS NULL;
CREATE INDEX imports_open_idx ON imports (created_at) WHERE ended_at IS NULL;
CREATE INDEX imports_company_idx ON imports (company_id, created_at);
CREATE INDEX imports_ended_idx ON imports (ended_at) WHERE ended_at IS NOT NULL;

-- The rows of a file, checked cell by cell while it came in. No foreign key: they come by the million
-- in one COPY under an import made just before, and are deleted with it.
CREATE TABLE import_rows (
  import_id uuid NOT NULL,
  company_id uuid NOT NULL,
  line integer NOT NULL,
  -- The row for the report: as it stood in the file, without formulas.
  source text NOT NULL,
  faults jsonb,
  doubtful_dui boolean,
  -- Who this becomes if it is nobody present: id and MAC belong together.
  employee_id uuid,
  first_name text,
  last_name text,
  identification text,
  email text,
  phone text,
  base_salary_usd_cents bigint,
  address text,
  script_pubkey bytea,
  mac bytea,
  -- Who of the people present it is, and whether anything of him or her changes.
  matched_id uuid,
  changed boolean,
  PRIMARY KEY (import_id, line)
);
CREATE INDEX import_rows_faults_idx ON import_rows (import_id, line) WHERE faults IS NOT NULL;

-- What tells identifications apart: letters and digits, not how they are grouped.
CREATE FUNCTION identification_key(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN coalesce(nullif(regexp_replace(lower(value), '[^[:alnum:]]', '', 'g'), ''), value);

CREATE FUNCTION person_key(first_name text, last_name text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(plain_text(first_name || ' ' || last_name), '\s+', ' ', 'g');

GRANT SELECT, INSERT, UPDATE, DELETE ON imports, import_rows TO quincena_app;
-- Plans made for an empty table are bad ones for a million rows that came a second ago.
GRANT MAINTAIN ON import_rows, employees, payroll_employees TO quincena_app;

-- How many employees a company has, of each type, as the sum of all changes: counting a million for
-- each page takes a second, and one row kept up to date would make every change wait for the one
-- before it. The rows are summed up from time to time (see server/features/employees/counts.ts).
CREATE TABLE employee_counts (
  company_id uuid NOT NULL REFERENCES companies,
  creation_type list_type NOT NULL,
  people bigint NOT NULL
);
CREATE INDEX employee_counts_company_idx ON employee_counts (company_id);

CREATE FUNCTION note_employee_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO employee_counts SELECT company_id, creation_type, count(*) FROM after
      WHERE deleted_at IS NULL GROUP BY 1, 2;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO employee_counts SELECT company_id, creation_type, -count(*) FROM before
      WHERE deleted_at IS NULL GROUP BY 1, 2;
  ELSE
    INSERT INTO employee_counts SELECT company_id, creation_type, sum(people) FROM (
      SELECT company_id, creation_type, 1 AS people FROM after WHERE deleted_at IS NULL
      UNION ALL SELECT company_id, creation_type, -1 FROM before WHERE deleted_at IS NULL
    ) c GROUP BY 1, 2 HAVING sum(people) <> 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER employees_made AFTER INSERT ON employees REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION note_employee_counts();
CREATE TRIGGER employees_changed AFTER UPDATE ON employees
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION note_employee_counts();
CREATE TRIGGER employees_lost AFTER DELETE ON employees REFERENCING OLD TABLE AS before
  FOR EACH STATEMENT EXECUTE FUNCTION note_employee_counts();
INSERT INTO employee_counts SELECT company_id, creation_type, count(*) FROM employees
  WHERE deleted_at IS NULL GROUP BY 1, 2;

GRANT SELECT, INSERT, DELETE ON employee_counts TO quincena_app;
