import type { ToFund, PayrollStatus as WireStatus } from '#contract/payroll-status.ts'
import { amountToFund } from '#domain/funding-reserve.ts'
import { amountAt, btcText, centsAt, toMissingAmount, usdNumber } from '#domain/money.ts'
import type { DecidedStatus } from '#domain/payroll-status.ts'

const time = (at: Date | null) => at?.toISOString() ?? null

export function statusOnWire(status: DecidedStatus, rateUsdCentsPerBtc: bigint): WireStatus {
  const { missingSats, spareSats, onTheWaySats, approvals } = status
  const rate = rateUsdCentsPerBtc
  return {
    code: status.code,
    at: time(status.at),
    people: status.people,
    unpaid: status.unpaid,
    lines: status.lines,
    totalUsd: usdNumber(status.totalUsdCents),
    paid: status.paid,
    paidUsd: usdNumber(status.paidUsdCents),
    dollars: status.dollars,
    missing: missingSats === null || rate === 0n ? null : toMissingAmount(missingSats, rate),
    spare: spareSats === null ? null : { usd: usdNumber(centsAt(spareSats, rate)) },
    onTheWay: onTheWaySats === null ? null : amountAt(onTheWaySats, rate),
    approvals: approvals && { ...approvals, until: approvals.until.toISOString() },
    reason: status.reason,
    payment: status.paymentId,
  }
}

export function toFundOnWire(
  missingSats: bigint,
  rateUsdCentsPerBtc: bigint,
  reservePercent: number,
): ToFund {
  const { sats, usdCents, reserveUsdCents } = amountToFund(
    missingSats,
    rateUsdCentsPerBtc,
    reservePercent,
  )
  return { btc: btcText(sats), usd: usdNumber(usdCents), reserveUsd: usdNumber(reserveUsdCents) }
}
