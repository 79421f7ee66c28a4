import type { ChangeOrderRow } from '#server/authorization/change-rows.ts'
import { changeSubject, type NotifyDeps } from '#server/features/notifications/index.ts'
import {
  endChange,
  findChangeOrder,
  readChange,
  readQuorum,
} from '#server/features/quorum/index.ts'
import { isUuid, type Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { type Actor, record, shortenAddress } from '#server/platform/observe/audit.ts'
import { endings } from './kinds.ts'
import { recordRules } from './rules.ts'
import { undoableKinds } from './undoable-kinds.ts'

const isUndoable = (kind: string) => undoableKinds.some((one) => one === kind)

type By = Actor & { userId: string }

/** Undoes an open change: any administrator may, even where it has its approvals. */
export async function undoChange(
  trx: Trx,
  deps: NotifyDeps,
  actor: By,
  id: string,
  now: Date,
): Promise<void> {
  const row = isUuid(id) ? await findChangeOrder(trx, actor.companyId, id) : undefined
  const waits = row?.state === 'open' || row?.state === 'waiting'
  if (!row || !waits || !isUndoable(row.kind)) throw new Refusal('NOT_FOUND')
  await endChange(trx, { ...deps, endings }, { id, by: actor.userId, reason: '' }, now)
  if (row.kind === 'RULES') {
    const rules = await readQuorum(trx, deps.macKey, actor.companyId, now)
    await recordRules(trx, actor, rules, rules, { undone: true })
  } else await recordEnd(trx, deps, actor, row)
}

/** Records the end of an unapproved role, invitation, key or payday in the audit log. */
export async function recordEnd(
  trx: Trx,
  { macKey }: Pick<NotifyDeps, 'macKey'>,
  actor: By,
  row: ChangeOrderRow,
): Promise<void> {
  const change = readChange(macKey, row)
  if (!change || change.kind === 'RULES' || change.kind === 'RELEASE') return
  const { companyId, userId, ip } = actor
  if (change.kind === 'OCCURRENCE') {
    const { payroll, payrollId, periodKey } = change.payload
    const detail = { payroll: payrollId, period: periodKey }
    const act = { action: 'payroll.paydayRejected', subject: payroll, detail } as const
    return record(trx, { companyId, userId, ip, ...act })
  }
  if (change.kind === 'SWEEP') {
    const subject = change.payload.payroll ?? shortenAddress(change.payload.address)
    return record(trx, { companyId, userId, ip, action: 'sweep.rejected', subject })
  }
  if (change.kind === 'SETTINGS') {
    const subject = changeSubject(change, 'es')
    return record(trx, { companyId, userId, ip, action: 'team.changeEnded', subject })
  }
  const subject = change.kind === 'INVITATION' ? change.payload.email : change.payload.name
  await record(trx, { companyId, userId, ip, action: 'team.changeEnded', subject })
}
