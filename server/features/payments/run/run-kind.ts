import { sql } from 'kysely'
import type { SpecialPayKind } from '#domain/special-pay/index.ts'
import type { PayForBase } from '#domain/usual-pay.ts'
import type { Db } from '#server/platform/db/database.ts'

/**
 * Runs of salaries and of a special pay are independent: neither pays the other's unpaid lines, nor
 * counts as the other's payment. `any` stands for all runs of a payroll.
 */
export type RunKind = 'any' | 'salaries' | { draftId: string }

/** Payment `p` is of this kind. */
export const isOfKind = (kind: RunKind) =>
  kind === 'any'
    ? sql<boolean>`true`
    : kind === 'salaries'
      ? sql<boolean>`p.kind = 'REGULAR'`
      : sql<boolean>`p.draft_id = ${kind.draftId}`

/** The draft of a special pay: each person's amount, whatever the salary is. */
export type SpecialPress = {
  draftId: string
  kind: SpecialPayKind
  periodKey: string
  amounts: ReadonlyMap<string, bigint>
  /** The usual pay of the payroll's people: the amount of the law, or the base salary. */
  usual: ReadonlyMap<string, PayForBase>
  /** The amounts that the formula has for people whose amount somebody set by hand. */
  computed?: ReadonlyMap<string, bigint>
}

/** Reads the sheet under the payroll's lock, which an edit of the sheet takes too. */
export type SheetReader = (db: Db) => Promise<SpecialPress>

export const kindOf = (special: SpecialPress | null): RunKind =>
  special ? { draftId: special.draftId } : 'salaries'
