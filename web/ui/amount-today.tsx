import { btcOfUsd, useBtcPrice } from '#web/lib/price.ts'
import { Amount } from './amount.tsx'

/** Dollars, and what they would come to in bitcoin if they were paid now. */
export function AmountToday({ usd }: { usd: number }) {
  const price = useBtcPrice()?.price
  return <Amount usd={usd} btc={price === undefined ? undefined : btcOfUsd(usd, price)} />
}
