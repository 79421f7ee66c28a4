import { type RawBuilder, sql } from 'kysely'
import type { Import, ImportTarget } from './store.ts'

/** How a file of people does something else by whose people it has. */
type Target = {
  /** How the people of new rows are kept. */
  creationType: 'CSV' | 'REGULAR'
  /** The file is everybody: people without a row leave, and a blank contact is none. */
  isWhole: boolean
  /** FROM and WHERE of the people `e` whom its rows may be about. */
  peopleOf: (job: Import) => RawBuilder<unknown>
  /** Rows to be warned of: `line` and `text`. */
  warningsOf: (job: Import) => RawBuilder<unknown>
}

/** The list of a payroll, whose people are on no other. */
const payroll: Target = {
  creationType: 'CSV',
  isWhole: true,
  peopleOf: ({ companyId, payrollId }) => sql`
    FROM payroll_members m JOIN employees e ON e.id = m.employee_id
    WHERE m.company_id = ${companyId} AND m.payroll_id = ${payrollId} AND e.deleted_at IS NULL`,
  // Rows whose identification another employee of the company has, on any list.
  warningsOf: ({ id, companyId, payrollId }) => sql`
    SELECT r.line, 'identificationElsewhere' FROM import_rows r
    WHERE r.company_id = ${companyId} AND r.import_id = ${id} AND r.identification <> ''
      AND identification_key(r.identification) IN (
        SELECT identification_key(e.identification) FROM employees e
        WHERE e.company_id = ${companyId} AND e.deleted_at IS NULL AND e.identification <> ''
          AND NOT EXISTS (SELECT FROM payroll_members m
            WHERE m.payroll_id = ${payrollId} AND m.employee_id = e.id))`,
}

/** The company's people who are kept by hand. Those of lists are known, and changed by their lists alone. */
const people: Target = {
  creationType: 'REGULAR',
  isWhole: false,
  peopleOf: ({ companyId }) => sql`
    FROM employees e WHERE e.company_id = ${companyId} AND e.deleted_at IS NULL`,
  // New people with the name of a person whose identification is another.
  warningsOf: ({ id, companyId }) => sql`
    SELECT line, 'csvSameNameOtherId' FROM import_rows
    WHERE company_id = ${companyId} AND import_id = ${id} AND matched_id IS NULL
      AND person_key(first_name, last_name) IN (
        SELECT person_key(first_name, last_name) FROM employees
        WHERE company_id = ${companyId} AND deleted_at IS NULL)`,
}

const targets: Record<ImportTarget, Target> = { payroll, people }

export const targetOfImport = ({ target }: Pick<Import, 'target'>): Target => targets[target]
