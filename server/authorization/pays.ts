import type { SpecialPayKind } from '#domain/special-pay/index.ts'

/** Whose money an order moves, and what for. */
export type Pays = {
  companyId: string
  payrollId: string
  /** Null: a withdrawal, or a consolidation of deposits. */
  kind: 'REGULAR' | SpecialPayKind | null
  periodKey: string | null
  /** Once more for its period, on purpose. */
  extra: boolean
}
