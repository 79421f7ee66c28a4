import { deriveFundingAddresses } from '#server/features/chain/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Finding, fine, nameWrong } from './finding.ts'
import { lookInto } from './look-into.ts'

/** Payrolls whose stored address is not the derived one: nobody is shown it, or asked for money. */
export async function examineFundingAddresses(url: string | null): Promise<Finding[]> {
  // A database that cannot be asked is a finding of its own.
  const looked = url && (await lookInto(url, look).catch(() => null))
  if (!looked || looked.payrolls === 0) return []
  const { payrolls, foreign } = looked
  if (foreign.length === 0) {
    return [fine(`The addresses of ${payrolls} payrolls are those of the account key.`)]
  }
  const says = (name: string) =>
    `The address of ${name} is not that of the account key: it is not shown, and no money is asked for there.`
  return nameWrong(foreign, says, 'payrolls')
}

async function look(db: Db): Promise<{ payrolls: number; foreign: string[] }> {
  const rows = await db
    .selectFrom('payrolls as p')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .select(['p.id', 'p.name', 'c.name as company'])
    .where('p.deleted_at', 'is', null)
    .orderBy('p.id')
    .execute()
  const derived = await deriveFundingAddresses(
    db,
    rows.map(({ id }) => id),
  )
  return {
    payrolls: rows.length,
    foreign: rows
      .filter(({ id }) => !derived.has(id))
      .map(({ id, name, company }) => `payroll ${id} ('${name}' of '${company}')`),
  }
}
