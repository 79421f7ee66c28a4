import type { Requirement } from '#domain/approval-requirement.ts'
import { othersWhoCount, type Quorum } from './read-quorum.ts'

export type Impossible = { required: number; counting: string[]; missing: number }

/** The people who may approve, and how many more it takes, where they are too few; else null. */
export function impossibleFor(
  quorum: Quorum,
  leftOut: string | ReadonlySet<string>,
  { required, ownCode }: Requirement,
): Impossible | null {
  const counting = othersWhoCount(quorum, leftOut).map(({ name }) => name)
  // The code of the person who asks is one of the approvals.
  const fromOthers = Math.max(0, ownCode ? required - 1 : required)
  return counting.length >= fromOthers
    ? null
    : { required, counting, missing: fromOthers - counting.length }
}
