import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#server/embedded/ports.ts'

export type ProgramSettings = Record<string, string>

/** All that a program or a script gets of its test's environment: it finds the libraries compiled. */
const { PATH, NODE_COMPILE_CACHE } = process.env
export const inheritedSettings = { PATH, NODE_COMPILE_CACHE }

/** `server/main.ts` as a process of its own, with the settings a deployment would give it. */
export class ServerProcess {
  readonly baseUrl: string
  readonly #child: ChildProcess
  /** The end of the output, which comes after the exit: the last lines may not be read before. */
  readonly #allRead: Promise<unknown>
  #output = ''

  private constructor(port: number, settings: ProgramSettings) {
    this.baseUrl = `http://127.0.0.1:${port}`
    this.#child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
      env: { ...inheritedSettings, PORT: String(port), ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#allRead = once(this.#child, 'close')
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (part) => {
        this.#output += part
      })
    }
  }

  static async start(settings: ProgramSettings): Promise<ServerProcess> {
    const deadline = Date.now() + 180_000
    for (;;) {
      const port = await freePort()
      const server = new ServerProcess(port, settings)
      while (!server.#output.includes('Ready.')) {
        if (server.hasEnded() || Date.now() > deadline) break
        await sleep(50)
      }
      if (server.#output.includes('Ready.')) return server
      await server.end('SIGKILL')
      await server.#allRead
      // Another test's program can have taken the port while this one was starting.
      if (Date.now() > deadline || !server.#output.includes(`Port ${port} of `)) {
        throw new Error(`The process did not start:\n${server.#output}`)
      }
    }
  }

  /** All that it and its children have printed. */
  get output(): string {
    return this.#output
  }

  /** How many signers of this process were killed, as its log has it; each was started again. */
  killedSigners(): number {
    const lines = this.#output.split('\n').filter((line) => line.includes('the signer ended'))
    return lines.filter((line) => line.includes('SIGKILL')).length
  }

  hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (this.hasEnded()) return
    const ended = once(this.#child, 'exit')
    this.#child.kill(signal)
    await ended
  }
}
