import { type RawBuilder, sql } from 'kysely'
import type { AuditAction, AuditDetail } from '#contract/audit.ts'
import { macsAtOnce } from '#server/authorization/mac.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { recordAll } from '#server/platform/observe/audit.ts'
import { banksDiffer, endOfAccount } from './diff.ts'
import { allDiffering } from './field-columns.ts'
import { importActor } from './save-rows.ts'
import type { Import, StoredDiff } from './store.ts'

/** Events of the audit trail, one for each person, before known people change. */

type Changed = {
  line: number
  subject: string
  detail: AuditDetail
  decided_by: string | null
  decided_ip: string | null
}

/** Records an act of each person whose row differs. `r` is the row, `e` the person. */
async function recordOfEach(
  trx: Trx,
  job: Import,
  action: AuditAction,
  detail: RawBuilder<unknown>,
  differs = sql`true`,
): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<Changed>`
      SELECT r.line, r.first_name || ' ' || r.last_name AS subject,
        jsonb_build_object('employee', e.id::text) || ${detail} AS detail, r.decided_by, r.decided_ip
      FROM import_rows r JOIN employees e ON e.id = r.matched_id
      WHERE r.company_id = ${job.companyId} AND r.import_id = ${job.id} AND r.changed AND ${differs}
        AND r.line > ${after}
      ORDER BY r.line LIMIT ${macsAtOnce}`.execute(trx)
    const last = rows.at(-1)
    if (!last) return
    after = last.line
    await recordAll(
      trx,
      rows.map(({ subject, detail, decided_by: userId, decided_ip: ip }) => {
        const actor = userId === null ? importActor(job) : { ...importActor(job), userId, ip }
        return { ...actor, action, subject, detail }
      }),
    )
  }
}

/** Records where money will go from now on; addresses are shortened as elsewhere. */
export async function auditAddressChanges(trx: Trx, job: Import): Promise<void> {
  const detail = sql`jsonb_build_object('from', left(e.address, 8) || '…' || right(e.address, 6),
    'to', left(r.address, 8) || '…' || right(r.address, 6))`
  await recordOfEach(trx, job, 'employee.addressChanged', detail, sql`r.address <> e.address`)
}

/** Records changed shares and bank accounts; of an account only its last digits. */
export async function auditDollarChanges(
  trx: Trx,
  job: Import,
  { shareChangeCount = 0, bankChangeCount = 0 }: StoredDiff,
): Promise<void> {
  if (shareChangeCount > 0) {
    const detail = sql`jsonb_build_object('shareFrom', e.bitcoin_percent, 'shareTo', r.bitcoin_percent)`
    const differs = sql`r.bitcoin_percent <> e.bitcoin_percent`
    await recordOfEach(trx, job, 'employee.shareChanged', detail, differs)
  }
  if (bankChangeCount > 0) {
    const shown = (account: RawBuilder<unknown>) =>
      sql`CASE WHEN ${account} = '' THEN '' ELSE '…' || ${endOfAccount(account)} END`
    const detail = sql`jsonb_build_object('bank', r.bank,
      'accountFrom', ${shown(sql`e.bank_account`)}, 'accountTo', ${shown(sql`r.bank_account`)})`
    await recordOfEach(trx, job, 'employee.bankChanged', detail, banksDiffer)
  }
}

/** Records who changes, like an edit by the form. */
export async function auditEdits(trx: Trx, job: Import): Promise<void> {
  const detail = sql`jsonb_build_object('changed', ${allDiffering})
    || CASE WHEN r.base_salary_usd_cents = e.base_salary_usd_cents THEN '{}' ELSE jsonb_build_object(
      'salaryFrom', to_char(e.base_salary_usd_cents / 100.0, 'FM9999999990.00'),
      'salaryTo', to_char(r.base_salary_usd_cents / 100.0, 'FM9999999990.00')) END`
  await recordOfEach(trx, job, 'employee.edited', detail)
}
