import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testFailover } from '#server/testing/failover.ts'
import { createLog } from '../observe/log.ts'
import { connect, type Db, inTransaction } from './database.ts'
import { isDatabaseAway, Outage } from './database-away.ts'
import { addJobs, workJobs } from './jobs.ts'
import { serversOf } from './primary.ts'

let cluster: Awaited<ReturnType<typeof testFailover>>
let db: Db
/** Knows all servers, and asks nobody which one is the primary. */
let byList: Db
beforeAll(async () => {
  cluster = await testFailover()
  const options = { poolSize: 3, onError: () => undefined }
  db = connect(cluster.appUrl, options)
  byList = connect(cluster.appListUrl, options)
})
afterAll(async () => {
  await db.destroy()
  await byList.destroy()
  await cluster.stop()
})

const count = (from = db) =>
  from
    .selectFrom('companies')
    .select(({ fn }) => fn.countAll().as('n'))
    .execute()
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (cause: unknown) => cause,
  )

test('the server dies under a query → it is away, until another is promoted', async () => {
  await Promise.all([count(), count(byList)])
  const asleep = failure(
    db.selectNoFrom(({ fn, val }) => fn('pg_sleep', [val(30)]).as('slept')).execute(),
  )
  await cluster.kill()
  expect(isDatabaseAway(await asleep)).toBe(true)
  // Sessions of the killed server end a moment after it.
  for (const from of [db, byList]) {
    await vi.waitFor(async () => expect(isDatabaseAway(await failure(count(from)))).toBe(true))
  }
  await cluster.promote()
  const found = { timeout: 2_000, interval: 50 }
  await vi.waitFor(() => Promise.all([count(), count(byList)]), found)
})

test('a connection leads to a standby → it is away, also for reading', async () => {
  cluster.leadToStandby()
  expect(isDatabaseAway(await failure(count()))).toBe(true)
  cluster.leadToPrimary()
  await vi.waitFor(() => count(), { timeout: 60_000 })
})

test('the server dies as a job ends → the duty stops, and the next does the job again', async () => {
  const log = createLog('silent')
  // The library's own, of workers that were just looking for a job.
  vi.spyOn(console, 'trace').mockReturnValue()
  const done: string[] = []
  const work = (handle: () => unknown, signal: AbortSignal) => {
    const greet = async (id: string) => {
      done.push(id)
      await handle()
    }
    return workJobs(cluster.workerUrl, { greet }, log, signal)
  }
  await inTransaction(db, (trx) => addJobs(trx, 'greet', [{ id: 'rosa', priority: 0 }]))
  // The work may end with the error or without it: its leader takes it up again.
  await failure(work(() => cluster.kill(), new AbortController().signal))
  await cluster.promote()
  await vi.waitFor(() => count(), { timeout: 60_000 })
  const ending = new AbortController()
  await work(() => ending.abort(), ending.signal)
  expect(done).toEqual(['rosa', 'rosa'])
  const { rows } = await sql`SELECT FROM graphile_worker.jobs`.execute(db)
  expect(rows).toEqual([])
})

test('an address with a list of servers → one address each; any other stays', () => {
  const list = 'postgres://app:pw@a/quincena?sslmode=verify-full&host=a,b&port=5432,5433'
  expect(serversOf(list)).toEqual([
    'postgres://app:pw@a:5432/quincena?sslmode=verify-full',
    'postgres://app:pw@b:5433/quincena?sslmode=verify-full',
  ])
  const socket = 'postgres://app@%2Frun%2Fpostgresql/quincena'
  expect(serversOf(socket)).toEqual([socket])
})

test('a wrong statement, and a server of another kind → the database is not away', async () => {
  expect(isDatabaseAway(await failure(sql`SELECT nothing`.execute(db)))).toBe(false)
  expect(isDatabaseAway(await failure(fetch('http://127.0.0.1:1')))).toBe(false)
  expect(isDatabaseAway(null)).toBe(false)
})

test('an outage is said once, once more a minute, and when it is over', () => {
  let now = 1_000_000
  const log = { warn: vi.fn() }
  const outage = new Outage(() => now)
  expect([outage.isUnsaid(), outage.isUnsaid()]).toEqual([true, false])
  now += 61_000
  expect([outage.isUnsaid(), outage.isUnsaid()]).toEqual([true, false])
  outage.over(log)
  outage.over(log)
  expect(log.warn.mock.calls).toEqual([[{ seconds: 61 }, 'the database is back']])
  // A connection of before is found dead.
  expect(outage.isUnsaid()).toBe(false)
  outage.over(log)
  expect(log.warn).toHaveBeenCalledTimes(1)
  now += 6_000
  expect(outage.isUnsaid()).toBe(true)
})
