import Tab from '@mui/material/Tab'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/use-format.ts'
import type { ReadinessCounts } from '#web/shared/readiness/is-readiness-shown.ts'
import { Button } from '#web/ui/controls.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { textInset } from '#web/ui/panel.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Text } from '#web/ui/text.tsx'
import { countOf, type ReadinessTab, tabs } from './readiness-tabs.ts'

interface ReadinessHeadProps {
  counts: ReadinessCounts
  tab: ReadinessTab
  onTab: (tab: ReadinessTab) => void
  /** The bar of a selection. */
  children: ReactNode
}

/** '¿Pueden cobrar todos?', its answer, and the people by what they lack. */
export function ReadinessHead({ counts, tab, onTab, children }: ReadinessHeadProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const all = countOf(counts, 'all')
  const missing = all - countOf(counts, 'ready')
  const values = { count: missing, missing: format.count(missing), all: format.count(all) }
  const shown = tabs.filter((one) => one === 'all' || one === tab || countOf(counts, one) > 0)
  return (
    <>
      <Row wrap justify="between" align="end" columnGap={6} rowGap={2} px={textInset} pt={6}>
        <Block minWidth={0}>
          <Text variant="cell" as="h2" tone="ink2">
            {t('forPay.question')}
          </Text>
          <Text variant="answer" mt={0.5}>
            {missing === 0 ? t('forPay.yes', values) : t('forPay.notYet', values)}
          </Text>
        </Block>
        <Text variant="secondary" tone="ink2">
          {t('forPay.notInvitedCount', {
            count: all - counts.invited,
            people: format.count(all - counts.invited),
          })}
        </Text>
      </Row>
      <Tabs
        value={tab}
        onChange={(_event, next: ReadinessTab) => onTab(next)}
        aria-label={t('forPay.tabs')}
        look="inPanel"
      >
        {shown.map((one) => (
          <Tab
            key={one}
            value={one}
            label={
              <span>
                {t(`forPay.tab.${one}`)}{' '}
                <Text as="span" weight={400} tone="ink2">
                  {format.count(countOf(counts, one))}
                </Text>
              </span>
            }
          />
        ))}
      </Tabs>
      {children}
    </>
  )
}

/** A tab that everybody has left. */
export function NobodyInTab({ onShowAll }: { onShowAll: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('forPay.nobody')}
      actions={<Button onClick={onShowAll}>{t('employees.empty.showAll')}</Button>}
    />
  )
}
