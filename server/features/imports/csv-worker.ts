import { Worker } from 'node:worker_threads'
import type { ReaderOptions, ReadPart } from './row-reader.ts'

/** A chunk whose rows are encoded already. */
export type CopyPart = Omit<ReadPart, 'copy'> & { copy: Uint8Array }

/** A chunk takes about 30 ms, and the first one also the start of the thread. */
const answerLimitMs = 15_000
/**
 * Half of V8's default: rows live briefly. With less, V8 collects too often (+15 % of time at 8).
 */
const resourceLimits = { maxYoungGenerationSizeMb: 24 }
/** Chunks that wait in the thread: enough to keep it busy, few enough to bound the memory. */
const window = 8

export type ThreadMessage = { chunk: Uint8Array | null }
export type ThreadAnswer = { part: CopyPart } | { error: unknown }

/** Thrown where a chunk of a file took too long to read. */
export class ReadingTooSlow extends Error {
  constructor() {
    super('A part of the file took too long to read')
    this.name = 'ReadingTooSlow'
  }
}

/**
 * Reads a file in a thread of its own, and yields the result of each chunk. No other file waits for
 * the thread. The thread ends where a chunk takes longer than `limitMs`.
 */
export async function* readFile(
  bytes: AsyncIterable<Buffer>,
  options: ReaderOptions,
  limitMs = answerLimitMs,
): AsyncGenerator<CopyPart> {
  const thread = new Worker(new URL('./csv-worker-thread.ts', import.meta.url), {
    workerData: options,
    execArgv: [],
    resourceLimits,
  })
  const waiting: { resolve: (part: CopyPart) => void; reject: (cause: unknown) => void }[] = []
  let timer: NodeJS.Timeout | undefined
  const fail = (cause: unknown) => {
    clearTimeout(timer)
    for (const { reject } of waiting.splice(0)) reject(cause)
  }
  const watch = () => {
    clearTimeout(timer)
    if (waiting.length > 0) timer = setTimeout(() => fail(new ReadingTooSlow()), limitMs)
  }
  thread.on('message', (answer: ThreadAnswer) => {
    if ('part' in answer) {
      waiting.shift()?.resolve(answer.part)
      watch()
    } else fail(answer.error)
  })
  thread.on('error', fail)
  thread.on('exit', () => fail(new Error('The thread that reads the file has ended')))
  const ask = (chunk: Buffer | null) => {
    const answer = new Promise<CopyPart>((resolve, reject) => waiting.push({ resolve, reject }))
    if (waiting.length === 1) watch()
    // A failure is thrown at the chunk's turn below; until then nobody handles it.
    answer.catch(() => undefined)
    // A copy, because the chunk's own memory may belong to a pool.
    const sent = chunk && new Uint8Array(chunk)
    thread.postMessage({ chunk: sent } satisfies ThreadMessage, sent ? [sent.buffer] : [])
    return answer
  }
  try {
    const parts: Promise<CopyPart>[] = []
    for await (const chunk of bytes) {
      parts.push(ask(chunk))
      if (parts.length >= window) yield await (parts.shift() as Promise<CopyPart>)
    }
    parts.push(ask(null))
    for (const answer of parts) yield await answer
  } finally {
    clearTimeout(timer)
    thread.removeAllListeners('exit')
    await thread.terminate()
  }
}
