import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod/mini'
import type { PreviewChange as WireChange } from '#contract/payments.ts'
import { isRaised } from '#domain/approval-code-reasons.ts'
import { usdNumber } from '#domain/money.ts'
import { previewChanges, type ShownPerson } from '#domain/preview-changes.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Payee } from './payee.ts'
import type { Facts } from './read-facts.ts'
import type { RunRequest } from './read-request.ts'

/** Lists kept for one payroll: enough that a shown one survives until its press. */
const keptAtMost = 20
const namedAtMost = 100

type Owner = { companyId: string; payrollId: string }
/** The people of a preview as one text, and its hash. */
export type Shown = { people: string; sha256: Buffer }

const toPerson = (one: Payee): ShownPerson => ({
  employeeId: one.employeeId,
  name: `${one.firstName} ${one.lastName}`,
  address: one.address,
  bank: one.bank,
  account: one.bankAccount,
  usdCents: one.usdCents,
})

type ShownFacts = Pick<Facts, 'salaries' | 'period' | 'special' | 'elsewhere'>

/**
 * Everything that a press is bound to: people, addresses, accounts, dollars, changes, held people, those paid
 * elsewhere and the period.
 */
export function toShownPreview(
  { salaries, period, special, elsewhere }: ShownFacts,
  { terms, changes, held }: Pick<RunRequest, 'terms' | 'changes' | 'held'>,
): Shown {
  const shown = new Map(
    terms.differences.map((one) => [
      one.employeeId,
      [one.lastUsdCents === null, one.isMoved || one.isAccountMoved, isRaised(one, terms)].map(
        Number,
      ),
    ]),
  )
  const rows = salaries.map((payee) => {
    const { employeeId, name, address, bank, account, usdCents } = toPerson(payee)
    const marks = shown.get(employeeId) ?? [0, 0, 0]
    const bitcoin = payee.bitcoinUsdCents.toString()
    const amounts = [usdCents.toString(), marks.join(''), bitcoin]
    return [employeeId, name, address, bank, account, ...amounts]
  })
  const waiting = held.flatMap(({ payee, destinations }) =>
    destinations.map(({ kind, hold }) => [payee.employeeId, kind, hold.row.version]),
  )
  const paysFor = period && { period: [period.key, period.extra, special?.draftId ?? null] }
  const sha256 = changes.sha256.toString('hex')
  const paid = elsewhere.size > 0 && {
    elsewhere: [...elsewhere].map(([id, [line]]) => [id, line.mayConfirm]),
  }
  const people = JSON.stringify({ people: rows, changes: sha256, waiting, ...paysFor, ...paid })
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
    .selectFrom('sheet_previews')
    .select('payroll_id')
    .where('payroll_id', '=', payrollId)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  if (kept) return
  await db
    .insertInto('sheet_previews')
    .values({ company_id: companyId, payroll_id: payrollId, sha256, people })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sql`DELETE FROM sheet_previews WHERE payroll_id = ${payrollId} AND sha256 IN (
    SELECT sha256 FROM sheet_previews WHERE payroll_id = ${payrollId}
    ORDER BY shown_at DESC OFFSET ${keptAtMost})`.execute(db)
}

const keptRows = z.object({
  people: z.array(
    z.tuple([z.string(), z.string(), z.string(), z.string(), z.string(), z.string()], z.string()),
  ),
})

/** The first changes since the preview of this hash; none where nobody was shown it. */
export async function changesSince(
  db: Db,
  { companyId, payrollId }: Owner,
  previewHash: string,
  salaries: readonly Payee[],
): Promise<WireChange[]> {
  const kept = await db
    .selectFrom('sheet_previews')
    .select('people')
    .where('company_id', '=', companyId)
    .where('payroll_id', '=', payrollId)
    .where('sha256', '=', Buffer.from(previewHash, 'hex'))
    .executeTakeFirst()
  if (!kept) return []
  const before = keptRows
    .parse(JSON.parse(kept.people))
    .people.map(([employeeId, name, address, bank, account, cents]) => {
      return { employeeId, name, address, bank, account, usdCents: BigInt(cents) }
    })
  const onWire = (value: string | bigint | null) =>
    typeof value === 'bigint' ? usdNumber(value) : value
  return previewChanges(before, salaries.map(toPerson))
    .slice(0, namedAtMost)
    .map((change) => ({ ...change, before: onWire(change.before), after: onWire(change.after) }))
}
