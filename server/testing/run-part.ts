import { startBitcoind } from '#server/embedded/bitcoind.ts'
import { openDataDir } from '#server/embedded/data-dir.ts'
import { startPostgres } from '#server/embedded/postgres.ts'

/** A program to kill: starts one part on a data folder, prints its process, and waits for its end. */
const [part, dataDir = ''] = process.argv.slice(2)
const log = { info: () => {}, warn: () => {} }
const parts = {
  lock: async () => ({ pid: process.pid, held: openDataDir(dataDir) }),
  postgres: () => startPostgres({ dataDir, log }),
  bitcoind: () => startBitcoind({ dataDir, log }),
}
const { pid } = await parts[part as keyof typeof parts]()
process.stdout.write(`${pid}\n`)
setInterval(() => {}, 60_000)
