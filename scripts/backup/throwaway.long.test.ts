import { expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '#server/embedded/postgres.ts'
import { createLog } from '#server/platform/observe/log.ts'
import { tempDataDir } from '#server/testing/temp-data-dir.ts'
import { drop, inSession, makeAside, withName } from './throwaway.ts'

test('a copy that is vacuumed, and that a killed command still uses, is dropped', async () => {
  const dataDir = tempDataDir()
  onTestFinished(() => dataDir.remove())
  const server = await startPostgres({
    dataDir: dataDir.path,
    log: createLog('warn'),
    settings: { autovacuum_naptime: '1s', fsync: 'off' },
  })
  onTestFinished(() => server.stop())

  await inSession(withName(server.ownerUrl, 'postgres'), async (admin) => {
    const name = await makeAside(admin, server.ownerUrl)
    const pids = async () =>
      (await admin.query('SELECT pid FROM pg_stat_activity WHERE datname = $1', [name])).rows
    await inSession(withName(server.ownerUrl, name), async (left) => {
      await left.query(`CREATE TABLE rows (n int, rest text) WITH (
        autovacuum_vacuum_threshold = 1, autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1)`)
      await left.query(
        `INSERT INTO rows SELECT n, repeat('x', 200) FROM generate_series(1, 50000) n`,
      )
      await left.query('DELETE FROM rows WHERE n % 2 = 0')
      await expect.poll(pids, { timeout: 30_000 }).toHaveLength(2)

      await drop(admin, name)
    })
    const { rows } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [name])
    expect(rows).toEqual([])
  })
})
