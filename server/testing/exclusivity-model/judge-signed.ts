import { buriedDepth } from '#domain/exclusivity.ts'
import { type Excuse, ModelFault } from './fault.ts'
import { hasBegunUnaware } from './first-run-lost-exception.ts'
import { describeLine, firstWithdrawalLine, type Line } from './lines.ts'
import { conflict, type ModelTransaction, type Spender } from './transaction.ts'
import type { ModelWorld } from './world.ts'

/**
 * The whole of safety: no possible chain holds two transactions that pay one line. It is asked of all
 * databases' transactions together, and decided by what is true and not by records.
 */
export function judgeSigned(world: ModelWorld, later: ModelTransaction): void {
  for (const line of later.lines) {
    const earlier = world.paying.get(line) ?? []
    world.paying.set(line, earlier)
    for (const other of earlier) judgePair(world, line, other, later)
    earlier.push(later)
  }
}

function judgePair(
  world: ModelWorld,
  line: Line,
  earlier: ModelTransaction,
  later: ModelTransaction,
): void {
  if (conflict(earlier, later)) return
  const excuse = world.chosenLines.has(line) ? 'CHOSEN' : findExcuse(world, earlier, later)
  if (!excuse) {
    const code = line >= firstWithdrawalLine ? 'WITHDRAWN_TWICE' : 'PAID_TWICE'
    const pair = `#${earlier.id} and #${later.id}`
    throw new ModelFault(code, `${describeLine(line)}: ${pair} can stand in one chain`)
  }
  world.excusedLines.add(line)
  world.excuses.set(excuse, (world.excuses.get(excuse) ?? 0) + 1)
}

function findExcuse(
  world: ModelWorld,
  earlier: ModelTransaction,
  later: ModelTransaction,
): Excuse | undefined {
  if (world.chain.conflictDepth(earlier) >= buriedDepth) return 'CONFLICT_BURIED'
  const ancestors: ReadonlySet<Spender> = new Set(earlier.history.values())
  for (const givenUp of world.givenUp) if (ancestors.has(givenUp)) return 'GIVEN_UP'
  if (hasBegunUnaware(world, earlier, later)) return 'FIRST_RUN_LOST'
  return hasBegunUnaware(world, later, earlier) ? 'FIRST_RUN_LOST' : undefined
}
