import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Receipt } from '#server/features/receipts/facts.ts'
import { pdfInThread } from '#server/features/receipts/pdf/in-thread.ts'
// A serving program has loaded and touched this much anyway: it is not the receipts' memory.
import '#server/app.ts'
import '#server/worker.ts'
import { reportFigure } from './table.ts'

/**
 * RECEIPTS (10,000) pages one after another, as a zip of a run makes them, from a program that is loaded and has made
 * none: time, memory, the longest block of the event loop.
 */
const receipts = Number(process.env.RECEIPTS ?? 10_000)

const receiptOf = (number: number): Receipt => ({
  id: '',
  year: 2026,
  number,
  isVoid: false,
  issuedAt: new Date('2026-10-30T14:52:00Z'),
  facts: {
    language: 'es',
    company: 'Café Izalco',
    site: 'quincena.izalco.sv',
    note: '',
    name: `Kevin Alexander Ramos ${number}`,
    identification: '05720381-3',
    payday: null,
    paidAt: '2026-10-30T14:30:12.000Z',
    usdCents: '52000',
    bitcoin: {
      percent: 30,
      usdCents: '15600',
      sats: '175450',
      rateUsdCentsPerBtc: '8891406',
      rateSources: 4,
      rateAt: '2026-10-30T14:30:12.000Z',
      vout: 7,
      height: 973_184,
      address: 'bc1qlnq3dyc9h5h32avpe5cpnz0afxyqt5w9nrvcl8',
      txid: number.toString(16).padStart(64, 'c2e4'),
      confirmedAt: '2026-10-30T14:52:00.000Z',
    },
    dollars: { usdCents: '36400', bank: 'Banco Agrícola', accountEnd: '4417' },
    consent: { at: '2026-08-03T18:00:00.000Z', textVersion: 1 },
  },
  transfer: { at: new Date('2026-10-30T20:00:00Z'), reference: 'TR-20261030-0448' },
})

/** The most that the process takes, and what is in use after a collection, thread and fonts included. */
async function watched(work: () => Promise<void>) {
  globalThis.gc?.()
  const before = process.memoryUsage()
  let highest = before.rss
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss())
  }, 20)
  await work()
  clearInterval(watch)
  globalThis.gc?.()
  const after = process.memoryUsage()
  return {
    most: (highest - before.rss) / 2 ** 20,
    kept: (after.heapUsed + after.external - before.heapUsed - before.external) / 2 ** 20,
  }
}

const delay = monitorEventLoopDelay({ resolution: 1 })
const start = performance.now()
const { most, kept } = await watched(async () => {
  delay.enable()
  for (let number = 1; number <= receipts; number++) await pdfInThread(receiptOf(number))
  delay.disable()
})
const seconds = (performance.now() - start) / 1_000
const ms = (nanoseconds: number) => (nanoseconds / 1e6).toFixed(0)
reportFigure({
  what: `${receipts} receipts`,
  against: '–',
  goal: '≤ 64 MiB more memory, event loop ≤ 50 ms',
  measured: `${most.toFixed(0)} MiB more at most, ${kept.toFixed(0)} MiB kept, p99.9 ${ms(delay.percentile(99.9))} ms (longest ${ms(delay.max)} ms), ${seconds.toFixed(0)} s`,
})
