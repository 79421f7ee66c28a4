import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#server/testing/postgres.ts'
import { connect, type Db, inTransaction, runPrepared, withClient } from './database.ts'

const lost: Error[] = []
let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await testDatabase()
  db = connect(database.appUrl, { onError: (cause) => lost.push(cause) })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const pidOf = async (on: Db) => {
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(on)
  return rows[0]?.pid ?? 0
}

test('a connection lost between two queries fails its transaction and nothing else', async () => {
  const broken = db.transaction().execute(async (trx) => {
    const pid = await pidOf(trx)
    await sql`SELECT pg_terminate_backend(${pid})`.execute(db)
    while (lost.length === 0) await pidOf(db)
    await pidOf(trx)
  })
  await expect(broken).rejects.toThrow()
  expect(lost[0]?.message).toContain('terminating connection')
  expect(await pidOf(db)).toBeGreaterThan(0)
})

const adding = { name: 'add-one', text: 'SELECT $1::integer + 1 AS sum' }

test('a prepared statement runs on a pool and in a transaction', async () => {
  expect(await runPrepared(db, adding, [1])).toEqual([{ sum: 2 }])
  const inTransaction = db.transaction().execute((trx) => runPrepared(trx, adding, [41]))
  expect(await inTransaction).toEqual([{ sum: 42 }])
})

test.each([
  [false, [adding.name]],
  [true, []],
])(
  'a statement is prepared once a connection; behind a pooler (%s) never',
  async (pooled, names) => {
    const options = { poolSize: 1, pooled, onError: (cause: Error) => lost.push(cause) }
    const one = connect(database.appUrl, options)
    for (let n = 0; n < 3; n++) await runPrepared(one, adding, [n])
    const { rows } = await sql<{ name: string }>`SELECT name FROM pg_prepared_statements`.execute(
      one,
    )
    expect(rows.map(({ name }) => name)).toEqual(names)
    await one.destroy()
  },
)

test('a pool that was only copied into is ended with the others', async () => {
  const copies = connect(database.appUrl, { onError: (cause) => lost.push(cause) })
  await withClient(copies, (client) => client.query('SELECT 1'))
  await copies.destroy()
  await expect(withClient(copies, (client) => client.query('SELECT 1'))).rejects.toThrow(
    'after calling end',
  )
})

test('a transaction that a deadlock rolled back is started again', async () => {
  const owner = connect(database.ownerUrl, { onError: (cause) => lost.push(cause) })
  await sql`CREATE TABLE two AS SELECT n FROM generate_series(1, 2) n`.execute(owner)
  const begun: string[] = []
  const met = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const hasBoth = Promise.withResolvers<void>()
  const lockBoth = (name: string, first: number, second: number) =>
    inTransaction(owner, async (trx) => {
      // Without this wait the retry might lock before the other transaction, and both would meet
      // once more.
      if (begun.includes(name)) await hasBoth.promise
      begun.push(name)
      await sql`SELECT FROM two WHERE n = ${first} FOR UPDATE`.execute(trx)
      met[first - 1]?.resolve()
      await met[second - 1]?.promise
      await sql`SELECT FROM two WHERE n = ${second} FOR UPDATE`.execute(trx)
      hasBoth.resolve()
      return name
    })
  expect(await Promise.all([lockBoth('one', 1, 2), lockBoth('other', 2, 1)])).toEqual([
    'one',
    'other',
  ])
  expect(begun).toHaveLength(3)
  await owner.destroy()
})
