import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '#server/testing/postgres.ts'
import { connect, type Db } from './database.ts'
import { preparedName } from './preparing-client.ts'

const onError = (cause: Error) => expect.fail(cause.message)

describe('Statements are prepared', () => {
  it('under one name for one text', () => {
    const name = preparedName('SELECT id FROM payments WHERE id = $1')
    expect(name).not.toBeNull()
    expect(preparedName('SELECT id FROM payments WHERE id = $1')).toBe(name)
    expect(preparedName('SELECT id FROM payments WHERE id > $1')).not.toBe(name)
  })

  it('not where a migration may change what they answer', () => {
    expect(preparedName('select * from "payments" where "id" = $1')).toBeNull()
    expect(preparedName('select "p".* from "payments" as "p" where "id" = $1')).toBeNull()
    expect(preparedName('UPDATE payments SET note = $1 RETURNING *')).toBeNull()
    expect(preparedName('SELECT count(*) FROM payments WHERE id = $1')).not.toBeNull()
  })
})

describe('Statements are planned anew each time', () => {
  it('where the best plan hangs on what is searched, and how much of it is wanted', () => {
    const list = 'SELECT id FROM employees WHERE company_id = $1'
    expect(preparedName(`${list} AND search LIKE '%' || $2 || '%'`)).toBeNull()
    expect(preparedName(`${list} ORDER BY id LIMIT $2`)).toBeNull()
    expect(preparedName(`${list} ORDER BY id LIMIT 10 OFFSET $2`)).toBeNull()
    expect(preparedName(`${list} ORDER BY id LIMIT 10`)).not.toBeNull()
    expect(preparedName(`${list} AND id IN (SELECT unnest($2::uuid[]))`)).toBeNull()
  })
})

describe('On a real connection', () => {
  let database: TestDatabase
  let owner: Db
  beforeAll(async () => {
    database = await testDatabase()
    owner = connect(database.ownerUrl, { onError, poolSize: 1 })
    await sql`CREATE TABLE notes (id integer, text text)`.execute(owner)
    await sql`INSERT INTO notes SELECT n, 'note ' || n FROM generate_series(1, 100) AS n`.execute(
      owner,
    )
  })
  afterAll(async () => {
    await owner.destroy()
    await database.drop()
  })

  const prepared = async (db: Db) => {
    const { rows } = await sql<{ statement: string }>`
      SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%FROM notes%'`.execute(db)
    return rows.map(({ statement }) => statement)
  }
  const noteOf = (db: Db, id: number) =>
    sql<{ text: string }>`SELECT text FROM notes WHERE id = ${id}`.execute(db)
  const allOf = (db: Db, id: number) => sql`SELECT * FROM notes WHERE id = ${id}`.execute(db)

  it('they are parsed once, and outlive a migration that adds a column', async () => {
    for (let id = 1; id < 10; id++) {
      expect((await noteOf(owner, id)).rows).toEqual([{ text: `note ${id}` }])
      expect((await allOf(owner, id)).rows).toEqual([{ id, text: `note ${id}` }])
    }
    expect(await prepared(owner)).toEqual(['SELECT text FROM notes WHERE id = $1'])
    await sql`ALTER TABLE notes ADD COLUMN at date`.execute(owner)
    expect((await noteOf(owner, 10)).rows).toEqual([{ text: 'note 10' }])
    expect((await allOf(owner, 10)).rows).toEqual([{ id: 10, text: 'note 10', at: null }])
  })

  it('nothing is prepared behind a pooler', async () => {
    const pooled = connect(database.ownerUrl, { onError, poolSize: 1, pooled: true })
    await noteOf(pooled, 1)
    expect(await prepared(pooled)).toEqual([])
    await pooled.destroy()
  })

  it('texts without end are prepared up to a number of them', async () => {
    for (let n = 0; n < 520; n++) preparedName(`SELECT ${n} WHERE $1`)
    expect(preparedName('SELECT 520 WHERE $1')).toBeNull()
    expect((await noteOf(owner, 11)).rows).toEqual([{ text: 'note 11' }])
  })
})
