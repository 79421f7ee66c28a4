import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Network } from '#domain/address.ts'
import { createChain } from '#server/adapters/bitcoind/chain.ts'
import { connect, type Db } from '#server/platform/db/database.ts'
import { type TestBitcoind, testBitcoind } from '#server/testing/bitcoind.ts'
import { type TestDatabase, testDatabase } from '#server/testing/postgres.ts'
import { saveNodeStatus } from './save-node-status.ts'

let database: TestDatabase
let node: TestBitcoind
let db: Db
beforeAll(async () => {
  ;[database, node] = await Promise.all([testDatabase(), testBitcoind()])
  db = connect(database.workerUrl, { onError: (cause) => expect.fail(cause.message) })
})
afterAll(async () => {
  await db.destroy()
  await Promise.all([database.drop(), node.stop()])
})

/** The stored status of a node that estimates `rate`. */
async function statusAt(rate: bigint | null, network: Network = 'regtest') {
  const { rpcUrl, cookieFile } = node
  const chain = createChain({ rpcUrl, cookieFile, user: null, password: null })
  const info = await chain.info()
  const tip = {
    height: info.height,
    hash: info.bestHash,
    chainwork: info.chainwork,
    at: new Date(),
  }
  const parts = { db, network, chain: { ...chain, estimatedFeeRate: async () => rate } }
  await saveNodeStatus(parts, info, tip, null)
  return db.selectFrom('node_status').selectAll().executeTakeFirstOrThrow()
}

const anHourPasses = () =>
  db
    .updateTable('node_status')
    .set({ estimated_at: sql`estimated_at - interval '61 minutes'` })
    .execute()

test('where the node cannot estimate fees its last estimate holds for an hour', async () => {
  expect(await statusAt(null)).toMatchObject({ fee_rate_sats_per_kvb: 2_000n, estimated_at: null })
  await statusAt(60_000n)
  const { estimated_at: at } = await statusAt(null)
  expect(await statusAt(null)).toMatchObject({
    fee_rate_sats_per_kvb: 60_000n,
    fee_rate_next_block_sats_per_kvb: 60_000n,
    // The age of an estimate does not change when it is used again.
    estimated_at: at,
  })
  await anHourPasses()
  expect(await statusAt(null)).toMatchObject({ fee_rate_sats_per_kvb: 2_000n, estimated_at: null })
})

test('a node without peers is in trouble, since nothing leaves it; not on regtest', async () => {
  expect(await statusAt(5_000n, 'signet')).toMatchObject({ trouble: 'no_peers' })
  expect(await statusAt(5_000n)).toMatchObject({ trouble: null })
})
