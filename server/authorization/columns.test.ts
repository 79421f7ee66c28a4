import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type ColumnList, columnLists } from '#server/testing/column-lists.ts'
import { appForFile } from '#server/testing/for-file.ts'

const t = await appForFile()

const lists = Object.entries(columnLists) as [ColumnList, (typeof columnLists)[ColumnList]][]

/** The lists that name a column, or all columns of its table. */
const listsOf = (table: string, column: string): ColumnList[] =>
  lists.flatMap(([name, parts]) =>
    parts.some((part) => {
      const named = part[table]?.split(' ') ?? []
      return named.includes('*') || named.includes(column)
    })
      ? [name]
      : [],
  )

const readColumns = async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
    JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`.execute(t.owner)
  return rows
}

test('each column decides nothing, or a MAC or the signer says what stands in it', async () => {
  const columns = await readColumns()
  expect(columns.length).toBeGreaterThan(500)
  const wrong = columns.filter(({ table, column }) => listsOf(table, column).length !== 1)
  expect(wrong.map(({ table, column }) => `${table}.${column} ${listsOf(table, column)}`)).toEqual(
    [],
  )
})

test('no list names a column that is gone', async () => {
  const columns = await readColumns()
  const known = new Set(
    columns.flatMap(({ table, column }) => [`${table}.*`, `${table}.${column}`]),
  )
  const named = Object.values(columnLists).flatMap((parts) =>
    parts.flatMap((part) =>
      Object.entries(part).flatMap(([table, names]) =>
        names.split(' ').map((name) => `${table}.${name}`),
      ),
    ),
  )
  expect(named.filter((name) => !known.has(name))).toEqual([])
})
