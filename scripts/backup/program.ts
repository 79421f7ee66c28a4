import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A program between pipes, run without a shell. */
export type PipedProgram = Awaited<ReturnType<typeof startProgram>>

export async function startProgram(
  file: string,
  args: readonly string[],
  { named, env = process.env }: { named: string; env?: NodeJS.ProcessEnv },
) {
  const child = spawn(file, args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    said = (said + part).slice(-4_000)
  })
  await once(child, 'spawn').catch((cause: unknown) => {
    throw new Error(`${named} cannot be run`, { cause })
  })
  const ended = once(child, 'close')
  return {
    child,
    /** Throws its own words where it failed. */
    whenEnded: async (): Promise<void> => {
      const [code, signal] = await ended
      if (code !== 0) throw new Error(`${named} failed: ${said.trim() || (signal ?? code)}`)
    },
  }
}

/** Writes all of `bytes` to its input and waits for its end. Throws what `bytes` throws first. */
export async function feed(
  { child, whenEnded }: PipedProgram,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  try {
    await pipeline(Readable.from(bytes), child.stdin).catch(
      async (error: NodeJS.ErrnoException) => {
        // A program that hung up says why in its own words.
        if (['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(error.code ?? '')) await whenEnded()
        throw error
      },
    )
    await whenEnded()
  } finally {
    child.kill()
  }
}
