import type { Excuse, ModelFault } from './fault.ts'
import { runHistory } from './history.ts'
import type { ModelSettings } from './settings.ts'
import type { Kind } from './transaction.ts'

export interface Totals {
  readonly faults: { seed: number; fault: ModelFault }[]
  /** Histories in which an exception covers a pair of transactions that pay one line. */
  readonly excused: Map<Excuse, number>
  /** Histories in which a press asked, because nobody knew whether somebody was paid. */
  asked: number
  /** Seeds of histories in which only a give-up helped a payroll that has an unspent head. */
  readonly deadEnds: number[]
  /** How many transactions of each kind there were. */
  readonly kinds: Map<Kind, number>
}

/** Runs the histories of consecutive seeds. */
export function runHistories(firstSeed: number, count: number, settings: ModelSettings): Totals {
  const totals: Totals = {
    faults: [],
    excused: new Map(),
    asked: 0,
    deadEnds: [],
    kinds: new Map(),
  }
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const { fault, world } = runHistory(seed, settings)
    for (const { kind } of world.chain.transactions) increment(totals.kinds, kind)
    if (world.questions > 0) totals.asked++
    if (world.deadEnds > 0) totals.deadEnds.push(seed)
    for (const excuse of world.excuses.keys()) increment(totals.excused, excuse)
    if (fault) totals.faults.push({ seed, fault })
  }
  return totals
}

function increment<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
