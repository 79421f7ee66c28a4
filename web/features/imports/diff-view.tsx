import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { ListDiff } from '#contract/imports.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { BeforeAndNow } from '#web/shared/address/address-change.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Grid, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { useAsksForCode } from './api.ts'
import { Changes, Names } from './diff-changes.tsx'
import { UsdChange } from './usd-change.tsx'

/** The changes of the file, before anything is saved. */
export function DiffView({ diff }: { diff: ListDiff }) {
  const { t } = useTranslation()
  const format = useFormat()
  const asksForCode = useAsksForCode(diff.addressChangeCount > 0)
  const peopleAndSum = (people: number, usd: number) =>
    t('payrolls.diff.people', {
      count: people,
      people: format.count(people),
      usd: format.usd(usd),
    })
  return (
    <>
      <Counts diff={diff} />
      <Changes
        title={t('payrolls.diff.addresses')}
        note={asksForCode && t('payrolls.diff.code')}
        items={diff.addressChanges}
        total={diff.addressChangeCount}
      >
        {({ name, from, to }) => (
          <>
            <Name text={name} />
            <BeforeAndNow from={from} to={to} />
          </>
        )}
      </Changes>
      <Changes
        title={t('payrolls.diff.salaries')}
        items={diff.salaryChanges}
        total={diff.salaryChangeCount}
      >
        {({ name, from, to }) => (
          <Row wrap columnGap={4} align="stretch">
            <Name text={name} />
            <Row ml="auto" wrap justify="end" align="stretch">
              <UsdChange from={from} to={to} />
              <Percent from={from} to={to} />
            </Row>
          </Row>
        )}
      </Changes>
      {diff.removedPeople && (
        <Names
          title={t('payrolls.diff.removed')}
          note={peopleAndSum(diff.removed, diff.removedUsd ?? 0)}
          items={diff.removedPeople}
          total={diff.removed}
        />
      )}
      {diff.addedPeople && (
        <Changes
          title={t('payrolls.diff.added')}
          note={peopleAndSum(diff.added, diff.addedUsd ?? 0)}
          items={diff.addedPeople}
          total={diff.added}
        >
          {({ name, usd }) => (
            <Row wrap columnGap={4} align="stretch">
              <Name text={name} />
              <Text as="span" ml="auto" noWrap>
                {format.usd(usd)}
              </Text>
            </Row>
          )}
        </Changes>
      )}
      <Changes title={t('payrolls.diff.warnings')} items={diff.warnings} total={diff.warningCount}>
        {({ row, column, message }) => (
          <Row gap={2} align="stretch">
            <Mark name="warning" mt="3px" tone="amber" />
            <span>
              <Text as="span" tone="ink2">
                {t('payrolls.diff.at', { row: format.count(row), column })}
              </Text>{' '}
              {message}
            </span>
          </Row>
        )}
      </Changes>
    </>
  )
}

function Name({ text }: { text: string }) {
  return (
    <Text as="div" strong breakWords>
      {text}
    </Text>
  )
}

/** How much a salary rises or falls. */
function Percent({ from, to }: { from: number; to: number }) {
  const format = useFormat()
  if (from === 0) return null
  return (
    <Typography
      variant="secondary"
      component="span"
      sx={{ minWidth: 60, textAlign: 'right', color: 'ink2', lineHeight: 'inherit' }}
    >
      {format.change((to / from - 1) * 100)}
    </Typography>
  )
}

function Counts({ diff }: { diff: ListDiff }) {
  const { t } = useTranslation()
  const format = useFormat()
  const counts = [
    ['added', diff.added],
    ['removed', diff.removed],
    ['salaries', diff.salaryChangeCount],
    ['addresses', diff.addressChangeCount],
    ['unchanged', diff.unchanged],
  ] as const
  return (
    <Grid
      as="dl"
      columns={{ xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(5, auto)' }}
      justify={{ sm: 'between' }}
      gap={3}
      m={0}
      mt={4}
      py={3}
      lineAbove
      lineBelow
    >
      {counts.map(([name, count]) => (
        <Box key={name} sx={{ display: 'flex', flexDirection: 'column-reverse' }}>
          <Text variant="secondary" as="dt" tone="ink2">
            {t(`payrolls.diff.${name}`)}
          </Text>
          <Text variant="count" as="dd" m={0} size={27}>
            {format.count(count)}
          </Text>
        </Box>
      ))}
    </Grid>
  )
}
