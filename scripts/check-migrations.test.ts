import { expect, test } from 'vitest'
import { migrationFaults, readReleases } from './check-migrations.ts'

const releases = readReleases('# comment\n0.1.0 0010_first.sql\n0.2.0 0012_second.sql\n')
const faultsOf = (sql: string, file = '0013_new.sql') =>
  migrationFaults(new Map([[file, sql]]), releases)

test('what only adds is fine', () => {
  expect(
    faultsOf(`
      CREATE TABLE payslips (id uuid PRIMARY KEY, note text NOT NULL);
      ALTER TABLE payslips ADD COLUMN at timestamptz NOT NULL, DROP COLUMN note;
      ALTER TABLE employees ADD COLUMN nickname text, ADD COLUMN rank integer NOT NULL DEFAULT 0;
      ALTER TABLE employees ALTER COLUMN nickname SET DEFAULT 'DROP TABLE employees';
      ALTER TABLE employees DROP CONSTRAINT old_check,
        ADD CONSTRAINT new_check CHECK (rank >= 0 AND nickname IS NOT NULL);
      DROP INDEX employees_old; -- DROP TABLE employees;
      GRANT SELECT ON payslips TO quincena_app;
      CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ SELECT 1; $$;`),
  ).toEqual([])
})

test.each([
  ['DROP TABLE employees', 'DROP TABLE'],
  ['drop type payroll_type', 'DROP TYPE'],
  ['DROP MATERIALIZED VIEW IF EXISTS sums', 'DROP MATERIALIZED VIEW'],
  ['DROP FUNCTION refresh()', 'DROP FUNCTION'],
  ['ALTER TABLE employees DROP COLUMN email', 'DROP COLUMN'],
  ['ALTER TABLE employees ADD COLUMN a text, DROP email', 'DROP COLUMN'],
  ['ALTER TABLE employees RENAME TO people', 'RENAME'],
  ['ALTER TABLE employees RENAME email TO mail', 'RENAME'],
  ["ALTER TYPE state RENAME VALUE 'a' TO 'b'", 'RENAME'],
  ['ALTER TABLE employees SET SCHEMA old', 'SET SCHEMA'],
  ['ALTER TABLE employees ALTER COLUMN salary TYPE numeric(10, 2)', 'ALTER COLUMN TYPE'],
  ['ALTER TABLE employees ALTER salary SET DATA TYPE text', 'ALTER COLUMN TYPE'],
  ['ALTER TABLE employees ALTER COLUMN email SET NOT NULL', 'SET NOT NULL'],
  ['ALTER TABLE employees ALTER COLUMN email DROP DEFAULT', 'DROP DEFAULT'],
  ['ALTER TABLE employees ADD COLUMN a text NOT NULL', 'ADD COLUMN NOT NULL without DEFAULT'],
  ['REVOKE SELECT ON employees FROM quincena_app', 'REVOKE'],
  ['TRUNCATE employees', 'TRUNCATE'],
])('%s is refused', (statement, what) => {
  expect(faultsOf(`CREATE TABLE other ();\n\n${statement};`)).toEqual([
    `0013_new.sql:3: ${what} while the last release runs beside it`,
  ])
})

test('migrations that a release has brought are as they are', () => {
  expect(faultsOf('DROP TABLE employees;', '0012_second.sql')).toEqual([])
})

test('what no release uses any more may go, in a migration that names the release', () => {
  const drop = 'ALTER TABLE employees DROP COLUMN email;'
  expect(faultsOf(`-- contract: employees.email unused since 0.2.0\n${drop}`)).toEqual([])
  expect(faultsOf(`-- contract: employees.email unused since 0.3.0\n${drop}`)).toEqual([
    '0013_new.sql: employees.email unused since 0.3.0, which is no release of releases.txt',
  ])
  const other = 'ALTER TABLE employees DROP COLUMN phone;'
  expect(faultsOf(`-- contract: employees.email unused since 0.2.0\n${drop}\n${other}`)).toEqual([
    '0013_new.sql:3: DROP COLUMN while the last release runs beside it',
  ])
})
