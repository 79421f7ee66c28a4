import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangeGroup, ChangesSummary } from '#contract/changes.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { CountCell } from '#web/ui/count-cell.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { OpenArrow } from '#web/ui/open-arrow.tsx'
import { Text } from '#web/ui/text.tsx'
import { UsdChange } from '#web/ui/usd-change.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { ChangeRows } from './change-rows.tsx'
import { findChangedGroups, useChangesWords } from './use-changes-words.ts'

interface ChangesCountsProps {
  payrollId: string
  summary: ChangesSummary
  /** The version of the changes: with another one the rows are read again. */
  version: string
  /** The count whose rows are there at first; 'all': every group stands open beneath. */
  opened?: ChangeGroup | 'all' | null
  /** The old and the new total of the salaries. */
  sums?: boolean
}

/** The order of the groups where all stand open: money's way first. */
const inFull: readonly ChangeGroup[] = [
  'addresses',
  'accounts',
  'salaries',
  'amounts',
  'shares',
  'frequencies',
  'added',
  'left',
  'names',
]

/** 'Desde el pago del 30 de octubre': the old and the new sum, and counts that open their rows. */
export function ChangesCounts(props: ChangesCountsProps) {
  const { payrollId, summary, version, opened = null, sums = true } = props
  const [open, setOpen] = useState<ChangeGroup | null>(opened === 'all' ? null : opened)
  const words = useChangesWords()
  const id = useId()
  const { since, totalUsd } = summary
  const groups = findChangedGroups(summary)
  return (
    <>
      <Row wrap columnGap={4} justify="between" align="baseline" mb={2}>
        <Text variant="h3" size={15}>
          {since ? words.since(since.at) : words.unchanged(summary)}
        </Text>
        {since && sums && (
          <Text as="div" size={14}>
            <UsdChange from={totalUsd.before} to={totalUsd.now} />
          </Text>
        )}
      </Row>
      <Row align="stretch" wrap gap={{ xs: '4px 20px', md: 0 }}>
        {groups.map((group) => (
          <Count
            key={group}
            summary={summary}
            group={group}
            open={open === group}
            controls={id}
            onToggle={opened === 'all' ? null : () => setOpen(open === group ? null : group)}
          />
        ))}
      </Row>
      {opened === 'all' ? (
        inFull
          .filter((group) => groups.includes(group))
          .map((group) => (
            <Block key={group} as="section" mt={6}>
              <Text variant="h3" size={15} mb={1.5}>
                {words.label(summary, group)}
              </Text>
              <ChangeRows payrollId={payrollId} version={version} group={group} />
            </Block>
          ))
      ) : (
        <Block id={id} mt={open ? 2 : 0}>
          {open && groups.includes(open) && (
            <ChangeRows key={open} payrollId={payrollId} version={version} group={open} />
          )}
        </Block>
      )}
    </>
  )
}

interface CountProps {
  summary: ChangesSummary
  group: ChangeGroup
  open: boolean
  controls: string
  /** null: it opens nothing. */
  onToggle: (() => void) | null
}

function Count({ summary, group, open, controls, onToggle }: CountProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const phone = usePhone()
  const words = useChangesWords()
  const isGrave = group === 'addresses' && summary.severity === 'danger'
  return (
    <CountCell onToggle={onToggle} open={open} controls={controls}>
      <Block flex={1} minWidth={0}>
        <Row gap={2}>
          <Text variant="count" as="span" size={25}>
            {format.count(summary.counts[group])}
          </Text>
          {isGrave && <Mark name="alert" tone="brick" />}
          {!phone && onToggle && <OpenArrow open={open} ml="auto" mr={4} tone="ink2" />}
        </Row>
        <Text variant="secondary" as="span" tone={open ? 'ink' : 'ink2'}>
          {' '}
          {words.label(summary, group, phone)}
          {isGrave && <VisuallyHidden>{` (${t('changes.grave')})`}</VisuallyHidden>}
        </Text>
      </Block>
    </CountCell>
  )
}
