import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { PdfAnswer, PdfTask } from './in-thread.ts'
import { receiptPdf } from './receipt-pdf.ts'

/** A priority below everything that answers people and sends payments. */
const niceness = 5

// Only Linux has a priority for one thread.
if (process.platform === 'linux') setPriority(niceness)

async function answerTo({ id, receipt }: PdfTask): Promise<void> {
  try {
    const bytes = new Uint8Array(await receiptPdf(receipt))
    post({ id, bytes }, [bytes.buffer])
  } catch (error) {
    post({ id, error })
  }
}

function post(answer: PdfAnswer, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(answer, transfer)
}

/** Pages are made one after another, so that memory holds the parts of one. */
let turn = Promise.resolve()

parentPort?.on('message', (task: PdfTask) => {
  turn = turn.then(() => answerTo(task))
})
