import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** The Python for which Debian installs its packages. */
const python = '/usr/bin/python3'
const script = join(import.meta.dirname, 'paytomany.py')

/** Electrum, waiting for outputs to pay: nothing where Debian's package `electrum` is not installed. */
export function startElectrum() {
  if (spawnSync(python, ['-c', 'import electrum']).status !== 0) return null
  const child = spawn(python, [script], { stdio: ['pipe', 'pipe', 'inherit'] })
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    /** How long the command takes, in formatMilliseconds. */
    async paytomany(outputs: Readonly<Record<string, string>>): Promise<number> {
      child.stdin.write(`${JSON.stringify(Object.entries(outputs))}\n`)
      const { value, done } = await answers.next()
      if (done) throw new Error('Electrum has ended')
      return Number(value) * 1_000
    },
    async stop(): Promise<void> {
      child.stdin.end()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

export type Electrum = NonNullable<ReturnType<typeof startElectrum>>
