import { walkBlock } from '#domain/block.ts'
import { createChain } from '#server/adapters/bitcoind/chain.ts'
import { callNode } from '#server/embedded/bitcoind-rpc.ts'
import { disconnectTip, readTip } from '#server/features/wallet/blocks.ts'
import { catchUp } from '#server/features/wallet/follower.ts'
import { connect, type Db } from '#server/platform/database.ts'
import { createLog } from '#server/platform/log.ts'
import { Client } from '#server/testing/client.ts'
import {
  anyonesOutput,
  mine,
  type Outpoint,
  rewards,
  strangersScript,
  transactionOf,
} from './blocks.ts'
import { fill } from './history.ts'
import { type Installation, withInstallation } from './installation.ts'
import { measured, middle } from './table.ts'

/**
 * Following a block of 32,000 outputs and catching up BLOCKS (100) typical ones (3,000 transactions of
 * 2 inputs and 4 outputs) with WATCHED (1,000,000) scripts, as many coins, transactions and twice as
 * many entries in the books, against the node giving the same blocks in hex. In turn, RUNS (5) times.
 */
const watched = Number(process.env.WATCHED ?? 1_000_000)
const blocks = Number(process.env.BLOCKS ?? 100)
const runs = Number(process.env.RUNS ?? 5)
const outputsOfAFullBlock = 32_000
const typicalTransactions = 3_000

// The follower runs in this process, where it can be timed, and in no other.
process.env.ROLES = 'api,signer'
await withInstallation(async (it) => {
  const client = new Client(it.program.baseUrl)
  await client.signUp()
  const payroll = await client.call<{ _id: string }>('POST', '/api/v1/companies/payrolls', {
    name: 'Nómina',
    description: 'Nómina',
    type: 'REGULAR',
  })
  const node = it.connections().bitcoind
  const [forFull, forTypical] = await rewards(node, 2)
  if (!forFull || !forTypical) throw new Error('there are two rewards')
  const follower = followerOf(it)
  try {
    await follower.catchUp()
    const few = await fullBlocks(it, follower, payroll._id, forFull)
    await fill(it, payroll._id, watched)
    const many = await again(it, follower)
    const ratio = middle(many.ours.map((ms, run) => ms / (many.theirs[run] ?? 1)))
    measured({
      what: `follow a full block (${outputsOfAFullBlock} outputs), ${watched} watched scripts`,
      against: '`getblock` in hex of the node',
      goal: '≤ 4',
      measured: `${ratio.toFixed(1)} (${middle(many.ours).toFixed(0)} ms : ${middle(many.theirs).toFixed(0)} ms)`,
      growth: `${middle(few.ours).toFixed(0)} ms with a few watched`,
    })
    await typicalBlocks(it, follower, forTypical)
  } finally {
    await follower.db.destroy()
  }
})

type Follower = { db: Db; catchUp: () => Promise<void> }

function followerOf(it: Installation): Follower {
  const { postgres, bitcoind } = it.connections()
  const db = connect(postgres, { poolSize: 2, onError: () => undefined })
  const chain = createChain({ ...bitcoind, user: null, password: null })
  const parts = { db, chain, network: 'regtest', log: createLog('warn') } as const
  return {
    db,
    async catchUp() {
      const { trouble, tip, info } = await catchUp(parts, new AbortController().signal)
      if (trouble && trouble !== 'initial_download') throw new Error(`not followed: ${trouble}`)
      if (tip.hash !== info.bestHash) throw new Error('not followed to the end')
    },
  }
}

/** One block of a single transaction that pays strangers, and a hundred times us. */
async function fullBlocks(it: Installation, follower: Follower, payrollId: string, from: Outpoint) {
  const { rows } = await it.sql((client) =>
    client.query<{ script: Buffer }>(
      'SELECT script_pubkey AS script FROM addresses WHERE payroll_id = $1',
      [payrollId],
    ),
  )
  const [own] = rows
  if (!own) throw new Error('a payroll has an address')
  const outputs = Array.from({ length: outputsOfAFullBlock }, (_, n) => ({
    sats: 1_000n,
    script: n % 320 === 0 ? own.script : strangersScript(),
  }))
  await mine(it.connections().bitcoind, [transactionOf([from], outputs).hex])
  await follower.catchUp()
  return again(it, follower)
}

/** Takes the highest block back and follows it anew. */
async function again(it: Installation, { db, catchUp }: Follower) {
  const ours: number[] = []
  const theirs: number[] = []
  for (let run = 0; run < runs; run++) {
    const tip = await readTip(db)
    if (!tip) throw new Error('there is a tip')
    await disconnectTip(db, tip)
    const start = performance.now()
    await catchUp()
    ours.push(performance.now() - start)
    theirs.push(await handedOver(it, [tip.hash]))
  }
  return { ours, theirs }
}

async function handedOver(it: Installation, hashes: readonly string[]): Promise<number> {
  const node = it.connections().bitcoind
  const start = performance.now()
  for (const hash of hashes) await callNode<string>(node, 'getblock', [hash, 0])
  return performance.now() - start
}

async function typicalBlocks(it: Installation, follower: Follower, from: Outpoint) {
  const node = it.connections().bitcoind
  const count = typicalTransactions * 2
  const each = from.sats / BigInt(count)
  const first = transactionOf(
    [from],
    Array.from({ length: count }, () => anyonesOutput(each)),
  )
  await mine(node, [first.hex])
  await follower.catchUp()
  let coins = Array.from({ length: count }, (_, vout) => ({ txid: first.txid, vout, sats: each }))
  const hashes: string[] = []
  for (let block = 0; block < blocks; block++) {
    const made: Outpoint[] = []
    const hexes: string[] = []
    for (let n = 0; n < count; n += 2) {
      const inputs = coins.slice(n, n + 2)
      const outputs = [
        ...inputs.map(({ sats }) => anyonesOutput(sats - 2_000n)),
        ...inputs.map(() => ({ sats: 1_000n, script: strangersScript() })),
      ]
      const { hex, txid } = transactionOf(inputs, outputs)
      hexes.push(hex)
      made.push(...inputs.map(({ sats }, vout) => ({ txid, vout, sats: sats - 2_000n })))
    }
    hashes.push(await mine(node, hexes))
    coins = made
  }
  const theirs = await handedOver(it, hashes)
  const start = performance.now()
  await follower.catchUp()
  const ours = performance.now() - start
  const raw = Buffer.from(await callNode<string>(node, 'getblock', [hashes[0], 0]), 'hex')
  measured({
    what: `catch up ${blocks} typical blocks (${walkBlock(raw).transactions.length} transactions, ${raw.length} bytes)`,
    against: 'the node handing them over in hex',
    goal: '≤ 4',
    measured: `${(ours / theirs).toFixed(1)} (${(ours / blocks).toFixed(0)} ms : ${(theirs / blocks).toFixed(0)} ms a block)`,
  })
}
