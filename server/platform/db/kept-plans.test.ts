import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#server/testing/postgres.ts'
import { connect, type Db } from './database.ts'
import { keepPlan } from './kept-plans.ts'

let database: TestDatabase
let db: Db

const open = (pooled: boolean) =>
  connect(database.appUrl, {
    poolSize: 1,
    pooled,
    onError: (cause) => {
      throw cause
    },
  })

beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(() => {
  db = open(false)
})
afterEach(() => db.destroy())
afterAll(() => database.drop())

const sumOf = async (on: Db, numbers: readonly number[]) => {
  const { rows } = await sql<{ sum: number }>`
    ${keepPlan}SELECT sum(n)::integer AS sum FROM unnest(${numbers}::integer[]) AS n`.execute(on)
  return rows[0]?.sum
}

const half = (on: Db, of: number) => sql`${keepPlan}SELECT 4 / ${of}::integer`.execute(on)

type Kept = { generic: bigint; custom: bigint }

const keptPlans = async (on: Db) => {
  const { rows } = await sql<Kept>`
    SELECT generic_plans AS generic, custom_plans AS custom FROM pg_prepared_statements`.execute(on)
  return rows
}

const modeOf = async (on: Db) => {
  const { rows } = await sql<{ mode: string }>`
    SELECT current_setting('plan_cache_mode') AS mode`.execute(on)
  return rows[0]?.mode
}

test('a marked statement has one plan of a connection, for one number as for many', async () => {
  expect(await sumOf(db, [1])).toBe(1)
  expect(await sumOf(db, [1, 2, 3])).toBe(6)
  expect(await db.transaction().execute((trx) => sumOf(trx, [4]))).toBe(4)
  expect(await keptPlans(db)).toEqual([{ generic: 3n, custom: 0n }])
})

test('the mark may stand in a query of the builder', async () => {
  const query = db.selectFrom('companies').modifyFront(keepPlan).select('id')
  expect(await query.where('name', '=', 'Nobody').execute()).toEqual([])
  expect(await keptPlans(db)).toEqual([{ generic: 1n, custom: 0n }])
})

test('other statements are planned for their values, as before', async () => {
  await sumOf(db, [1])
  expect(await modeOf(db)).toBe('auto')
  await sql`SELECT ${1}::integer`.execute(db)
  expect(await keptPlans(db)).toHaveLength(1)
})

test('behind a pooler no plan is kept', async () => {
  const pooled = open(true)
  expect(await sumOf(pooled, [1, 2])).toBe(3)
  expect(await keptPlans(pooled)).toEqual([])
  await pooled.destroy()
})

test('a marked statement that fails says why, and the connection plans as before', async () => {
  expect((await half(db, 2)).rows).toHaveLength(1)
  await expect(half(db, 0)).rejects.toThrow('division by zero')
  expect(await modeOf(db)).toBe('auto')
  await expect(db.transaction().execute((trx) => half(trx, 0))).rejects.toThrow('division by zero')
  expect(await modeOf(db)).toBe('auto')
})
