import type { Requirement } from '#domain/approval-requirement.ts'
import { othersWhoCount, type Quorum } from './read-quorum.ts'

export type Impossible = { required: number; counting: string[]; missing: number }

/** The people who may approve, and how many more it takes, where they are too few; else null. */
export function impossibleFor(
  quorum: Quorum,
  leftOut: string | ReadonlySet<string>,
  { required }: Pick<Requirement, 'required'>,
): Impossible | null {
  const counting = othersWhoCount(quorum, leftOut).map(({ name }) => name)
  return counting.length >= required
    ? null
    : { required, counting, missing: required - counting.length }
}
