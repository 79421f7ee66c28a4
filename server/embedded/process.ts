import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const onLinux = process.platform === 'linux'

/** True for a zombie too: its number is taken, though nothing runs. */
export function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A killed survivor of an earlier run stays a zombie where process 1 does not reap (containers). */
export function isRunning(pid: number): boolean {
  return isTaken(pid) && (!onLinux || processState(pid) !== 'Z')
}

function processState(pid: number): string | undefined {
  const stat = readIfThere(`/proc/${pid}/stat`)
  // The second field is the program's name in parentheses and may itself hold spaces and parentheses.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[0]
}

/** The arguments a process was started with, or undefined when there is no such process. */
export function commandLine(pid: number): string | undefined {
  if (onLinux) return readIfThere(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ')
  try {
    return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    // ps answers 1 for a process that does not exist.
    return undefined
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    // ESRCH: the process ended between opening and reading.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

/** True when the process ended in time. */
export async function waitForExit(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (isRunning(pid)) {
    if (Date.now() > deadline) return false
    await sleep(20)
  }
  return true
}

/** Sends each signal in turn until the process has ended, waiting after each as long as it says. */
export async function endProcess(
  pid: number,
  steps: readonly { signal: NodeJS.Signals; waitMs: number }[],
): Promise<void> {
  for (const { signal, waitMs } of steps) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return
      throw error
    }
    if (await waitForExit(pid, waitMs)) return
  }
  throw new Error(`process ${pid} does not end, even after ${steps.at(-1)?.signal}`)
}
