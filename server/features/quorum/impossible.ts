import type { Colleague } from '#contract/colleague.ts'
import type { Requirement } from '#domain/approval-requirement.ts'
import { type Approver, othersWhoCount, type Quorum } from './read-quorum.ts'

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

/** For each person who changed something: the others whose approval, or press, is needed in place of theirs. */
export type NeededOthers = { changer: Colleague; names: string[] }[]

export function needOthers(quorum: Quorum, changers: readonly string[]): NeededOthers {
  return changers.map((userId) => {
    const known = quorum.people.find(({ id }) => id === userId)
    const { name = '', email = '' } = known ?? {}
    const names = othersWhoCount(quorum, userId).map((one) => one.name)
    return { changer: { _id: userId, name, email }, names }
  })
}

/**
 * The people who are missing where nobody pressed, and neither approvals nor a press could release it;
 * else null.
 */
export function impossibleUnpressed(
  quorum: Quorum,
  changers: readonly string[],
  { required, ownCode }: Requirement,
): Impossible | { missing: NeededOthers } | null {
  const nobody = impossibleFor(quorum, new Set<string>(), { required, ownCode })
  if (nobody || ownCode) return nobody
  const mayPress = ({ role }: Approver) => role === 'ADMIN' || role === 'PAYROLL'
  const couldPress = quorum.people.some(
    (one) => mayPress(one) && othersWhoCount(quorum, one.id).length >= required,
  )
  const missing = needOthers(quorum, changers).filter(({ names }) => names.length < required)
  return couldPress || missing.length === 0 ? null : { missing }
}
