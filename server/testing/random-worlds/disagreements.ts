import { isDeepStrictEqual } from 'node:util'

/** Two answers that should be one; and what was answered at all, so that a test knows what it has seen. */
export class Disagreements {
  readonly found: string[] = []
  readonly seen = new Map<string, number>()

  saw(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1)
  }

  same(what: string, one: unknown, other: unknown): void {
    if (isDeepStrictEqual(one, other)) return
    this.found.push(
      `${what}\n    one:   ${JSON.stringify(one)}\n    other: ${JSON.stringify(other)}`,
    )
  }

  holds(what: string, isSo: boolean, facts: unknown = null): void {
    if (!isSo) this.found.push(`${what}\n    ${JSON.stringify(facts)}`)
  }
}
