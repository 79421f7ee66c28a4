import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { BtcPrice } from '#contract/prices.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useBtcPrice } from '#web/shared/prices/price.ts'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { usePriceHistory } from './api.ts'
import { changePercent, pricePath, viewBox } from './price-line.ts'

/** The price of 1 BTC, how it moved in a day, and how old it is. */
export function PriceToday() {
  const { t } = useTranslation()
  const format = useFormat()
  const price = useBtcPrice()
  const history = usePriceHistory()
  // The line ends with what the number above it says.
  const points =
    history && price ? [...history, { at: price.updatedAt, price: price.price }] : undefined
  const path = points && pricePath(points)
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1 }}>
      <Typography variant="cell" component="h2" sx={{ color: 'ink2', mb: 1 }}>
        {t('dashboard.price.title')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 2.5 }}>
        <Typography variant="count" sx={{ fontSize: '1.5625rem' }}>
          {price ? format.usd(price.price) : <TextSkeleton width={130} height={20} />}
        </Typography>
        {points && <Change points={points} />}
      </Box>
      {points && price && path && (
        <>
          <Line path={path} />
          <Ends since={points[0]?.at ?? price.updatedAt} price={price} />
        </>
      )}
    </Box>
  )
}

function Change({ points }: { points: { at: string; price: number }[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const percent = changePercent(points)
  const first = points[0]
  const last = points.at(-1)
  if (percent === undefined || !first || !last) return null
  const hours = Math.round((Date.parse(last.at) - Date.parse(first.at)) / 3_600_000)
  if (hours < 1) return null
  return (
    <Typography variant="body2" component="span" sx={{ color: 'ink2' }}>
      <Box component="span" sx={{ fontWeight: 600, color: percent >= 0 ? 'jade' : 'brick' }}>
        {format.change(percent, 2)}
      </Box>{' '}
      {t('dashboard.price.inHours', { count: hours })}
    </Typography>
  )
}

/** Stretched to the room there is; the stroke is not. The numbers around it say what it shows. */
function Line({ path }: { path: string }) {
  return (
    <Box
      component="svg"
      aria-hidden
      viewBox={`0 0 ${viewBox.width} ${viewBox.height}`}
      preserveAspectRatio="none"
      sx={{
        display: 'block',
        flex: { md: '1 1 72px' },
        width: '100%',
        height: { xs: 64, md: 'auto' },
        minHeight: 64,
        maxHeight: 230,
        mt: 4,
        overflow: 'visible',
      }}
    >
      <path
        d={path}
        fill="none"
        stroke="var(--q-palette-anil)"
        strokeWidth={1.75}
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </Box>
  )
}

function Ends({ since, price }: { since: string; price: BtcPrice }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(1000)
  const isToday = format.date(since) === format.date(new Date(now))
  return (
    <Box
      sx={{
        display: 'flex',
        justifyContent: 'space-between',
        gap: 3,
        mt: 3,
        fontSize: '0.78125rem',
        color: 'ink2',
      }}
    >
      <span>
        {t(`dashboard.price.${isToday ? 'today' : 'yesterday'}`, { time: format.time(since) })}
      </span>
      <span>{t('dashboard.price.now', { age: format.age(price.updatedAt, now) })}</span>
    </Box>
  )
}
