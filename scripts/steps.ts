import { spawn } from 'node:child_process'
import { environment, root } from './install.mjs'
import { print } from './print.ts'

export interface Outcome {
  readonly passed: number
  readonly failed: number
}

/** Throws what to print where it fails. */
export interface Step {
  readonly name: string
  run(): Promise<void>
}

/** Two at a time, for machines with two cores; only a failed one prints more than its name. */
export async function runSteps(steps: readonly Step[]): Promise<Outcome> {
  const waiting = [...steps]
  let failed = 0
  async function worker(): Promise<void> {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const begun = performance.now()
      try {
        await step.run()
        print(`✓ ${step.name} (${((performance.now() - begun) / 1000).toFixed(1)} s)`)
      } catch (error) {
        failed += 1
        print(`✗ ${step.name}\n${error instanceof Error ? error.message : error}\n`)
      }
    }
  }
  await Promise.all([worker(), worker()])
  return { passed: steps.length - failed, failed }
}

/** A command's output, on both channels; throws with that output where it does not exit with 0. */
export function output(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const printed: Buffer[] = []
    child.stdout.on('data', (part) => printed.push(part))
    child.stderr.on('data', (part) => printed.push(part))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      const text = Buffer.concat(printed).toString()
      if (code === 0) resolve(text)
      else reject(new Error(`${text.trimEnd()}\n(${command} ended with ${code ?? signal})`))
    })
  })
}
