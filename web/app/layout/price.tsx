import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/use-format.ts'
import { priceQuery } from '#web/shared/prices/price.ts'
import { Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { TrendArrow } from '#web/ui/trend-arrow.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

const animationMs = 5000

type Trend = 'rise' | 'fall'

/** The last price, and for 5 s after each update whether it rose (or stayed) or fell. */
function useTrend() {
  const { data, dataUpdatedAt } = useQuery(priceQuery)
  const previous = useRef(0)
  const [trend, setTrend] = useState<Trend | null>(null)
  const price = data?.price
  // biome-ignore lint/correctness/useExhaustiveDependencies: an update with the same price counts too
  useEffect(() => {
    if (price === undefined) return
    setTrend(price >= previous.current ? 'rise' : 'fall')
    previous.current = price
    const timer = setTimeout(() => setTrend(null), animationMs)
    return () => clearTimeout(timer)
  }, [price, dataUpdatedAt])
  return { price, trend, dataUpdatedAt }
}

/** '1 BTC equivale a X Dólares Americanos'. */
export function Price() {
  const { t } = useTranslation()
  const format = useFormat()
  const { price, trend, dataUpdatedAt } = useTrend()
  // The first number that a browser formats takes a slow phone 100 ms: here while the price is awaited.
  useEffect(() => void format.usdBare(0), [format])
  if (price === undefined) return null
  return (
    <Row as="p" minWidth={0} tone="ink2" size={{ xs: 13, md: 14 }}>
      <TrendArrow key={dataUpdatedAt} trend={trend} fadesMs={animationMs} />
      {trend && <VisuallyHidden>{t(`layout.${trend}`)}: </VisuallyHidden>}
      <Text as="span" noWrap boldInk>
        <Trans
          i18nKey="layout.price"
          values={{ price: format.usdBare(price) }}
          components={{ b: <b /> }}
        />
      </Text>
    </Row>
  )
}
