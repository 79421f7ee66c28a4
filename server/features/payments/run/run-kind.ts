import { sql } from 'kysely'

/**
 * Runs of salaries and those of a special pay know nothing of each other: none pays the other's unpaid
 * lines, nor counts as paid in its stead. `any` stands for all of a payroll.
 */
export type RunKind = 'any' | 'salaries' | { specialRunId: string }

/** Payment `p` is of this kind. */
export const isOfKind = (kind: RunKind) =>
  kind === 'any'
    ? sql<boolean>`true`
    : kind === 'salaries'
      ? sql<boolean>`p.special_run_id IS NULL`
      : sql<boolean>`p.special_run_id = ${kind.specialRunId}`

/** A sheet of a special pay: who gets how much of it, whatever the salary is. */
export type SpecialPress = {
  runId: string
  periodKey: string
  amounts: ReadonlyMap<string, bigint>
}

export const kindOf = (special: SpecialPress | null): RunKind =>
  special ? { specialRunId: special.runId } : 'salaries'
