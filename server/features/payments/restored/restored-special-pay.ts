import type { KeyObject } from 'node:crypto'
import { larger } from '#domain/money.ts'
import { dayIn } from '#domain/schedule/zoned-time.ts'
import { type SpecialPayKind, specialPayKinds } from '#domain/special-pay/index.ts'
import { type DraftLine, insertDraft } from '#server/authorization/draft-rows.ts'
import { findPayday, writePaydays } from '#server/authorization/occurrence-rows.ts'
import type { RecordedLine } from '#server/authorization/signing-record.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { findRequester, type RecordedRun, wholeOf } from './recorded-values.ts'

/** Special pays follow the laws of El Salvador. */
const timeZone = 'America/El_Salvador'

/**
 * Saves the draft of a special pay with the lines that were signed, where the backup does not have it. It
 * is paid, so nobody makes it again. Null: the signature is of no special pay.
 */
export async function saveSpecialPay(
  trx: Trx,
  macKey: KeyObject,
  signed: RecordedRun,
): Promise<{ id: string; kind: SpecialPayKind } | null> {
  const { pay, company, payroll, signedAt } = signed
  const key = pay?.periodKey ?? ''
  const kind = specialPayKinds.find((one) => key.includes(one))
  if (!pay?.specialRun || !kind) return null
  const known = await trx
    .selectFrom('drafts')
    .select('id')
    .where('payroll_id', '=', payroll)
    .where((eb) =>
      eb.or([
        eb('id', '=', pay.specialRun),
        eb.and([eb('period_key', '=', key), eb('ended', '=', false)]),
      ]),
    )
    .executeTakeFirst()
  const id = known?.id ?? pay.specialRun
  if (known && known.id !== pay.specialRun) return { id, kind }
  if (!known) await saveDraft(trx, macKey, signed, { id, kind, key, lines: pay.lines })
  const before = await findPayday(trx, { payrollId: payroll, periodKey: key })
  const payday = {
    company_id: company,
    payroll_id: payroll,
    kind,
    period_key: key,
    nominal_day: dayIn(timeZone, signedAt),
    due_at: signedAt,
    time_zone: timeZone,
    mode: 'REMIND',
    draft_id: id,
    created_at: signedAt,
  }
  if (!before || before.ended) await writePaydays(trx, macKey, [{ payday, before }])
  return { id, kind }
}

type Paid = { id: string; kind: SpecialPayKind; key: string; lines: readonly RecordedLine[] }

async function saveDraft(
  trx: Trx,
  macKey: KeyObject,
  signed: RecordedRun,
  { id, kind, key, lines }: Paid,
): Promise<void> {
  const { company, payroll, signedAt } = signed
  const amounts = lines.map(
    (line): DraftLine => ({
      employeeId: line.employee,
      usdCents: wholeOf(line),
      computedUsdCents: null,
      edited: false,
    }),
  )
  const most = amounts.reduce((high, { usdCents }) => larger(high, usdCents ?? 0n), 100n)
  const draft = {
    id,
    company_id: company,
    payroll_id: payroll,
    kind,
    period_key: key,
    bonus_usd_cents: kind === 'BONUS' ? most : null,
    bonus_percent: null,
    due_at: signedAt,
    created_by: await findRequester(trx, signed),
  }
  await insertDraft(trx, macKey, draft, amounts)
}
