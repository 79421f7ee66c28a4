import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod/mini'
import type { PreviewChange as WireChange } from '#contract/payments.ts'
import { isRaised, type RunTerms } from '#domain/approval-code-reasons.ts'
import { usdNumber } from '#domain/money.ts'
import { previewChanges, type ShownPerson } from '#domain/preview-changes.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Payee } from './payee.ts'

/** Lists that are kept of one payroll: one stays as long as nobody changes the payroll so often. */
const keptAtMost = 20
const namedAtMost = 100

type Owner = { companyId: string; payrollId: string }
/** The people of a preview as one text, and its hash. */
export type Shown = { people: string; sha256: Buffer }

const toPerson = (one: Payee): ShownPerson => ({
  employeeId: one.employeeId,
  name: `${one.firstName} ${one.lastName}`,
  address: one.address,
  usdCents: one.usdCents,
})

/** Everything that a press is bound to: people, addresses, dollars and what is asked about each. */
export function shownPreviewOf(salaries: readonly Payee[], { differences }: RunTerms): Shown {
  const asked = new Map(
    differences.map((one) => [
      one.employeeId,
      [one.lastUsdCents === null, one.isMoved, isRaised(one)].map(Number),
    ]),
  )
  const rows = salaries.map(toPerson).map(({ employeeId, name, address, usdCents }) => {
    const marks = asked.get(employeeId) ?? [0, 0, 0]
    return [employeeId, name, address, usdCents.toString(), marks.join('')]
  })
  const people = JSON.stringify(rows)
  return { people, sha256: createHash('sha256').update(people, 'utf8').digest() }
}

/** Stores the list of a preview, so that a press on it can report changes. */
export async function saveShownPreview(
  db: Db,
  owner: Owner,
  { people, sha256 }: Shown,
): Promise<void> {
  const { companyId, payrollId } = owner
  const kept = await db
    .selectFrom('payment_previews')
    .select('payroll_id')
    .where('payroll_id', '=', payrollId)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  if (kept) return
  await db
    .insertInto('payment_previews')
    .values({ company_id: companyId, payroll_id: payrollId, sha256, people })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sql`DELETE FROM payment_previews WHERE payroll_id = ${payrollId} AND sha256 IN (
    SELECT sha256 FROM payment_previews WHERE payroll_id = ${payrollId}
    ORDER BY shown_at DESC OFFSET ${keptAtMost})`.execute(db)
}

const keptRows = z.array(z.tuple([z.string(), z.string(), z.string(), z.string(), z.string()]))

/** The first changes since the preview of that hash; none where nobody was shown it. */
export async function changesSince(
  db: Db,
  { companyId, payrollId }: Owner,
  previewHash: string,
  salaries: readonly Payee[],
): Promise<WireChange[]> {
  const kept = await db
    .selectFrom('payment_previews')
    .select('people')
    .where('company_id', '=', companyId)
    .where('payroll_id', '=', payrollId)
    .where('sha256', '=', Buffer.from(previewHash, 'hex'))
    .executeTakeFirst()
  if (!kept) return []
  const before = keptRows
    .parse(JSON.parse(kept.people))
    .map(([employeeId, name, address, cents]) => {
      return { employeeId, name, address, usdCents: BigInt(cents) }
    })
  const onWire = (value: string | bigint | null) =>
    typeof value === 'bigint' ? usdNumber(value) : value
  return previewChanges(before, salaries.map(toPerson))
    .slice(0, namedAtMost)
    .map((change) => ({ ...change, before: onWire(change.before), after: onWire(change.after) }))
}
