import { Worker } from 'node:worker_threads'
import type { Receipt } from '../facts.ts'
import { collectYoung } from './collect-young.ts'

export type PdfTask = { id: number; receipt: Receipt }
export type PdfAnswer = { id: number } & ({ bytes: Uint8Array<ArrayBuffer> } | { error: unknown })

/**
 * Left to itself, V8 lets the garbage of thousands of pages grow to 160 MiB before it collects. A page needs 10 ms,
 * which nobody who waits for the event loop should pay.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 48 }

/**
 * The bytes of pages are outside the heap, and V8 lets 64 MiB of those that nobody needs any more pile up before it
 * looks: so much as the pages of a large run, streamed one by one, may take altogether.
 */
const pilesUpBytes = 4 * 2 ** 20

type Waiting = { resolve: (bytes: Buffer) => void; reject: (cause: unknown) => void }
type Thread = { worker: Worker; waiting: Map<number, Waiting> }

let running: Thread | null = null
let lastId = 0
let handedOverBytes = 0

function start(): Thread {
  const worker = new Worker(new URL('./pdf-thread.ts', import.meta.url), {
    execArgv: [],
    resourceLimits,
  })
  const waiting = new Map<number, Waiting>()
  const thread = { worker, waiting }
  /** The next page starts another thread. */
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
    // Idle, it keeps no process from ending.
    if (waiting.size === 0) worker.unref()
    if ('error' in answer) caller?.reject(answer.error)
    else {
      clearPile(answer.bytes.length)
      caller?.resolve(Buffer.from(answer.bytes.buffer))
    }
  })
  return thread
}

function clearPile(bytes: number): void {
  handedOverBytes += bytes
  if (handedOverBytes < pilesUpBytes) return
  handedOverBytes = 0
  collectYoung()
}

/** The page of a receipt, made in a thread of its own: the same bytes as `receiptPdf` makes. */
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
