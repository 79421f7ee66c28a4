import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadAnswer, ThreadMessage } from './csv-worker.ts'
import { type ReaderOptions, RowReader } from './row-reader.ts'

/** The thread that reads a large file: chunks come in, rows go out, in the same order. */
const reader = new RowReader(workerData as ReaderOptions)

function answer(chunk: Uint8Array | null): void {
  try {
    const part = chunk ? reader.write(chunk) : reader.end()
    const copy = new TextEncoder().encode(part.copy)
    post({ part: { ...part, copy } }, [copy.buffer])
  } catch (error) {
    post({ error })
  }
}

function post(message: ThreadAnswer, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer)
}

parentPort?.on('message', ({ chunk }: ThreadMessage) => answer(chunk))
