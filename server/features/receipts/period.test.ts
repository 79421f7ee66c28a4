import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { paymentAnswer } from '#contract/payments.ts'
import { signerForFile } from '#server/testing/app-signer.ts'
import { aCompany, anEmployee, aPayroll, expectAccepted } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { rewritePaydays, setPaydays } from '#server/testing/period-steps.ts'
import { wordsOfPdf } from '#server/testing/receipt-steps.ts'
import { receiptFile } from './attach.ts'
import { issueDueReceipts } from './issue.ts'

const t = await appForFile()
await signerForFile(t)
const key = '2026-11-Q2'
const hourMs = 3_600_000

/** The words of the receipt of one person in dollars, whose payday is due at `dueAt` by these clocks. */
async function wordsOf(payday: { dueAt: Date; timeZone: string } | null, body: object = {}) {
  const ours = await aCompany(t)
  const { _id: payrollId } = await aPayroll(ours)
  const { _id: person } = await anEmployee(ours, { bitcoinPercent: 0 })
  await ours.call('PATCH', `/companies/payrolls/${payrollId}/employees/${person}`)
  if (payday) {
    const ids = { companyId: ours.companyId, payrollId, userId: ours.user._id }
    await setPaydays(t.owner, ids, [{ key, inHours: 1 }])
    const clocks = sql`due_at = ${payday.dueAt}, time_zone = ${payday.timeZone}`
    await rewritePaydays(t.owner, sql`o.payroll_id = ${payrollId}`, clocks)
  }
  const run = await ours.call('POST', `/companies/payrolls/${payrollId}/run-payment`, body)
  const { payment } = expectAccepted(paymentAnswer, run)
  await issueDueReceipts(t.worker, { ...t, sms: true, now: t.now() })
  const { id } = await t.db
    .selectFrom('sheet_lines')
    .select('id')
    .where('sheet_id', '=', payment._id)
    .executeTakeFirstOrThrow()
  const file = await receiptFile(t.db, ours.companyId, id)
  return wordsOfPdf(file?.bytes ?? new Uint8Array())
}

const dayOf = (at: Date, timeZone = 'America/El_Salvador') =>
  new Intl.DateTimeFormat('es-SV', { timeZone, dateStyle: 'full' })
    .format(at)
    .replaceAll(/[,\s]/g, '')

test('a run of a payday → its receipt names that day, and when it was paid', async () => {
  const dueAt = new Date(t.now().getTime() + 72 * hourMs)
  const words = await wordsOf({ dueAt, timeZone: 'America/El_Salvador' })
  expect(words).toContain(`Díadepago:${dayOf(dueAt)}·pagadoel${dayOf(t.now())}`)
})

test('a schedule of other clocks → the payday is that of its own calendar', async () => {
  const dueAt = new Date('2026-11-29T20:00:00Z')
  const timeZone = 'Pacific/Auckland'
  const words = await wordsOf({ dueAt, timeZone }, { periodKey: key })
  expect(words).toContain('Díadepago:lunes30denoviembrede2026·')
})

test('a run with a note, or of no payday → the note, and the day of the press', async () => {
  const dueAt = new Date(t.now().getTime() + 72 * hourMs)
  const timeZone = 'America/El_Salvador'
  const noted = await wordsOf({ dueAt, timeZone }, { note: 'Segunda quincena' })
  expect(noted).toContain(`Segundaquincena·pagadoel${dayOf(t.now())}`)
  expect(noted).not.toContain('Díadepago')
  const plain = await wordsOf(null)
  expect(plain).toContain(`Pagadoel${dayOf(t.now())}`)
  expect(plain).not.toContain('Díadepago')
})
