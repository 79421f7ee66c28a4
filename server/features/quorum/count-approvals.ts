import type { KeyObject } from 'node:crypto'
import { type ApprovalRow, readApprovals } from '#server/authorization/approval-rows.ts'
import {
  type Approvable,
  approvalsThatCount,
  readTeamRows,
} from '#server/authorization/approvals-that-count.ts'
import type { Db } from '#server/platform/db/database.ts'
import { readCountingHolders } from './key-holders.ts'

/** Reads the approvals that count now, for each of these orders or changes of one company. */
export async function readCounting(
  db: Db,
  macKey: KeyObject,
  { companyId, subjects }: { companyId: string; subjects: readonly Approvable[] },
  now: Date,
): Promise<(subjectId: string) => ApprovalRow[]> {
  const team = await readTeamRows(db, companyId)
  const { strong_only: strongOnly } = team.company
  const holders = strongOnly ? await readCountingHolders(db, macKey, companyId, now) : null
  const checks = { macKey, now, hasKey: (userId: string) => holders?.has(userId) ?? false }
  const rows = await readApprovals(
    db,
    subjects.map(({ id }) => id),
  )
  const counting = subjects.map(
    (subject) => [subject.id, approvalsThatCount(checks, subject, rows, team)] as const,
  )
  const bySubject = new Map(counting)
  return (subjectId) => bySubject.get(subjectId) ?? []
}
