import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SpecialRun } from '#contract/special-runs.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Link } from '#web/ui/controls.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import type { useAmounts } from './use-amounts.ts'

interface SheetHeadProps {
  run: SpecialRun
  sums: ReturnType<typeof useAmounts>
}

/** The sum as the answer; it waits while something is missing. */
export function SheetHead({ run, sums }: SheetHeadProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const counts = [
    { name: t('specialRuns.count.paid', { count: sums.paid }), count: sums.paid },
    { name: t('specialRuns.count.out'), count: sums.out },
    { name: t('specialRuns.count.edited', { count: sums.edited }), count: sums.edited },
  ]
  return (
    <Row
      wrap
      justify="between"
      align="end"
      gap={5}
      px={{ xs: 4.5, md: 7 }}
      py={{ xs: 4.5, md: 6 }}
      lineBelow
    >
      <Block minWidth={0} flex="1 1 320px">
        <Text as="div" size={14.5} tone="ink2">
          {t('specialRuns.question')}
        </Text>
        {sums.missing > 0 ? (
          <Text as="div" variant="h2" size={28} mt={1}>
            {t('specialRuns.waits')}
          </Text>
        ) : (
          <Figure usd={sums.totalUsd} size="answer" />
        )}
        <Rule run={run} />
      </Block>
      <Row as="dl" gap={8} m={0}>
        {counts.map(({ name, count }) => (
          <Block key={name} style={{ display: 'flex', flexDirection: 'column-reverse' }}>
            <Text as="dt" variant="secondary" tone="ink2" textAlign="right">
              {name}
            </Text>
            <Text as="dd" variant="count" size={27} m={0} textAlign="right">
              {format.count(count)}
            </Text>
          </Block>
        ))}
      </Row>
    </Row>
  )
}

/** The law in a sentence, and on request which law it is. */
function Rule({ run: { kind, rule } }: { run: SpecialRun }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const day = rule ? format.monthDay(`${rule.referenceDay}T12:00:00Z`) : ''
  return (
    <Text as="div" size={14} tone="ink2" mt={2}>
      {t(`specialRuns.rule.${kind}`, { day })}{' '}
      {rule && (
        <Link
          component="button"
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t('specialRuns.law')}
        </Link>
      )}
      {rule && isOpen && (
        <Text as="div" size={13.5} mt={1.5}>
          {t('specialRuns.lawText', {
            law: rule.law,
            articles: rule.articles,
            date: format.date(`${rule.enactedOn}T12:00:00Z`),
          })}
        </Text>
      )}
    </Text>
  )
}
