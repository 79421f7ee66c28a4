import { useTranslation } from 'react-i18next'
import type { BtcPrice } from '#contract/prices.ts'
import { hourMs } from '#domain/durations.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useBtcPrice } from '#web/shared/prices/price.ts'
import { Row, Stack } from '#web/ui/layout.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { StretchedLine } from '#web/ui/stretched-line.tsx'
import { Text } from '#web/ui/text.tsx'
import { usePriceHistory } from './api.ts'
import { changePercent, pricePath, viewBox } from './price-line.ts'

/** The price of 1 BTC, how it moved in a day, and how old it is. */
export function PriceToday() {
  const { t } = useTranslation()
  const format = useFormat()
  const price = useBtcPrice()
  const history = usePriceHistory()
  // The line of the chart ends at the price that the number above says.
  const points =
    history && price ? [...history, { at: price.updatedAt, price: price.price }] : undefined
  const path = points && pricePath(points)
  return (
    <Stack flex={1}>
      <Text variant="cell" as="h2" tone="ink2" mb={1}>
        {t('dashboard.price.title')}
      </Text>
      <Row wrap align="baseline" columnGap={2.5}>
        <Text variant="count" size={25}>
          {price ? format.usd(price.price) : <TextSkeleton width={130} height={20} />}
        </Text>
        {points && <Change points={points} />}
      </Row>
      {points && price && path && (
        <>
          <StretchedLine path={path} {...viewBox} />
          <Ends since={points[0]?.at ?? price.updatedAt} price={price} />
        </>
      )}
    </Stack>
  )
}

function Change({ points }: { points: { at: string; price: number }[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const percent = changePercent(points)
  const first = points[0]
  const last = points.at(-1)
  if (percent === undefined || !first || !last) return null
  const hours = Math.round((Date.parse(last.at) - Date.parse(first.at)) / hourMs)
  if (hours < 1) return null
  return (
    <Text variant="body2" as="span" tone="ink2">
      <Text as="span" strong tone={percent >= 0 ? 'jade' : 'brick'}>
        {format.change(percent, 2)}
      </Text>{' '}
      {t('dashboard.price.inHours', { count: hours })}
    </Text>
  )
}

function Ends({ since, price }: { since: string; price: BtcPrice }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(1000)
  const isToday = format.date(since) === format.date(new Date(now))
  return (
    <Row justify="between" gap={3} mt={3} size={12.5} tone="ink2" align="stretch">
      <span>
        {t(`dashboard.price.${isToday ? 'today' : 'yesterday'}`, { time: format.time(since) })}
      </span>
      <span>{t('dashboard.price.now', { age: format.age(price.updatedAt, now) })}</span>
    </Row>
  )
}
