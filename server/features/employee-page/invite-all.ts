import type { KeyObject } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Selectable, sql } from 'kysely'
import type { EmployeeInvites } from '#contract/employee-invites.ts'
import { findUndeletedPayroll } from '#server/features/payments/index.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import type { EmployeeInvitations } from '#server/platform/db/database-types.ts'
import { notify } from '#server/platform/db/notify.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { type Actor, record } from '#server/platform/observe/audit.ts'
import { failpoint } from '#server/platform/observe/failpoint.ts'
import { type InviteDeps, type Invitee, invitePerson } from './invite-person.ts'

type Job = Selectable<EmployeeInvitations>

const wireOf = (job: Job): EmployeeInvites => ({
  _id: job.id,
  total: job.total,
  sent: job.sent,
  state: job.ended_at ? 'DONE' : 'RUNNING',
  createdAt: job.created_at.toISOString(),
})

/** People of a company or payroll who can be invited and never were. */
const invitable = (companyId: string, payrollId: string | null) => sql`
  e.company_id = ${companyId} AND e.deleted_at IS NULL AND e.invited_at IS NULL
  AND (e.email <> '' OR e.phone <> '')
  AND (${payrollId}::uuid IS NULL OR EXISTS (
    SELECT FROM payroll_members m WHERE m.employee_id = e.id AND m.payroll_id = ${payrollId}
      AND m.company_id = ${companyId}))`

/** The newest job of a company. */
export async function newestInvitation(db: Db, companyId: string): Promise<EmployeeInvites | null> {
  const job = await db
    .selectFrom('employee_invitations')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return job ? wireOf(job) : null
}

/** Begins to invite everybody who was not invited; while a job runs, it is returned instead. */
export async function inviteAll(
  trx: Trx,
  macKey: KeyObject,
  actor: Actor & { userId: string },
  payroll: string | undefined,
  now: Date,
): Promise<EmployeeInvites> {
  const { companyId, userId } = actor
  const payrollId =
    payroll === undefined ? null : await requirePayroll(trx, macKey, companyId, payroll)
  await trx
    .selectFrom('companies')
    .select('id')
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .execute()
  const open = await newestInvitation(trx, companyId)
  if (open?.state === 'RUNNING') return open
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::integer AS total FROM employees e
    WHERE ${invitable(companyId, payrollId)}`.execute(trx)
  const total = rows[0]?.total ?? 0
  const job = await trx
    .insertInto('employee_invitations')
    .values({
      company_id: companyId,
      payroll_id: payrollId,
      requested_by: userId,
      total,
      created_at: now,
      ended_at: total === 0 ? now : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const detail = { employees: total }
  await record(trx, { ...actor, action: 'employee.allInvited', subject: '', detail })
  await notify(trx, 'employee_page')
  return wireOf(job)
}

async function requirePayroll(
  trx: Trx,
  macKey: KeyObject,
  companyId: string,
  id: string,
): Promise<string> {
  const payroll = await findUndeletedPayroll(trx, macKey, companyId, id, false)
  if (!payroll) throw new Refusal('NOT_FOUND')
  return payroll.id
}

const peopleAtOnce = 100

/**
 * Continues every job. The messages and the progress are written together, so that nobody is
 * invited twice or forgotten when the process ends in between.
 */
export async function sendInvitations(
  db: Db,
  deps: InviteDeps & { now: () => Date },
): Promise<void> {
  for (;;) {
    const hasMore = await db.transaction().execute((trx) => sendSome(trx, deps))
    if (!hasMore) return
    failpoint('invitations-queued')
    await nextTurn()
  }
}

async function sendSome(trx: Trx, deps: InviteDeps & { now: () => Date }): Promise<boolean> {
  const job = await trx
    .selectFrom('employee_invitations')
    .selectAll()
    .where('ended_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!job) return false
  const now = deps.now()
  const { company_id: companyId, payroll_id: payrollId, reached } = job
  const { rows: people } = await sql<Invitee>`
    SELECT e.id, e.first_name, e.email, e.phone, e.bitcoin_percent FROM employees e
    WHERE ${invitable(companyId, payrollId)} AND (${reached}::uuid IS NULL OR e.id < ${reached})
    ORDER BY e.id DESC LIMIT ${peopleAtOnce}`.execute(trx)
  let { sent } = job
  const invited = new Set<string>()
  for (const person of people) {
    // The person has another row in another list.
    if (invited.has(person.id)) continue
    const done = await invitePerson(trx, deps, companyId, person, now)
    for (const id of done?.employeeIds ?? []) invited.add(id)
    if (done) sent += 1
  }
  const isOver = people.length < peopleAtOnce
  await trx
    .updateTable('employee_invitations')
    .set({ sent, reached: people.at(-1)?.id ?? reached, ended_at: isOver ? now : null })
    .where('company_id', '=', companyId)
    .where('id', '=', job.id)
    .execute()
  failpoint('invitations-before-commit')
  return true
}
