import { setTimeout as sleep } from 'node:timers/promises'
import type { Payment } from '#contract/payments.ts'
import type { Payroll } from '#contract/payrolls.ts'
import { type EmbeddedBitcoind, startBitcoind } from '#server/embedded/bitcoind.ts'
import { callNode } from '#server/embedded/bitcoind-rpc.ts'
import { Client } from '#server/testing/client.ts'
import { makeProgramFolder } from '../e2e/temp-data-dir.ts'
import {
  type BenchInstallation,
  type Cpu,
  cpuBetween,
  cpuOf,
  cpuText,
  withInstallation,
} from './installation.ts'
import { importedPayroll, mineUntilSpendable, unspendableAddress } from './payroll.ts'
import { middle, reportFigure } from './table.ts'

/**
 * Pays PEOPLE (1500 3000) from a funded payroll, from the request over HTTP to the mempool, against
 * the wallet of another node doing `sendmany` with as many outputs of the same sums, in turn, RUNS
 * (7) times. The wallet keeps no records; we plan, snapshot, check, sign in another process, store
 * and send. Then LARGE (10,000) people from one UTXO, in two blocks.
 */
const sizes = (process.env.PEOPLE ?? '1500 3000').split(' ').map(Number)
const large = Number(process.env.LARGE ?? 10_000)
const runs = Number(process.env.RUNS ?? 7)
const salaryUsd = 10

type Sample = { ms: number; cpu: number; blockedMs: number; parts: Cpu; vbytes: number }

const walletDir = makeProgramFolder()
const node = await startBitcoind({
  dataDir: walletDir.path,
  log: { info: () => undefined, warn: (line) => process.stderr.write(`${line}\n`) },
  extraArgs: ['-disablewallet=0', '-fallbackfee=0.00002'],
})
try {
  await withInstallation(async (it) => {
    const wallet = await fundedWallet(node)
    for (const people of sizes) await compare(it, wallet, people)
    if (large > 0) await twoBlocks(it)
  })
} finally {
  await node.stop()
  walletDir.remove()
}

async function compare(it: BenchInstallation, wallet: Wallet, people: number): Promise<void> {
  const { client, payroll } = await fundedPayroll(it, people)
  const ours: Sample[] = []
  const theirs: { ms: number; cpu: number }[] = []
  let after = ''
  // Once more than is counted: the first time, code is compiled.
  for (let run = 0; run <= runs; run++) {
    await mineUntilSpendable(client, payroll._id)
    await receiptsIssued(it)
    const { payment, ...sample } = await paid(it, client, payroll, after)
    after = payment._id
    const their = await sendmany(wallet, people, payment)
    if (run === 0) continue
    ours.push(sample)
    theirs.push(their)
  }
  report(people, ours, theirs)
}

/**
 * The receipts of the run before are work of their own, which begins with its block: nobody presses in the
 * same second once more.
 */
async function receiptsIssued(it: BenchInstallation): Promise<void> {
  for (;;) {
    const { rowCount } = await it.sql((client) => client.query('SELECT FROM receipts_due LIMIT 1'))
    if (rowCount === 0) return
    await sleep(100)
  }
}

async function fundedPayroll({ program }: BenchInstallation, people: number) {
  const client = new Client(program.baseUrl)
  await client.signUp()
  const payroll = await importedPayroll(client, people, salaryUsd)
  // The faucet gives at most so much at once; 100,000 people cost more than 10 BTC.
  const btc = people > 50_000 ? '20' : '10'
  await client.call('POST', '/api/sandbox/faucet', { address: payroll.cryptoAddress, btc })
  return { client, payroll }
}

async function paid(
  it: BenchInstallation,
  client: Client,
  payroll: Payroll,
  after: string,
): Promise<Sample & { payment: Payment }> {
  await it.longestBlockMs()
  const before = it.cpu()
  const start = performance.now()
  const { payment } = await client.call<{ payment: Payment }>(
    'POST',
    `/api/v1/companies/payrolls/${payroll._id}/run-payment`,
    { after },
  )
  const ms = performance.now() - start
  const parts = cpuBetween(before, it.cpu())
  const waiting = payment.transactions.filter(({ waitingFor }) => waitingFor !== 'feeder')
  if (waiting.some(({ state }) => state !== 'unconfirmed')) {
    throw new Error(`The payment is ${payment.state}`)
  }
  const vbytes = payment.transactions.reduce((sum, { vsize }) => sum + (vsize ?? 0), 0)
  const cpu = parts.program + parts.signer + parts.database + parts.node
  return { payment, ms, cpu, parts, vbytes, blockedMs: await it.longestBlockMs() }
}

type Wallet = { rpcUrl: string; cookieFile: string; address: string; pid: number }

async function fundedWallet({ rpcUrl, cookieFile, pid }: EmbeddedBitcoind): Promise<Wallet> {
  await callNode({ rpcUrl, cookieFile }, 'createwallet', ['bench'])
  const wallet = { rpcUrl: new URL('/wallet/bench', rpcUrl).href, cookieFile }
  const address = await callNode<string>(wallet, 'getnewaddress')
  await callNode(wallet, 'generatetoaddress', [101, address])
  return { ...wallet, address, pid }
}

async function sendmany(wallet: Wallet, people: number, payment: Payment) {
  const each = (Number(payment.totalBtc) / people).toFixed(8)
  const outputs = Object.fromEntries(
    Array.from({ length: people }, () => [unspendableAddress(), each]),
  )
  const before = cpuOf(wallet.pid).node
  const start = performance.now()
  await callNode(wallet, 'sendmany', ['', outputs, 1, '', [], true, null, 'unset', 2])
  const ms = performance.now() - start
  const cpu = cpuOf(wallet.pid).node - before
  await callNode(wallet, 'generatetoaddress', [1, wallet.address])
  return { ms, cpu }
}

/**
 * One UTXO for everybody: the first batch makes the lanes of the others, which go with the next
 * block.
 */
async function twoBlocks(it: BenchInstallation): Promise<void> {
  const { client, payroll } = await fundedPayroll(it, large)
  await mineUntilSpendable(client, payroll._id)
  const { payment, ms, cpu, blockedMs } = await paid(it, client, payroll, '')
  await it.longestBlockMs()
  const before = it.cpu()
  const start = performance.now()
  await client.call('POST', '/api/sandbox/mine', { blocks: 1 })
  const path = `/api/v1/companies/payments/${payment._id}`
  for (;;) {
    const { payment: now } = await client.call<{ payment: Payment }>('GET', path)
    if (now.transactions.every(({ state }) => state === 'unconfirmed' || state === 'confirmed'))
      break
    await sleep(50)
  }
  const laterMs = performance.now() - start
  const later = cpuBetween(before, it.cpu())
  const blocked = Math.max(blockedMs, await it.longestBlockMs())
  const laterCpu = later.program + later.signer + later.database + later.node
  reportFigure({
    what: `pay ${large} people from one UTXO, in two blocks of ${payment.transactions.length} transactions`,
    against: 'nothing: total of our own',
    goal: large === 10_000 ? '≤ 1.2 s' : large === 100_000 ? '≤ 20 s' : '–',
    measured: `${((ms + laterMs) / 1_000).toFixed(1)} s (${(ms / 1_000).toFixed(1)} to the first mempool, ${(laterMs / 1_000).toFixed(1)} from the block on), ${((cpu + laterCpu) / 1_000).toFixed(1)} s of processor`,
  })
  reportFigure({
    what: `event loop of api and worker while ${large} are paid`,
    against: '–',
    goal: '≤ 50 ms',
    measured: `${blocked.toFixed(0)} ms`,
  })
}

function report(people: number, ours: Sample[], theirs: { ms: number; cpu: number }[]): void {
  const ratios = ours.map(({ ms }, run) => ms / (theirs[run]?.ms ?? 1))
  const sorted = ours.toSorted((a, b) => a.cpu - b.cpu)
  const typical = sorted[sorted.length >> 1]
  if (!typical) throw new Error('nothing was measured')
  const sendmanyCpu = theirs.reduce((sum, { cpu }) => sum + cpu, 0) / theirs.length
  reportFigure({
    what: `pay ${people} people: request to mempool`,
    against: '`sendmany` of the same outputs',
    goal: `≤ ${people >= 3_000 ? 3 : 5}`,
    measured: `${middle(ratios).toFixed(1)} (${middle(ours.map(({ ms }) => ms)).toFixed(0)} ms : ${middle(theirs.map(({ ms }) => ms)).toFixed(0)} ms)`,
    growth: `processor ms: ${cpuText(typical.parts)}; sendmany ${sendmanyCpu.toFixed(0)}`,
  })
  reportFigure({
    what: `virtual bytes per person, ${people} people`,
    against: '31, the output itself',
    goal: '≤ 31.2',
    measured: (typical.vbytes / people).toFixed(2),
  })
  reportFigure({
    what: `event loop of api and worker while ${people} are paid`,
    against: '–',
    goal: '≤ 50 ms',
    measured: `${middle(ours.map(({ blockedMs }) => blockedMs)).toFixed(0)} ms, at most ${Math.max(...ours.map(({ blockedMs }) => blockedMs)).toFixed(0)} ms`,
  })
}
