import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'

/** Whether a company has paid anybody: before, nobody was paid under another id. */
export async function hasPaid(db: Db, companyId: string): Promise<boolean> {
  const { rows } = await sql`
    (SELECT FROM transactions
     WHERE company_id = ${companyId} AND type = 'send' AND state = 'confirmed' LIMIT 1)
    UNION ALL
    (SELECT FROM sheets p JOIN sheet_states known ON known.id = p.id
     WHERE p.company_id = ${companyId} AND p.dollars_usd_cents > 0 AND known.dollars_are_due LIMIT 1)`.execute(
    db,
  )
  return rows.length > 0
}

/**
 * For a lateral join: the line that last paid an employee anywhere in the company; only confirmed
 * lines count as paid. OFFSET 0 and LIMIT keep the planner at one index look-up a person. Without
 * statistics it would otherwise join all lines for each of ten thousand people.
 */
export const lastPaidLine: LastLine = (employeeId, companyId) => sql`(
  SELECT id, employee_id, address, bank, bank_account FROM (
    SELECT id, employee_id, address, bank, bank_account FROM sheet_lines
    WHERE employee_id = ${employeeId} AND company_id = ${companyId} ORDER BY id DESC OFFSET 0) before
  WHERE (SELECT bool_or(t.state = 'confirmed') FROM (
    SELECT transaction_id FROM transaction_outputs
    WHERE line_id = before.id OFFSET 0) o JOIN transactions t ON t.id = o.transaction_id)
  LIMIT 1)`

/**
 * For a lateral join: the line by which an employee was last paid in dollars anywhere in the company,
 * marked or due.
 */
export const lastDollarLine: LastLine = (employeeId, companyId) => sql`(
  SELECT id, employee_id, address, bank, bank_account FROM (
    SELECT * FROM sheet_lines
    WHERE employee_id = ${employeeId} AND company_id = ${companyId} ORDER BY id DESC OFFSET 0) before
  WHERE EXISTS (
    SELECT FROM payouts o JOIN sheet_states known ON known.id = o.sheet_id
    WHERE o.line_id = before.id AND o.method = 'DOLLARS'
      AND (o.sent_at IS NOT NULL OR known.dollars_are_due))
  LIMIT 1)`

type LastLine = (employeeId: RawBuilder<unknown>, companyId: string) => RawBuilder<unknown>

/** A value of more people than this identifies none of them, for example an office's mailbox. */
const namesakesAtMost = 5

/**
 * For a lateral join: the last paid line, and the contacts, of another employee who is the same
 * person as `n (id, identification, email, phone, name)`. The same person has the same document,
 * else the same e-mail as a deleted employee, else the same e-mail and name as a present one; by
 * e-mail only where one of the two has no document. `is_sure`: by document, or, as in
 * domain/same-person.ts, with the same name where no document or phone says otherwise.
 */
export const lastPaidLineOfSamePerson = (
  companyId: string,
  lastLine: LastLine = lastPaidLine,
) => sql`(
  SELECT paid.id, paid.employee_id, paid.address, paid.bank, paid.bank_account, same.email, same.phone,
    same.rank = 1 OR (same.name = n.name AND same.document IS NULL AND ${documentOf('n')} IS NULL
      AND (same.phone = n.phone OR '' IN (same.phone, n.phone))) AS is_sure
  FROM (
    (SELECT id, email, phone, person_key(first_name, last_name) AS name,
       ${documentOf('employees')} AS document, 1 AS rank FROM employees
     WHERE company_id = ${companyId} AND identification <> '' AND id <> n.id
       AND identification_key(identification) = ${documentOf('n')}
     ORDER BY id DESC LIMIT ${sql.lit(namesakesAtMost)})
    UNION ALL
    (SELECT id, email, phone, person_key(first_name, last_name), ${documentOf('mailbox')}, 2 FROM (
       SELECT * FROM employees WHERE ${hasMailbox(companyId)}
       ORDER BY id DESC LIMIT ${sql.lit(namesakesAtMost)}) mailbox
     WHERE deleted_at IS NOT NULL AND ${oneHasNoDocument})
    UNION ALL
    -- The oldest: people who are added later hide nobody.
    (SELECT id, email, phone, name, ${documentOf('mailbox')}, 3 FROM (
       SELECT *, person_key(first_name, last_name) AS name FROM employees
       WHERE ${hasMailbox(companyId)} AND deleted_at IS NULL
       ORDER BY id LIMIT ${sql.lit(namesakesAtMost)}) mailbox
     WHERE name = n.name AND ${oneHasNoDocument})
  ) same
  CROSS JOIN LATERAL ${lastLine(sql`same.id`, companyId)} paid
  ORDER BY same.rank, paid.id DESC LIMIT 1)`

/** The key of a document; null for a text that is none. */
const documentOf = (table: 'n' | 'employees' | 'mailbox') =>
  sql`identification_key(${sql.ref(`${table}.identification`)})`
const oneHasNoDocument = sql`(${documentOf('n')} IS NULL OR ${documentOf('mailbox')} IS NULL)`

const hasMailbox = (companyId: string) => sql`company_id = ${companyId} AND email <> ''
  AND id <> n.id AND lower(email) = lower(nullif(n.email, ''))`

/** Whether a payment that was ordered after a moment has paid an employee, in bitcoin or dollars. */
export const wasPaidAfter = (
  employeeId: RawBuilder<unknown>,
  companyId: RawBuilder<unknown> | string,
  at: RawBuilder<unknown>,
) => sql<boolean>`EXISTS (
  SELECT FROM (
    SELECT id, sheet_id FROM sheet_lines
    WHERE employee_id = ${employeeId} AND company_id = ${companyId} OFFSET 0) l
  JOIN sheets p ON p.id = l.sheet_id AND p.created_at > ${at}
  WHERE EXISTS (SELECT FROM transaction_outputs o JOIN transactions t ON t.id = o.transaction_id
      WHERE o.line_id = l.id AND t.state = 'confirmed')
    OR EXISTS (SELECT FROM payouts o
      WHERE o.line_id = l.id AND o.method = 'DOLLARS' AND o.sent_at IS NOT NULL))`
