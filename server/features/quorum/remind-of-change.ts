import { leftOutOf } from '#domain/enough-approvals.ts'
import type { NotifyDeps } from '#server/features/notifications/index.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { askChangeApprovers, toLoadedChange } from './change-orders.ts'
import { readCounting } from './count-approvals.ts'
import { lockChangeOrder } from './decide-change.ts'
import { readChange, toSheetedChange } from './read-change.ts'
import { othersWhoCount, readQuorum } from './read-quorum.ts'

/** Asks the people again who have not approved an open change. */
export async function remindOfChange(
  trx: Trx,
  deps: NotifyDeps,
  id: string,
  now: Date,
): Promise<void> {
  const { macKey } = deps
  const row = await lockChangeOrder(trx, id)
  const change = readChange(macKey, row)
  if (row.state !== 'open' || !change) return
  const { company_id: companyId } = row
  const subject = toSheetedChange(macKey, row)
  const given = (await readCounting(trx, macKey, { companyId, subjects: [subject] }, now))(id)
  // Where the asker's own code is the approval, the asker is the one to remind.
  const apart = row.own_code ? [] : [...leftOutOf(subject), ...(row.asked_by ? [row.asked_by] : [])]
  const done = new Set([...apart, ...given.map((one) => one.user_id)])
  const quorum = await readQuorum(trx, macKey, companyId, now)
  await askChangeApprovers(trx, deps, toLoadedChange(row, change), {
    sheet: row.sheet_sha256,
    required: row.required,
    until: row.expires_at,
    userIds: othersWhoCount(quorum, done).map((one) => one.id),
    given: given.length,
    isReminder: true,
  })
}
