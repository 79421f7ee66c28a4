import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/**
 * Starts a part in a process of its own and kills that −9. Returns the part's process, which still
 * runs (for `lock`: which ran).
 */
export async function leaveBehind(
  part: 'lock' | 'postgres' | 'bitcoind',
  dataDir: string,
  program = join(import.meta.dirname, 'run-part.ts'),
): Promise<number> {
  const holder = spawn(process.execPath, [program, part, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(holder, 'exit')
  const [printed] = await Promise.race([once(holder.stdout, 'data'), ended])
  holder.kill('SIGKILL')
  await ended
  const pid = Number(printed)
  if (!(pid > 0)) throw new Error(`${part} did not start`)
  return pid
}
