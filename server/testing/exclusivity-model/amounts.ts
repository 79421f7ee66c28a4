import type { Database, WaitingBatch } from './database.ts'
import { headFloorSats } from './limits.ts'
import { type Line, linesAmount } from './lines.ts'
import type { NewModelOutput } from './transaction.ts'
import type { ModelWorld } from './world.ts'

/** Bytes of a transaction of P2WPKH inputs and outputs, at the fee rate of the moment. */
export const feeFor = (world: ModelWorld, inputs: number, outputs: number): number =>
  world.feeRate * (11 + 68 * inputs + 43 * outputs)

/** An output to a fresh change address of the payroll: a head, or the lane of a waiting batch. */
export function changeOutput(
  db: Database,
  payroll: number,
  amount: number,
  laneOf?: number,
): NewModelOutput {
  const index = db.nextIndex++
  db.indexOwner.set(index, payroll)
  return { amount, payroll, branch: 'change', index, laneOf }
}

/** The lane holds the batch's lines, its fee at twice today's rate, and a head. */
export const laneAmount = (world: ModelWorld, lines: readonly Line[], price: number): number =>
  linesAmount(lines, price) + 2 * feeFor(world, 1, lines.length + 1) + headFloorSats

export const lanesAmount = (batches: readonly WaitingBatch[]): number =>
  batches.reduce((sum, batch) => sum + batch.laneAmount, 0)
