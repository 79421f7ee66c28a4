import type { Log } from '../platform/observe/log.ts'

/** Started parts, ended in the reverse order and once. */
export class Running {
  readonly #ends: { name: string; end: () => Promise<void> }[] = []
  #ending: Promise<void> | null = null

  onEnd(name: string, end: () => Promise<void>): void {
    this.#ends.push({ name, end })
  }

  end(log: Log): Promise<void> {
    this.#ending ??= (async () => {
      for (const { name, end } of this.#ends.reverse()) {
        await end().catch((err) => log.error({ err }, `could not end ${name}`))
      }
    })()
    return this.#ending
  }
}
