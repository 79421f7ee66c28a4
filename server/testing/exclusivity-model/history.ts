import { complete } from './complete.ts'
import { deposit } from './depositors.ts'
import { mixEvents } from './events.ts'
import { ModelFault } from './fault.ts'
import { followAll } from './follow.ts'
import { describeLine } from './lines.ts'
import type { ModelSettings } from './settings.ts'
import { isMined } from './transaction.ts'
import { ModelWorld } from './world.ts'

/**
 * A model checker for decision 5. Each history is a random world: a chain, mempools, depositors, one
 * or two databases, and an administrator who presses for whatever the records show as unpaid.
 *
 * - Safety is asked at each signature: may any possible chain hold this transaction beside an earlier
 *   one that pays the same line? Nothing is sampled there. Two transactions exclude each other exactly
 *   when they, or ancestors of theirs, spend one outpoint twice.
 * - Liveness is asked at the end: once nothing fails any more, is everybody paid once, do the records
 *   equal the chain, and has every run ended?
 */
export interface ModelHistory {
  readonly seed: number
  readonly fault: ModelFault | undefined
  readonly world: ModelWorld
}

/** Runs the history of a seed. A traced one records its steps in `world.trace`. */
export function runHistory(seed: number, settings: ModelSettings, traced = false): ModelHistory {
  const world = new ModelWorld(seed, settings, traced)
  try {
    playEvents(world)
    world.tell(() => 'from here on nothing fails')
    complete(world)
    judgeCompleted(world)
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error
    return { seed, fault: error, world }
  }
  return { seed, fault: undefined, world }
}

function playEvents(world: ModelWorld): void {
  const events = mixEvents(world)
  for (let payroll = 0; payroll < world.payrolls; payroll++) deposit(world, payroll, 70_000)
  const count = world.random.between(30, 110)
  for (let i = 0; i < count; i++) {
    world.random.pick(events)()
    followAll(world)
  }
}

/** Everybody is paid once, and every record is as the chain has it. */
function judgeCompleted(world: ModelWorld): void {
  for (const [line, transactions] of world.paying) {
    const times = transactions.filter(isMined).length
    if (times < 2 || world.excusedLines.has(line)) continue
    throw new ModelFault('PAID_TWICE', `${describeLine(line)} is in the chain ${times} times`)
  }
  for (const { name, owner } of world.databases) {
    for (const output of world.chain.outputs) {
      if (!output.branch || !world.chain.isUnspent(output)) continue
      const recorded = owner.get(output)
      if (recorded === output.payroll) continue
      const of = output.transaction?.id
      const truth = `output ${output.id} of #${of} is payroll ${output.payroll}'s`
      throw new ModelFault('RECORDS_DIFFER', `${truth}; database ${name} says ${recorded}`)
    }
  }
}
