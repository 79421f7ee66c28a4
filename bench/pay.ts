import { startElectrum } from './electrum.ts'
import { type BenchInstallation, withInstallation } from './installation.ts'
import {
  createFundedPayroll,
  mineUntilSpendable,
  type Paid,
  pressForPayment,
  sendRest,
  waitForReceipts,
} from './press.ts'
import {
  atMost,
  formatMilliseconds,
  formatNumber,
  formatSeconds,
  middle,
  ratioOf,
  reportRow,
  type TableFigure,
} from './table.ts'
import { startWallet } from './wallet.ts'

/**
 * From the press, over HTTP, to the mempool, for 10 and 1,500 people, 5 times each, and for 10,000 from one
 * UTXO, whose later batches wait for a block. Others pay the outputs of 1,500 people in turn with it:
 * Electrum where it is installed, which signs alone, and the wallet of a node, which keeps no books.
 */
const runs = 5
const many = 1_500

const notInstalled: TableFigure = { measured: 'not installed', goal: '≤ 1' }

type Other = { pay: (outputs: Record<string, string>) => Promise<number>; ms: number[] }

const wallet = await startWallet()
const electrum = startElectrum()
try {
  await withInstallation(async (it) => {
    const sendmany = { pay: wallet.sendmany, ms: [] as number[] }
    const paytomany = electrum && { pay: electrum.paytomany, ms: [] as number[] }
    const few = await payInTurn(it, 10, [])
    const ours = await payInTurn(it, many, paytomany ? [sendmany, paytomany] : [sendmany])
    const large = await payInTwoBlocks(it, 10_000)
    const longestMs = Math.max(...few.delays, ...ours.delays, large.delay)
    reportRow({
      what: 'press to mempool: 10 · 1,500 · 10,000 people, own time; event loop',
      figures: [
        atMost(middle(few.ms), 150, formatMilliseconds),
        atMost(middle(ours.ms), 400, formatMilliseconds),
        atMost(large.ms / 1_000, 2, formatSeconds),
        atMost(longestMs, 50, formatMilliseconds),
      ],
    })
    reportRow({
      what: "1,500 people ÷ Electrum's `paytomany` of the same outputs",
      figures: [paytomany ? againstElectrum(ours.ms, paytomany.ms) : notInstalled],
    })
    const { ratio, times } = ratioOf(ours.ms, sendmany.ms)
    reportRow({
      what: "1,500 people ÷ the node's own `sendmany`, which keeps no books",
      figures: [{ measured: `${formatNumber(ratio)}${times}`, goal: '–' }],
    })
  })
} finally {
  await electrum?.stop()
  await wallet.stop()
}

function againstElectrum(ours: readonly number[], theirs: readonly number[]): TableFigure {
  const { ratio, times } = ratioOf(ours, theirs)
  return atMost(ratio, 1, formatNumber, times)
}

async function payInTurn(it: BenchInstallation, people: number, others: readonly Other[]) {
  const { client, payroll, addresses } = await createFundedPayroll(it, people)
  const samples: Paid[] = []
  let after = ''
  // Once more than is counted: the first time, code is compiled.
  for (let run = 0; run <= runs; run++) {
    await mineUntilSpendable(client, payroll._id)
    await waitForReceipts(it)
    const sample = await pressForPayment(it, client, payroll, after)
    after = sample.payment._id
    const each = (Number(sample.payment.totalBtc) / people).toFixed(8)
    const outputs = Object.fromEntries(addresses.map((address) => [address, each]))
    for (const { pay, ms } of others) {
      const other = await pay(outputs)
      if (run > 0) ms.push(other)
    }
    if (run > 0) samples.push(sample)
  }
  return { ms: samples.map(({ ms }) => ms), delays: samples.map(({ delayMs }) => delayMs) }
}

/** The first batch makes the UTXOs of the others, which go with the next block. */
async function payInTwoBlocks(it: BenchInstallation, people: number) {
  const { client, payroll } = await createFundedPayroll(it, people)
  await mineUntilSpendable(client, payroll._id)
  const first = await pressForPayment(it, client, payroll, '')
  const rest = await sendRest(it, client, first.payment)
  return { ms: first.ms + rest.ms, delay: Math.max(first.delayMs, rest.delayMs) }
}
