import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#server/embedded/ports.ts'
import { processesOf } from './processes.ts'
import { makeProgramFolder } from './temp-data-dir.ts'

/** The web app was built before. Another build would take its files from a program that another journey uses. */
const installed = [join(import.meta.dirname, '../scripts/start.mjs'), '--no-build']

export type ProgramOptions = {
  dataDir: string
  port: number
  /** The script with its arguments. */
  start?: readonly string[]
  env?: Readonly<Record<string, string>>
}

/** The program of `npm start`, as a person would have it: its own folder and port. */
export class Program {
  readonly baseUrl: string
  readonly dataDir: string
  readonly #process: ChildProcess
  #output = ''

  constructor({ dataDir, port, start = installed, env = {} }: ProgramOptions) {
    this.dataDir = dataDir
    // The host by its name: a passkey belongs to a name.
    this.baseUrl = `http://localhost:${port}`
    this.#process = spawn(process.execPath, start, {
      env: {
        ...process.env,
        ...env,
        DATA_DIR: dataDir,
        PORT: String(port),
        HOST: '127.0.0.1',
        PUBLIC_URL: this.baseUrl,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.on('data', (part) => {
        this.#output += part
      })
    }
  }

  /** All that it printed so far. */
  get output(): string {
    return this.#output
  }

  get pid(): number {
    if (this.#process.pid === undefined) throw new Error('The program could not be run')
    return this.#process.pid
  }

  /** The exit code, once it has ended. */
  async ended(): Promise<number | null> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      await once(this.#process, 'exit')
    }
    return this.#process.exitCode
  }

  async ready(timeoutMs = 240_000): Promise<void> {
    const deadline = Date.now() + timeoutMs
    while (!(await this.#answersReady())) {
      if (this.#process.exitCode !== null) throw new Error(`It ended at once:\n${this.#output}`)
      if (Date.now() > deadline) throw new Error(`Not ready in ${timeoutMs} ms:\n${this.#output}`)
      await sleep(50)
    }
  }

  async #answersReady(): Promise<boolean> {
    try {
      return (await fetch(`${this.baseUrl}/readyz`)).ok
    } catch (error) {
      // fetch throws a TypeError while nobody listens yet.
      if (error instanceof TypeError) return false
      throw error
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.#process.kill(signal)
  }

  /** Kills what does not end by itself in time, and says so. */
  async stop(timeoutMs = 120_000): Promise<void> {
    this.signal('SIGTERM')
    const late = sleep(timeoutMs, 'late', { ref: false })
    if ((await Promise.race([this.ended(), late])) !== 'late') return
    for (const { pid } of processesOf(this.pid, this.dataDir)) process.kill(pid, 'SIGKILL')
    throw new Error(`It did not end in ${timeoutMs} ms:\n${this.#output}`)
  }
}

/** Starts a program on a folder and a port of its own; `end` stops it and removes the folder. */
export async function startOwnProgram(): Promise<{ program: Program; end: () => Promise<void> }> {
  const dataDir = makeProgramFolder()
  const program = new Program({ dataDir: dataDir.path, port: await freePort() })
  const end = async () => {
    await program.stop()
    dataDir.remove()
  }
  try {
    await program.ready()
  } catch (error) {
    await end()
    throw error
  }
  return { program, end }
}
