import { Worker } from 'node:worker_threads'
import type { Receipt } from '../facts.ts'

export type PdfTask = { id: number; receipt: Receipt }
export type PdfAnswer = { id: number } & ({ bytes: Uint8Array<ArrayBuffer> } | { error: unknown })

/**
 * By default V8 lets the garbage of thousands of pages grow to 160 MiB before it collects. The
 * thread exists because a page takes 10 ms, for which the event loop should not wait.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 48 }

type Waiting = { resolve: (bytes: Buffer) => void; reject: (cause: unknown) => void }
type Thread = { worker: Worker; waiting: Map<number, Waiting> }

let running: Thread | null = null
let lastId = 0

function start(): Thread {
  const worker = new Worker(new URL('./pdf-thread.ts', import.meta.url), {
    execArgv: [],
    resourceLimits,
  })
  const waiting = new Map<number, Waiting>()
  const thread = { worker, waiting }
  /** Fails all waiting pages; the next page starts another thread. */
  const fail = (cause: unknown) => {
    if (running === thread) running = null
    for (const { reject } of waiting.values()) reject(cause)
    waiting.clear()
  }
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('The thread that makes receipts has ended')))
  worker.on('message', (answer: PdfAnswer) => {
    const caller = waiting.get(answer.id)
    waiting.delete(answer.id)
    // An idle thread keeps no process from ending.
    if (waiting.size === 0) worker.unref()
    if ('error' in answer) caller?.reject(answer.error)
    else caller?.resolve(Buffer.from(answer.bytes.buffer))
  })
  return thread
}

/** Makes the page of a receipt in a thread of its own, with the same bytes as `receiptPdf`. */
export function pdfInThread(receipt: Receipt): Promise<Buffer> {
  running ??= start()
  const { worker, waiting } = running
  const id = ++lastId
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    worker.ref()
    worker.postMessage({ id, receipt } satisfies PdfTask)
  })
}
