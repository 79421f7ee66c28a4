import { createChain } from '#server/adapters/bitcoind/chain.ts'
import { disconnectTip, readTip } from '#server/features/chain/follow/blocks.ts'
import { catchUp } from '#server/features/chain/follow/catch-up.ts'
import { connect, type Db } from '#server/platform/db/database.ts'
import { createLog } from '#server/platform/observe/log.ts'
import { Client } from '#server/testing/client.ts'
import { foreignScript, makeRawTransaction, mineTransactions, reward } from './blocks.ts'
import { startGetting } from './getblock.ts'
import { fillHistory } from './history.ts'
import { type BenchInstallation, withInstallation } from './installation.ts'
import { atMost, formatNumber, ratioOf, reportRow } from './table.ts'

/**
 * Follows a block of 32,000 outputs with 1,000,000 watched scripts, as many UTXOs, transactions and inputs,
 * and twice as many ledger entries, against the same client getting it from the node in hex (`getblock`,
 * verbosity 0), 9 times in turn.
 */
const watched = 1_000_000
const outputsOfBlock = 32_000
const runs = 9

// The follower runs in this process and in no other.
process.env.ROLES = 'api,signer'
await withInstallation(async (it) => {
  const client = new Client(it.program.baseUrl)
  await client.signUp()
  const payroll = await client.call<{ _id: string }>('POST', '/api/v1/companies/payrolls', {
    name: 'Nómina',
    description: 'Nómina',
    type: 'REGULAR',
  })
  const block = await mineFullBlock(it, payroll._id)
  await fillHistory(it, payroll._id, watched)
  // A process that has just begun to follow: it knows every script.
  await withFollower(it, async (follower) => {
    const { ours, theirs } = await followInTurn(it, follower, block)
    const { ratio, times } = ratioOf(ours, theirs)
    reportRow({
      what: 'a full block, 1,000,000 scripts ÷ `getblock`',
      figures: [atMost(ratio, 3, formatNumber, times)],
    })
  })
})

type Follower = { db: Db; catchUp: () => Promise<void> }

async function withFollower(
  it: BenchInstallation,
  work: (f: Follower) => Promise<void>,
): Promise<void> {
  const { postgres, bitcoind } = it.connections()
  const db = connect(postgres, { poolSize: 3, onError: () => undefined })
  const chain = createChain({ ...bitcoind, user: null, password: null })
  const macKey = await it.readMacKey()
  const deps = { db, chain, network: 'regtest', macKey, log: createLog('warn') } as const
  const follower = {
    db,
    async catchUp() {
      const { trouble, tip, info } = await catchUp(deps, new AbortController().signal)
      if (trouble && trouble !== 'initial_download') throw new Error(`not followed: ${trouble}`)
      if (tip.hash !== info.bestHash) throw new Error('not followed to the end')
    },
  }
  try {
    await follower.catchUp()
    await work(follower)
  } finally {
    await db.destroy()
  }
}

/** A block of a single transaction with foreign outputs and a hundred owned ones. */
async function mineFullBlock(it: BenchInstallation, payrollId: string): Promise<string> {
  const node = it.connections().bitcoind
  const from = await reward(node)
  const { rows } = await it.sql((client) =>
    client.query<{ script: Buffer }>(
      'SELECT script_pubkey AS script FROM addresses WHERE payroll_id = $1',
      [payrollId],
    ),
  )
  const [own] = rows
  if (!own) throw new Error('a payroll has an address')
  const outputs = Array.from({ length: outputsOfBlock }, (_, n) => ({
    sats: 1_000n,
    script: n % 320 === 0 ? own.script : foreignScript(),
  }))
  // The follower has not begun, and blocks before its first look do not count.
  await withFollower(it, async () => undefined)
  return mineTransactions(node, [makeRawTransaction(from, outputs)])
}

/** Disconnects the highest block, which is this one, follows it again, then only gets it. */
async function followInTurn(it: BenchInstallation, follower: Follower, block: string) {
  const getting = startGetting(it.connections().bitcoind)
  const ours: number[] = []
  const theirs: number[] = []
  // Once more than is counted: the first time, code is compiled.
  for (let run = 0; run <= runs; run++) {
    const tip = await readTip(follower.db)
    if (!tip) throw new Error('there is a tip')
    await disconnectTip(follower.db, tip)
    const start = performance.now()
    await follower.catchUp()
    const ms = performance.now() - start
    const their = await getting.get(block)
    if (run === 0) continue
    ours.push(ms)
    theirs.push(their)
  }
  await getting.stop()
  return { ours, theirs }
}
