import { Amount } from '#web/ui/amount.tsx'
import { btcOfUsd, useBtcPrice } from './price.ts'

/** Dollars, and what they would come to in bitcoin if they were paid now. */
export function AmountToday({ usd }: { usd: number }) {
  const price = useBtcPrice()?.price
  return <Amount usd={usd} btc={price === undefined ? undefined : btcOfUsd(usd, price)} />
}
