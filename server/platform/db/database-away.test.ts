import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testFailover } from '#server/testing/failover.ts'
import { connect, type Db } from './database.ts'
import { isDatabaseAway, Outage } from './database-away.ts'

let cluster: Awaited<ReturnType<typeof testFailover>>
let db: Db
beforeAll(async () => {
  cluster = await testFailover()
  db = connect(cluster.appUrl, { poolSize: 3, onError: () => undefined })
})
afterAll(async () => {
  await db.destroy()
  await cluster.stop()
})

const count = () =>
  db
    .selectFrom('companies')
    .select(({ fn }) => fn.countAll().as('n'))
    .execute()
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (cause: unknown) => cause,
  )

test('the server dies under a query → it is away, until another is promoted', async () => {
  await count()
  const asleep = failure(
    db.selectNoFrom(({ fn, val }) => fn('pg_sleep', [val(30)]).as('slept')).execute(),
  )
  await cluster.kill()
  expect(isDatabaseAway(await asleep)).toBe(true)
  expect(isDatabaseAway(await failure(count()))).toBe(true)
  await cluster.promote()
  await vi.waitFor(count, { timeout: 60_000 })
})

test('a connection leads to a standby → it is away, also for reading', async () => {
  cluster.leadToStandby()
  expect(isDatabaseAway(await failure(count()))).toBe(true)
  cluster.leadToPrimary()
  await vi.waitFor(count, { timeout: 60_000 })
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
  expect(outage.isUnsaid()).toBe(true)
})
