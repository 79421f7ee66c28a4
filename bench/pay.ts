import { setTimeout as sleep } from 'node:timers/promises'
import type { Payment } from '#contract/payments.ts'
import type { PayrollBalance } from '#contract/payrolls.ts'
import { median } from '#domain/money.ts'
import { type EmbeddedBitcoind, startBitcoind } from '#server/embedded/bitcoind.ts'
import { callNode } from '#server/embedded/bitcoind-rpc.ts'
import { freePort } from '#server/embedded/process.ts'
import { Client } from '#server/testing/client.ts'
import { newRegtestAddress } from '../e2e/addresses.ts'
import { Program } from '../e2e/program.ts'
import { tempDataDir } from '../e2e/temp-data-dir.ts'

/**
 * Paying PEOPLE (1,500) from a funded payroll, from the request over HTTP to the mempool, against the
 * wallet of another node doing `sendmany` with the same outputs, in turn, RUNS (5) times. The wallet
 * writes nobody down; we plan, snapshot, check, sign in another process, store and send.
 */
const people = Number(process.env.PEOPLE ?? 1_500)
const runs = Number(process.env.RUNS ?? 5)
const salaryUsd = 10

const dataDir = tempDataDir()
const walletDir = tempDataDir()
const program = new Program({ dataDir: dataDir.path, port: await freePort() })
const node = await startBitcoind({
  dataDir: walletDir.path,
  log: { info: () => undefined, warn: (line) => process.stderr.write(`${line}\n`) },
  extraArgs: ['-disablewallet=0', '-fallbackfee=0.00002'],
})
try {
  await program.ready()
  await compare()
} finally {
  await program.stop()
  await node.stop()
  dataDir.remove()
  walletDir.remove()
}

async function compare(): Promise<void> {
  const addresses = Array.from({ length: people }, newRegtestAddress)
  const client = new Client(program.baseUrl)
  await client.signUp()
  const payroll = await client.payroll(addresses, salaryUsd)
  const wallet = await fundedWallet(node)
  await client.call('POST', '/api/sandbox/faucet', { address: payroll.cryptoAddress, btc: '10' })

  const ours: bigint[] = []
  const theirs: bigint[] = []
  let vbytes = 0
  let after = ''
  for (let run = 0; run < runs; run++) {
    await mined(client, payroll._id)
    const start = process.hrtime.bigint()
    const { payment } = await client.call<{ payment: Payment }>(
      'POST',
      `/api/v1/companies/payrolls/${payroll._id}/run-payment`,
      { after },
    )
    ours.push(process.hrtime.bigint() - start)
    if (payment.state !== 'unconfirmed') throw new Error(`The payment is ${payment.state}`)
    after = payment._id
    vbytes = payment.transactions.reduce((sum, { vsize }) => sum + (vsize ?? 0), 0)
    theirs.push(await sendmany(wallet, addresses, payment))
  }
  report(ours, theirs, vbytes)
}

type Wallet = { rpcUrl: string; cookieFile: string; address: string }

async function fundedWallet({ rpcUrl, cookieFile }: EmbeddedBitcoind): Promise<Wallet> {
  await callNode({ rpcUrl, cookieFile }, 'createwallet', ['bench'])
  const wallet = { rpcUrl: new URL('/wallet/bench', rpcUrl).href, cookieFile }
  const address = await callNode<string>(wallet, 'getnewaddress')
  await callNode(wallet, 'generatetoaddress', [101, address])
  return { ...wallet, address }
}

async function sendmany(wallet: Wallet, addresses: string[], payment: Payment): Promise<bigint> {
  const each = (Number(payment.totalBtc) / addresses.length).toFixed(8)
  const outputs = Object.fromEntries(addresses.map((address) => [address, each]))
  const start = process.hrtime.bigint()
  await callNode(wallet, 'sendmany', ['', outputs, 1, '', [], true, null, 'unset', 2])
  const taken = process.hrtime.bigint() - start
  await callNode(wallet, 'generatetoaddress', [1, wallet.address])
  return taken
}

/** A block, and the payroll's coins spendable again. */
async function mined(client: Client, payrollId: string): Promise<void> {
  await client.call('POST', '/api/sandbox/mine', { blocks: 1 })
  for (;;) {
    const balance = await client.call<PayrollBalance>(
      'GET',
      `/api/v1/payrolls/${payrollId}/balance`,
    )
    if (balance.balance > 0 && balance.spendableBalanceString === balance.balanceString) return
    await sleep(50)
  }
}

function report(ours: bigint[], theirs: bigint[], vbytes: number): void {
  const ms = (nanoseconds: bigint) => Number(nanoseconds) / 1e6
  const ratios = ours.map((time, run) => ms(time) / ms(theirs[run] ?? 1n)).sort((a, b) => a - b)
  const lines = [
    `people paid at once              ${people}`,
    `request to mempool, median ms    ${ms(median(ours)).toFixed(0)}`,
    `sendmany, median ms              ${ms(median(theirs)).toFixed(0)}`,
    `ratio, median of ${runs} (goal 8)      ${ratios[ratios.length >> 1]?.toFixed(1)}  (${ratios.map((r) => r.toFixed(1)).join(' ')})`,
    `vbytes a person (31 the output)  ${(vbytes / people).toFixed(2)}`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
