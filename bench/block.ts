import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createChain } from '#server/adapters/bitcoind/chain.ts'
import { disconnectTip, readTip } from '#server/features/chain/follow/blocks.ts'
import { catchUp } from '#server/features/chain/follow/catch-up.ts'
import { connect, type Db } from '#server/platform/db/database.ts'
import { createLog } from '#server/platform/observe/log.ts'
import { Client } from '#server/testing/client.ts'
import {
  foreignScript,
  makeRawTransaction,
  mineTransactions,
  rewards,
  type SpendableOutput,
} from './blocks.ts'
import { type Got, startGetting } from './getblock.ts'
import { fillHistory } from './history.ts'
import { type BenchInstallation, cpuBetween, withInstallation } from './installation.ts'
import { middle, reportFigure } from './table.ts'
import { typicalBlocks, typicalTransactions } from './typical-blocks.ts'

/**
 * Follows a block of 32,000 outputs, and catches up typical ones (3,000 transactions of 2 inputs
 * and 4 outputs), with WATCHED (1,000,000) scripts, as many UTXOs, transactions and inputs, and
 * twice as many ledger entries, against the same client getting the same blocks in hex. Rounds
 * alternate: the full block RUNS (9) times, BLOCKS (100) typical ones TURNS (10) times over.
 */
const watched = Number(process.env.WATCHED ?? 1_000_000)
const blocks = Number(process.env.BLOCKS ?? 100)
const turns = Number(process.env.TURNS ?? 10)
const runs = Number(process.env.RUNS ?? 9)
const outputsOfAFullBlock = 32_000
const against =
  'the same client, in a process of its own, getting it from the node in hex (`getblock`, verbosity 0)'

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
  const [forFull, forTypical] = await rewards(it.connections().bitcoind, 2)
  if (!forFull || !forTypical) throw new Error('there are two rewards')
  const full = await mineFullBlock(it, payroll._id, forFull)
  const few = await withFollower(it, (follower) => inTurn(it, follower, [full], runs))
  await fillHistory(it, payroll._id, watched)
  // A process that has just begun to follow: it knows every script.
  await withFollower(it, async (follower) => {
    const many = await inTurn(it, follower, [full], runs)
    reportFigure({
      what: `follow a full block (${outputsOfAFullBlock} outputs), ${watched} watched scripts`,
      against,
      goal: '≤ 2.5',
      measured: ratioOf(many, 1),
      growth: `${msOf(few.ours)} ms with a few watched`,
    })
    const hashes = await typicalBlocks(it.connections().bitcoind, forTypical, blocks)
    await follower.catchUp()
    const typical = await inTurn(it, follower, hashes, turns)
    reportFigure({
      what: `catch up ${blocks * turns} typical blocks (${typicalTransactions} transactions), ${blocks} at a time`,
      against,
      goal: '≤ 4',
      measured: ratioOf(typical, blocks),
    })
  })
})

type Follower = { db: Db; catchUp: () => Promise<void> }

async function withFollower<T>(
  it: BenchInstallation,
  work: (f: Follower) => Promise<T>,
): Promise<T> {
  const { postgres, bitcoind } = it.connections()
  const db = connect(postgres, { poolSize: 3, onError: () => undefined })
  const chain = createChain({ ...bitcoind, user: null, password: null })
  const parts = { db, chain, network: 'regtest', log: createLog('warn') } as const
  const follower = {
    db,
    async catchUp() {
      const { trouble, tip, info } = await catchUp(parts, new AbortController().signal)
      if (trouble && trouble !== 'initial_download') throw new Error(`not followed: ${trouble}`)
      if (tip.hash !== info.bestHash) throw new Error('not followed to the end')
    },
  }
  try {
    await follower.catchUp()
    return await work(follower)
  } finally {
    await db.destroy()
  }
}

/** A block of a single transaction with foreign outputs and a hundred owned ones. */
async function mineFullBlock(
  it: BenchInstallation,
  payrollId: string,
  from: SpendableOutput,
): Promise<string> {
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
    script: n % 320 === 0 ? own.script : foreignScript(),
  }))
  // Nobody follows yet, and what is before the first look does not count.
  await withFollower(it, async () => undefined)
  return mineTransactions(it.connections().bitcoind, [makeRawTransaction([from], outputs).hex])
}

type Samples = { ours: (Got & { longestBlockMs: number })[]; theirs: Got[] }

/** Disconnects the highest blocks, which are these, follows them again, then only gets them. */
async function inTurn(
  it: BenchInstallation,
  follower: Follower,
  hashes: string[],
  times: number,
): Promise<Samples> {
  const getting = startGetting(it.connections().bitcoind)
  const samples: Samples = { ours: [], theirs: [] }
  // Once more than is counted: the first time, code is compiled.
  for (let time = 0; time <= times; time++) {
    for (const _ of hashes) {
      const tip = await readTip(follower.db)
      if (!tip) throw new Error('there is a tip')
      await disconnectTip(follower.db, tip)
    }
    samples.ours.push(await following(it, follower))
    const before = it.cpu()
    const { ms, cpuMs } = await getting.get(hashes)
    samples.theirs.push({ ms, cpuMs: cpuMs + cpuBetween(before, it.cpu()).node })
  }
  await getting.stop()
  return { ours: samples.ours.slice(1), theirs: samples.theirs.slice(1) }
}

/** Processor time is that of this process, the database and the node together. */
async function following(it: BenchInstallation, follower: Follower) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const before = { parts: it.cpu(), own: process.cpuUsage() }
  delay.enable()
  const start = performance.now()
  await follower.catchUp()
  const ms = performance.now() - start
  delay.disable()
  const { user, system } = process.cpuUsage(before.own)
  const { database, node } = cpuBetween(before.parts, it.cpu())
  const cpuMs = (user + system) / 1_000 + database + node
  return { ms, cpuMs, longestBlockMs: delay.max / 1e6 }
}

function msOf(samples: readonly Got[], each = 1): string {
  return (middle(samples.map(({ ms }) => ms)) / each).toFixed(0)
}

function sum(samples: readonly Got[], of: (sample: Got) => number): number {
  return samples.reduce((total, one) => total + of(one), 0)
}

/** `each` is how many blocks there are in a turn. */
function ratioOf({ ours, theirs }: Samples, each: number): string {
  const ratio = middle(ours.map(({ ms }, turn) => ms / (theirs[turn]?.ms ?? 1)))
  const byProcessor = sum(ours, ({ cpuMs }) => cpuMs) / sum(theirs, ({ cpuMs }) => cpuMs)
  const longest = Math.max(...ours.map(({ longestBlockMs }) => longestBlockMs))
  return `${ratio.toFixed(1)} (${msOf(ours, each)} ms : ${msOf(theirs, each)} ms a block; by processor time ${byProcessor.toFixed(1)}; longest block of the event loop ${longest.toFixed(0)} ms)`
}
