import type { PaidPeriod } from '#contract/payments.ts'
import type { RunPeriod } from '../run/unpaid-lines.ts'

export const periodOnWire = (period: RunPeriod | null): PaidPeriod | null =>
  period && {
    key: period.key,
    dueAt: period.dueAt?.toISOString() ?? null,
    extra: period.extra,
  }
