import { z } from 'zod'
import {
  defaultFeeCeilings as byDefault,
  type FeeCeilings,
  highestFeeCeilings as highest,
  lowestFeeCeilings as lowest,
} from '#domain/fee-ceilings.ts'
import { btcText, parseBtc, usdText } from '#domain/money.ts'

function whole(what: string, least: number, most: number, standard: number) {
  const error = `must be ${what} from ${least} to ${most}`
  const number = z.coerce.number({ error }).int({ error })
  return number.min(least, { error }).max(most, { error }).default(standard)
}

const rate = (satsPerKvb: bigint): number => Number(satsPerKvb) / 1000
const dollars = (cents: bigint): number => Number(usdText(cents))

/** Ceilings of fees, read by every role: the signer's process has its own. */
export const feeSettings = z.object({
  MAX_FEE_PERCENT: whole('a whole percentage', lowest.percent, highest.percent, byDefault.percent),
  MAX_FEE_USD: whole(
    'whole dollars',
    dollars(lowest.usdCents),
    dollars(highest.usdCents),
    dollars(byDefault.usdCents),
  ),
  MAX_FEE_BTC: z
    .string()
    .default(btcText(byDefault.sats))
    .transform((text) => parseBtc(text))
    .refine((sats) => sats !== null && sats >= lowest.sats && sats <= highest.sats, {
      error: `must be bitcoin from ${btcText(lowest.sats)} to ${btcText(highest.sats)}`,
    })
    .transform((sats) => sats ?? byDefault.sats),
  MAX_FEE_WITHDRAW_ALL_PERCENT: whole(
    'a whole percentage',
    lowest.withdrawAllPercent,
    highest.withdrawAllPercent,
    byDefault.withdrawAllPercent,
  ),
  MAX_FEE_RATE: whole(
    'whole sat/vB',
    rate(lowest.feeRateSatsPerKvb),
    rate(highest.feeRateSatsPerKvb),
    rate(byDefault.feeRateSatsPerKvb),
  ),
})

type FeeSettings = z.infer<typeof feeSettings>

export const feeCeilingsOf = (e: FeeSettings): FeeCeilings => ({
  percent: e.MAX_FEE_PERCENT,
  usdCents: BigInt(e.MAX_FEE_USD) * 100n,
  sats: e.MAX_FEE_BTC,
  withdrawAllPercent: e.MAX_FEE_WITHDRAW_ALL_PERCENT,
  feeRateSatsPerKvb: BigInt(e.MAX_FEE_RATE) * 1000n,
})

/** The settings that say these ceilings, as they stand in the environment. */
export const feeSettingsOf = (ceilings: FeeCeilings): Record<keyof FeeSettings, string> => ({
  MAX_FEE_PERCENT: String(ceilings.percent),
  MAX_FEE_USD: String(dollars(ceilings.usdCents)),
  MAX_FEE_BTC: btcText(ceilings.sats),
  MAX_FEE_WITHDRAW_ALL_PERCENT: String(ceilings.withdrawAllPercent),
  MAX_FEE_RATE: String(rate(ceilings.feeRateSatsPerKvb)),
})
