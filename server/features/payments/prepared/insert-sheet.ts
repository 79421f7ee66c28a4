import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { IncludedLine } from '#contract/include.ts'
import type { Payment } from '#contract/payments.ts'
import { arrayText, type Trx } from '#server/platform/db/database.ts'
import type { DecidedHeld } from '../changes/held-people.ts'
import { sealElsewhere } from '../run/insert-payment.ts'
import { dollarsOf, type Payee } from '../run/payee.ts'
import { requireTrueAccounts } from '../run/true-accounts.ts'
import type { Ceiling } from './ceiling.ts'

type NewSheet = {
  payday: { id: string; companyId: string; payrollId: string; periodKey: string; dueAt: Date }
  preparedBy: string | null
  changeOrderId: string | null
  ceiling: Ceiling
  sheetSha256: Buffer
  salaries: readonly Payee[]
  previous: DecidedHeld['previous']
  held: DecidedHeld['choices']
  included: readonly IncludedLine[]
  leftOut: Payment['leftOut']
  now: Date
}

/** Stores the people of a payday as their locked rows are in this SQL transaction. */
export async function insertSheet(trx: Trx, macKey: KeyObject, sheet: NewSheet): Promise<void> {
  const { payday, ceiling, salaries, previous } = sheet
  const { companyId } = payday
  const { id } = await trx
    .insertInto('payday_sheets')
    .values({
      company_id: companyId,
      payroll_id: payday.payrollId,
      occurrence_id: payday.id,
      period_key: payday.periodKey,
      due_at: payday.dueAt,
      prepared_at: sheet.now,
      prepared_by: sheet.preparedBy,
      change_order_id: sheet.changeOrderId,
      rate_usd_cents_per_btc: ceiling.rateUsdCentsPerBtc,
      ceiling_usd_cents: ceiling.usdCents,
      sheet_sha256: sheet.sheetSha256,
      held: JSON.stringify(sheet.held),
      included: JSON.stringify(sheet.included),
      left_out: JSON.stringify(sheet.leftOut),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await requireTrueAccounts(trx, macKey, companyId, salaries)
  const elsewhere = await sealElsewhere(trx, companyId, macKey, previous)
  const { rows } = await sql`
    INSERT INTO payday_sheet_lines (sheet_id, employee_id, company_id, address, script_pubkey, usd_cents,
      dollars_usd_cents, bitcoin_percent, split_reason, bank, bank_account, pay_frequency, version, mac)
    SELECT ${id}, e.id, e.company_id, coalesce(at.address, e.address),
      coalesce(at.script, e.script_pubkey), l.cents, l.dollars, e.bitcoin_percent, l.reason,
      coalesce(at.bank, e.bank), coalesce(at.account, e.bank_account), e.pay_frequency, e.version,
      coalesce(at.mac, e.mac)
    FROM unnest(${arrayText(salaries.map(({ employeeId }) => employeeId))}::uuid[],
      ${arrayText(salaries.map(({ bitcoinUsdCents }) => bitcoinUsdCents))}::bigint[],
      ${arrayText(salaries.map(dollarsOf))}::bigint[],
      ${salaries.map(({ splitReason }) => splitReason)}::text[])
      AS l (employee_id, cents, dollars, reason)
    JOIN employees e ON e.id = l.employee_id AND e.company_id = ${companyId}
    LEFT JOIN unnest(${elsewhere.map((one) => one.id)}::uuid[],
      ${elsewhere.map(({ address }) => address)}::text[],
      ${elsewhere.map(({ script }) => script)}::bytea[],
      ${elsewhere.map(({ mac }) => mac)}::bytea[],
      ${elsewhere.map(({ bank }) => bank)}::text[],
      ${elsewhere.map((one) => one.bank_account)}::text[])
      AS at (id, address, script, mac, bank, account) ON at.id = e.id
    RETURNING employee_id`.execute(trx)
  if (rows.length !== salaries.length) throw new Error('Somebody of the sheet has no row')
}
