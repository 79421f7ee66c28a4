import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { TestCompany } from './factories.ts'

export const raceSeed = Number(process.env.RACE_SEED ?? randomInt(2 ** 31))
const rounds = Number(process.env.RACE_RUNS ?? 3)

type Answer = ReturnType<TestCompany['call']>

/** The order in which acts begin, and which of them wait for those before. */
type Interleaving<Kind> = [order: Kind[], waits: boolean[]]

export function interleavings<Kind>(kinds: readonly Kind[]): Interleaving<Kind>[] {
  const whole = { minLength: kinds.length, maxLength: kinds.length }
  const any = fc.tuple(fc.shuffledSubarray([...kinds], whole), fc.array(fc.boolean(), whole))
  return fc.sample(any, { seed: raceSeed, numRuns: rounds })
}

/** An interleaving of the acts of `kinds` alone, for what is left to be done. */
export const among = <Kind>(
  [order, waits]: Interleaving<Kind>,
  kinds: readonly NoInfer<Kind>[],
): Interleaving<Kind> => [order.filter((kind) => kinds.includes(kind)), waits]

/**
 * Runs the acts and answers those that were accepted, in the order in which they began; none may be
 * a fault of the server's.
 */
export async function race<Kind extends string>(
  [order, waits]: Interleaving<Kind>,
  begin: Record<Kind, () => Answer>,
): Promise<Kind[]> {
  const begun: { kind: Kind; answer: Answer }[] = []
  for (const [place, kind] of order.entries()) {
    if (waits[place]) await Promise.allSettled(begun.map(({ answer }) => answer))
    begun.push({ kind, answer: begin[kind]() })
  }
  const done: Kind[] = []
  for (const { kind, answer } of begun) {
    const { status } = await answer
    expect(status, `${kind} of ${order.join(', ')}`).toBeLessThan(500)
    if (status === 200) done.push(kind)
  }
  return done
}
