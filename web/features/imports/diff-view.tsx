import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { ListDiff } from '#contract/imports.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { BeforeAndNow } from '#web/shared/address/address-change.tsx'
import { Mark } from '#web/ui/marks.tsx'
import { useAsksForCode } from './api.ts'
import { Changes, Names } from './diff-changes.tsx'
import { UsdChange } from './usd-change.tsx'

/** What the file changes, before anything is saved. */
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
          <Box sx={line}>
            <Name text={name} />
            <Box sx={{ ml: 'auto', display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end' }}>
              <UsdChange from={from} to={to} />
              <Percent from={from} to={to} />
            </Box>
          </Box>
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
            <Box sx={line}>
              <Name text={name} />
              <Box component="span" sx={{ ml: 'auto', whiteSpace: 'nowrap' }}>
                {format.usd(usd)}
              </Box>
            </Box>
          )}
        </Changes>
      )}
      <Changes title={t('payrolls.diff.warnings')} items={diff.warnings} total={diff.warningCount}>
        {({ row, column, message }) => (
          <Box sx={{ display: 'flex', gap: 2 }}>
            <Mark name="warning" sx={{ mt: '3px', color: 'amber' }} />
            <span>
              <Box component="span" sx={{ color: 'ink2' }}>
                {t('payrolls.diff.at', { row: format.count(row), column })}
              </Box>{' '}
              {message}
            </span>
          </Box>
        )}
      </Changes>
    </>
  )
}

const line = { display: 'flex', flexWrap: 'wrap', columnGap: 4 }

function Name({ text }: { text: string }) {
  return <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{text}</Box>
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
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(5, auto)' },
        justifyContent: { sm: 'space-between' },
        gap: 3,
        m: 0,
        mt: 4,
        py: 3,
        borderTop: 1,
        borderBottom: 1,
        borderColor: 'line',
      }}
    >
      {counts.map(([name, count]) => (
        <Box key={name} sx={{ display: 'flex', flexDirection: 'column-reverse' }}>
          <Typography variant="secondary" component="dt" sx={{ color: 'ink2' }}>
            {t(`payrolls.diff.${name}`)}
          </Typography>
          <Typography variant="count" component="dd" sx={{ m: 0, fontSize: '1.6875rem' }}>
            {format.count(count)}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}
