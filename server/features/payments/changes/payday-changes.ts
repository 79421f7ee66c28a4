import type { KeyObject } from 'node:crypto'
import type { ChangesSummary } from '#contract/changes.ts'
import type { ChangeKindName } from '#domain/change-kinds.ts'
import type { RunChange } from '#domain/run-changes.ts'
import { readCurrentPrice } from '#server/features/prices/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { salariesOf } from '../run/read-facts.ts'
import { changesOfRun } from './changes-of-run.ts'

type Changed = {
  name: string
  kinds: ChangeKindName[]
  salary: { fromUsdCents: bigint; toUsdCents: bigint } | null
}

export type PaydayChanges = {
  summary: ChangesSummary
  /** The first people who differ, the gravest change first. */
  people: Changed[]
  /** How many more people differ. */
  more: number
}

const namedAtMost = 5

/**
 * Reads how everybody of a payroll differs from its last paid run, with the comparison of a
 * preview.
 */
export async function readPaydayChanges(
  db: Db,
  { companyId, macKey }: { companyId: string; macKey: KeyObject },
  payroll: { id: string; name: string },
): Promise<PaydayChanges> {
  const rate = (await readCurrentPrice(db))?.usdCentsPerBtc
  const salaries = await salariesOf(db, macKey, { ...payroll, companyId }, null, null, false, rate)
  const { salaryGuardPercent } = await db
    .selectFrom('companies')
    .select('salary_guard_percent as salaryGuardPercent')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const owner = { companyId, macKey, payrollId: payroll.id }
  const terms = { isPart: false, salaryGuardPercent }
  const { summary, rows } = await changesOfRun(db, owner, salaries, terms)
  const people = [...Map.groupBy(rows, ({ employeeId }) => employeeId).values()]
  const named = people.slice(0, namedAtMost).map(changedOf)
  return { summary, people: named, more: people.length - named.length }
}

function changedOf(rows: readonly RunChange[]): Changed {
  const { before, after } = rows.find(({ kind }) => kind === 'salary') ?? {}
  const isSalary = typeof before === 'bigint' && typeof after === 'bigint'
  return {
    name: rows[0]?.name ?? '',
    kinds: rows.map(({ kind }) => kind),
    salary: isSalary ? { fromUsdCents: before, toUsdCents: after } : null,
  }
}
