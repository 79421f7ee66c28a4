import { type RawBuilder, sql } from 'kysely'
import {
  aboutField,
  type EmployeeField,
  employeeFieldNames,
  fieldTable,
} from '#domain/employee-fields.ts'

/** SQL of the table of fields. In statements, `r` is a row of a file and `e` its person. */

const columnOf = (alias: string, field: EmployeeField) =>
  sql.ref(`${alias}.${fieldTable[field].column}`)

/** Joins a piece of SQL for each field. */
export const eachColumn = (
  make: (field: EmployeeField, column: RawBuilder<unknown>) => RawBuilder<unknown>,
) => sql.join(employeeFieldNames.map((field) => make(field, sql.ref(fieldTable[field].column))))

export const columnsOf = (alias: string, fields: readonly EmployeeField[] = employeeFieldNames) =>
  sql.join(fields.map((field) => columnOf(alias, field)))

/** Whether a field of the row is another than its person's. */
export const differs = (field: EmployeeField) =>
  sql`${columnOf('r', field)} IS DISTINCT FROM ${columnOf('e', field)}`

/** Changed fields that a preview names without their values. */
const namedFields = employeeFieldNames.filter((field) => fieldTable[field].preview === 'name')

export const namedDiffer = sql`(${columnsOf('e', namedFields)})
  IS DISTINCT FROM (${columnsOf('r', namedFields)})`

/** The names on the wire of the named fields that differ, in the table's order. */
export const namesOfDiffering = sql`array_remove(ARRAY[${sql.join(
  namedFields.map((field) => sql`CASE WHEN ${differs(field)} THEN ${sql.lit(field)} END`),
)}], NULL)`

/** All fields that differ, as a JSON list in the table's order. */
export const allDiffering = sql`(
  SELECT jsonb_agg(field ORDER BY place) FROM (VALUES ${sql.join(
    employeeFieldNames.map(
      (field, place) => sql`(${sql.lit(place)}, ${sql.lit(field)}, ${differs(field)})`,
    ),
  )}) f (place, field, differs) WHERE differs)`

/** The value of a new person: of the row `r`, or else what the table says. */
export function newValue(field: EmployeeField): RawBuilder<unknown> {
  const { unsaid } = aboutField(field)
  const value = columnOf('r', field)
  return unsaid === undefined || unsaid === null
    ? value
    : sql`coalesce(${value}, ${sql.lit(unsaid)})`
}

/** The value of somebody present, `p`: what the row `f` says, or else what it is. */
export function completeValue(field: EmployeeField, isWhole: boolean): RawBuilder<unknown> {
  const { blankKeeps, unsaid } = aboutField(field)
  const [said, present] = [columnOf('f', field), columnOf('p', field)]
  if (blankKeeps === undefined) return said
  const isText = typeof unsaid !== 'number' && unsaid !== null
  const keepsBlank = isText && (blankKeeps === 'always' || !isWhole)
  return keepsBlank
    ? sql`coalesce(nullif(${said}, ''), ${present})`
    : sql`coalesce(${said}, ${present})`
}
