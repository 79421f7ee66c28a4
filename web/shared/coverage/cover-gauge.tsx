import { Trans, useTranslation } from 'react-i18next'
import type { Cover } from '#contract/calendar.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { GaugeLine } from '#web/ui/gauge-line.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { InfoIcon } from '#web/ui/icons/info.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Meter, MeterBar } from '#web/ui/meter.tsx'
import { Text } from '#web/ui/text.tsx'
import { CoverageBar } from './coverage-bar.tsx'

type CoverRow = Cover['rows'][number]

interface CoverGaugeProps {
  cover: Cover
  /** Today's price is spoken of beside it. */
  fallsAlone?: boolean
}

/** How far the funds reach at today's price, and where bitcoin falls. */
export function CoverGauge({ cover: { rows }, fallsAlone = false }: CoverGaugeProps) {
  const shown = fallsAlone ? rows.filter(({ fallPercent }) => fallPercent > 0) : rows
  return (
    <Block as="ul">
      {shown.map((row) => (
        <GaugeRow key={row.fallPercent} row={row} />
      ))}
    </Block>
  )
}

function GaugeRow({ row }: { row: CoverRow }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { fallPercent, usdRate, coveredPercent, missing, spareUsd } = row
  const isToday = fallPercent === 0
  const tone = missing ? 'brick' : 'jade'
  const percent = format.percent(coveredPercent)
  const name = isToday
    ? t('dashboard.next.today')
    : t('dashboard.next.fall', { percent: format.percent(fallPercent) })
  const label = t('dashboard.next.bar', { name })
  return (
    <GaugeLine>
      <Block area="name" minWidth={0}>
        <Text as="div" size={14} leading={19} strong={isToday} tone={isToday ? 'ink' : 'ink2'}>
          {name}
        </Text>
        <Text as="div" size={12.5} leading={17} tone="ink2">
          {t('dashboard.next.at', { price: format.usd(usdRate) })}
        </Text>
      </Block>
      <Block area="bar">
        {isToday ? (
          <CoverageBar percent={coveredPercent} tone={tone} label={label} />
        ) : (
          <Meter percent={coveredPercent} label={label}>
            <MeterBar percent={coveredPercent} tone="plain" />
          </Meter>
        )}
      </Block>
      <Text
        as="div"
        area="percent"
        textAlign="right"
        noWrap
        serif={isToday}
        size={isToday ? 24 : 14.5}
        strong={!isToday}
      >
        {percent}
      </Text>
      <Text
        as="div"
        area="sum"
        size={14}
        textAlign="right"
        tone={isToday ? tone : 'ink2'}
        strong={isToday}
        boldInk={!isToday}
        noWrap
      >
        <Trans
          i18nKey={missing ? 'dashboard.next.missing' : 'dashboard.next.spare'}
          values={{ amount: format.usd(missing ? missing.usd : spareUsd) }}
          components={{ b: <b /> }}
        />
      </Text>
    </GaugeLine>
  )
}

/** The largest fall of late, and what more to send to bear another. */
export function CoverCushion({ cushion }: { cushion: NonNullable<Cover['cushion']> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const values = {
    percent: format.percentOf(cushion.fallPercent),
    since: format.monthDay(cushion.since),
    amount: format.usd(cushion.add.usd),
  }
  return (
    <Row gap={3} align="start" py={3.5} lineAbove>
      <Icon as={InfoIcon} size={18} flex="none" mt="1px" tone="ink2" />
      <Text variant="body2" tone="ink2" boldInk>
        {cushion.add.usd > 0 ? (
          <Trans i18nKey="dashboard.next.cushion" values={values} components={{ b: <b /> }} />
        ) : (
          t('dashboard.next.cushionThere', values)
        )}
      </Text>
    </Row>
  )
}
