import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aCompany, aPayroll } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { changeSchedule, setPaydays } from '#server/testing/period-steps.ts'
import { sealRows } from '#server/testing/seal-rows.ts'
import { moveOccurrence, skipOccurrence } from './change-occurrence.ts'
import { refill } from './keep-calendar.ts'

const t = await appForFile()
const read = (name: string) =>
  readFileSync(new URL(`../../../domain/schedule/testing/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/\s+/))

type Day = { key: string; nominal: string; paid: string; what: string }
const changes: Day[] = read('changed-2027-2028.txt').map(
  ([key = '', nominal = '', , paid = '', what = '']) => ({ key, nominal, paid, what }),
)
const table: Day[] = read('fortnights-2027-2028.txt').map(
  ([key = '', nominal = '', , paid = '']) => ({ key, nominal, paid, what: '' }),
)
const atNine = (day: string) => new Date(`${day}T15:00:00Z`)

test('24 months, some days moved and skipped → the table written by hand, for good', async () => {
  const company = await aCompany(t)
  const { companyId, user } = company
  const { _id: payrollId } = await aPayroll(company)
  await setPaydays(t.owner, { companyId, userId: user._id, payrollId }, [])
  const ofTwoYears = sql`starts_on = '2027-01-01', ends_on = '2028-12-31'`
  await changeSchedule(t.owner, payrollId, ofTwoYears)
  for (const { nominal } of changes.filter(({ what }) => what === 'COMPANY')) {
    await sql`
      INSERT INTO closed_days (company_id, day, name) VALUES (${companyId}, ${nominal}, 'Cierre')`.execute(
      t.owner,
    )
  }
  await sealRows(t.owner, t.macKey, 'closed_days')
  const now = new Date('2026-12-20T15:00:00Z')
  await refill(t.worker, t.macKey, now)
  const actor = { companyId, userId: user._id, ip: null }
  const changing = { actor, now, macKey: t.macKey, language: 'es' } as const
  for (const { key, paid, what } of changes) {
    const { id } = await t.db
      .selectFrom('occurrences')
      .select('id')
      .where('payroll_id', '=', payrollId)
      .where('period_key', '=', key)
      .executeTakeFirstOrThrow()
    await t.db.transaction().execute(async (trx) => {
      if (what === 'SKIPPED') await skipOccurrence(trx, changing, id, 'Vacaciones')
      if (what === 'MOVED') await moveOccurrence(trx, changing, id, atNine(paid))
    })
  }
  const changed = new Map(changes.map((one) => [one.key, one]))
  const expected = table.map((one) => {
    const { key, nominal, paid, what } = changed.get(one.key) ?? one
    const isMoved = what === 'MOVED'
    return { key, nominal, at: atNine(paid), isSkipped: what === 'SKIPPED', isMoved }
  })
  // Each round of the worker keeps a person's changes, even in the middle of the two years.
  for (const look of [now, new Date('2027-01-05T12:00:00Z'), new Date('2028-02-27T12:00:00Z')]) {
    await refill(t.worker, t.macKey, look)
    const { rows } = await sql`
      SELECT period_key AS key, nominal_day AS nominal, due_at AS at,
        skipped_at IS NOT NULL AS "isSkipped", moved_by_hand AS "isMoved"
      FROM occurrences WHERE payroll_id = ${payrollId} ORDER BY period_key`.execute(t.db)
    expect(rows).toEqual(expected)
  }
})
