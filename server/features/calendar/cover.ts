import type { Cover } from '#contract/calendar.ts'
import { coverAtLowerPrices, cushionFor, type PlannedRun } from '#domain/cover.ts'
import { btcText, usdNumber } from '#domain/money.ts'
import type { LargestFall } from '#domain/price-fall.ts'
import type { PaydayCoverage } from '#server/features/payments/index.ts'

/**
 * How far the funds reach at lower prices; null where nobody is paid in bitcoin, or a run is open.
 */
export function coverOnWire(
  coverage: PaydayCoverage | null,
  fall: LargestFall | null,
): Cover | null {
  const run = coverage?.run
  if (!run || run.totalSats === 0n) return null
  const { rows, holdsPercent } = coverAtLowerPrices(run)
  return {
    rows: rows.map((row) => ({
      fallPercent: row.fallPercent,
      usdRate: usdNumber(row.usdCentsPerBtc),
      coveredPercent: row.coveredPercent,
      missing:
        row.missingSats === 0n
          ? null
          : { btc: btcText(row.missingSats), usd: usdNumber(row.missingUsdCents) },
      spareUsd: usdNumber(row.spareUsdCents),
    })),
    holdsPercent,
    cushion: fall && fall.basisPoints > 0n ? cushionOf(run, fall) : null,
  }
}

function cushionOf(run: PlannedRun, { basisPoints, since }: LargestFall): Cover['cushion'] {
  const { addSats, addUsdCents } = cushionFor(run, basisPoints)
  return {
    fallPercent: Number(basisPoints / 10n) / 10,
    since: since.toISOString(),
    add: { btc: btcText(addSats), usd: usdNumber(addUsdCents) },
  }
}
