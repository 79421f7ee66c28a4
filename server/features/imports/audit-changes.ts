import { type RawBuilder, sql } from 'kysely'
import type { AuditAction, AuditDetail } from '#contract/audit.ts'
import { macsAtOnce } from '#server/authorization/mac.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { recordAll } from '#server/platform/observe/audit.ts'
import { banksDiffer, endOfAccount } from './diff.ts'
import { allDiffering } from './field-columns.ts'
import { importActor } from './save-rows.ts'
import type { Import, StoredDiff } from './store.ts'
import { targetOfImport } from './target.ts'

/** An act of each person whose row differs. `r` is the row, `e` the person. */
type Acts = { action: AuditAction; detail: RawBuilder<unknown>; differs: RawBuilder<unknown> }

const shownAccount = (account: RawBuilder<unknown>) =>
  sql`CASE WHEN ${account} = '' THEN '' ELSE '…' || ${endOfAccount(account)} END`

/** An act for each person who changes, as an edit by the form makes one. */
const edits: Acts = {
  action: 'employee.edited',
  differs: sql`true`,
  detail: sql`jsonb_build_object('changed', ${allDiffering})
    || CASE WHEN r.base_salary_usd_cents = e.base_salary_usd_cents THEN '{}' ELSE jsonb_build_object(
      'salaryFrom', to_char(e.base_salary_usd_cents / 100.0, 'FM9999999990.00'),
      'salaryTo', to_char(r.base_salary_usd_cents / 100.0, 'FM9999999990.00')) END`,
}
/** Where money will go from now on; addresses are shortened as elsewhere. */
const addresses: Acts = {
  action: 'employee.addressChanged',
  differs: sql`r.address <> e.address`,
  detail: sql`jsonb_build_object('from', left(e.address, 8) || '…' || right(e.address, 6),
    'to', left(r.address, 8) || '…' || right(r.address, 6))`,
}
const shares: Acts = {
  action: 'employee.shareChanged',
  differs: sql`r.bitcoin_percent <> e.bitcoin_percent`,
  detail: sql`jsonb_build_object('shareFrom', e.bitcoin_percent, 'shareTo', r.bitcoin_percent)`,
}
/** An account is shown by its last digits alone. */
const banks: Acts = {
  action: 'employee.bankChanged',
  differs: banksDiffer,
  detail: sql`jsonb_build_object('bank', r.bank, 'accountFrom', ${shownAccount(sql`e.bank_account`)},
    'accountTo', ${shownAccount(sql`r.bank_account`)})`,
}

/** Writes what a file changes into the audit trail, before known people change. */
export async function auditChanges(trx: Trx, job: Import, diff: StoredDiff): Promise<void> {
  const { changed, addressChangeCount, shareChangeCount = 0, bankChangeCount = 0 } = diff
  // The list of a payroll is one act, since all of it is the file's.
  if (changed > 0 && !targetOfImport(job).isWhole) await recordOfEach(trx, job, edits)
  if (addressChangeCount > 0) await recordOfEach(trx, job, addresses)
  if (shareChangeCount > 0) await recordOfEach(trx, job, shares)
  if (bankChangeCount > 0) await recordOfEach(trx, job, banks)
}

type Changed = {
  line: number
  subject: string
  detail: AuditDetail
  decided_by: string | null
  decided_ip: string | null
}

async function recordOfEach(
  trx: Trx,
  job: Import,
  { action, detail, differs }: Acts,
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
    const acts = rows.map(({ subject, detail, decided_by: userId, decided_ip: ip }) => {
      const actor = userId === null ? importActor(job) : { ...importActor(job), userId, ip }
      return { ...actor, action, subject, detail }
    })
    await recordAll(trx, acts)
  }
}
