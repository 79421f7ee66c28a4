import { setImmediate as breathe } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { type ReaderOptions, type ReadPart, RowReader } from './row-reader.ts'

/** A part whose rows are bytes already. */
export type CopyPart = Omit<ReadPart, 'copy'> & { copy: Uint8Array }

/** Larger files are read in a thread of their own: while one is read, nobody else waits. */
const ownThreadFromBytes = 128 * 1024
/** About 100 rows, 5 ms of work: between two slices others have their turn. */
const sliceBytes = 12 * 1024
/** Half of what V8 takes by itself: rows live shortly, and with less it collects too often (+15 % of time at 8). */
const resourceLimits = { maxYoungGenerationSizeMb: 24 }
/** Chunks that wait in the thread: enough to keep it busy, little enough to bound the memory. */
const window = 8

const toBytes = (part: ReadPart): CopyPart => ({ ...part, copy: Buffer.from(part.copy) })

/** Reads a file as it comes; each part is what one chunk of it came to. */
export function readFile(
  bytes: AsyncIterable<Buffer>,
  options: ReaderOptions,
  expectedBytes: number,
): AsyncGenerator<CopyPart> {
  return expectedBytes < ownThreadFromBytes
    ? readHere(bytes, options)
    : readInThread(bytes, options)
}

async function* readHere(bytes: AsyncIterable<Buffer>, options: ReaderOptions) {
  const reader = new RowReader(options)
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; at += sliceBytes) {
      yield toBytes(await reader.write(chunk.subarray(at, at + sliceBytes)))
      await breathe()
    }
  }
  yield toBytes(await reader.end())
}

export type ThreadMessage = { chunk: Uint8Array | null }
export type ThreadAnswer = { part: CopyPart } | { error: unknown }

async function* readInThread(bytes: AsyncIterable<Buffer>, options: ReaderOptions) {
  const thread = new Worker(new URL('./reading-thread.ts', import.meta.url), {
    workerData: options,
    execArgv: [],
    resourceLimits,
  })
  const waiting: { resolve: (part: CopyPart) => void; reject: (cause: unknown) => void }[] = []
  const fail = (cause: unknown) => {
    for (const { reject } of waiting.splice(0)) reject(cause)
  }
  thread.on('message', (answer: ThreadAnswer) => {
    if ('part' in answer) waiting.shift()?.resolve(answer.part)
    else fail(answer.error)
  })
  thread.on('error', fail)
  thread.on('exit', () => fail(new Error('The thread that reads the file has ended')))
  const ask = (chunk: Buffer | null) => {
    const answer = new Promise<CopyPart>((resolve, reject) => waiting.push({ resolve, reject }))
    // Looked at in its turn below; until then its failure is nobody's.
    answer.catch(() => undefined)
    // A copy: the chunk's own memory may be part of a pool.
    const sent = chunk && new Uint8Array(chunk)
    thread.postMessage({ chunk: sent } satisfies ThreadMessage, sent ? [sent.buffer] : [])
    return answer
  }
  try {
    const asked: Promise<CopyPart>[] = []
    for await (const chunk of bytes) {
      asked.push(ask(chunk))
      if (asked.length >= window) yield await (asked.shift() as Promise<CopyPart>)
    }
    asked.push(ask(null))
    for (const answer of asked) yield await answer
  } finally {
    thread.removeAllListeners('exit')
    await thread.terminate()
  }
}
