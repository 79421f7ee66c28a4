import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListDiff } from '#contract/imports.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { BeforeAndNow } from '#web/ui/address-change.tsx'
import { Mark } from '#web/ui/marks.tsx'

/** What the file changes, before anything is saved. */
export function DiffView({ diff }: { diff: ListDiff }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <Counts diff={diff} />
      <Changes
        title={t('payrolls.diff.addresses')}
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
            <Box component="span" sx={{ color: 'ink2', whiteSpace: 'nowrap' }}>
              {format.usd(from)} →{' '}
              <Box component="b" sx={{ fontWeight: 600, color: 'ink' }}>
                {format.usd(to)}
              </Box>
            </Box>
          </Box>
        )}
      </Changes>
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

const line = {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: 4,
}

function Name({ text }: { text: string }) {
  return <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{text}</Box>
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

const shownAtFirst = 5

interface ChangesProps<Item> {
  title: string
  /** The first of them, as many as the server lists. */
  items: readonly Item[]
  total: number
  children: (item: Item) => ReactNode
}

/** One kind of change; a long list ends in 'Ver los otros 7'. */
function Changes<Item>({ title, items, total, children }: ChangesProps<Item>) {
  const { t } = useTranslation()
  const format = useFormat()
  const [all, setAll] = useState(false)
  if (total === 0) return null
  const shown = all ? items : items.slice(0, shownAtFirst)
  const rest = items.length - shown.length
  const unlisted = total - items.length
  return (
    <Box component="section" sx={{ mt: 5 }}>
      <Typography variant="h3" component="h3" sx={{ fontSize: '0.9375rem', mb: 1.5 }}>
        {title}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {shown.map((item, index) => (
          // Two people may have the same name and change; the list itself never changes.
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Box component="li" key={index} sx={{ py: 2.5, borderTop: 1, borderColor: 'line' }}>
            {children(item)}
          </Box>
        ))}
      </Box>
      {rest > 0 && (
        <Link component="button" type="button" onClick={() => setAll(true)}>
          {t('ui.showRest', { count: rest, rest: format.count(rest) })}
        </Link>
      )}
      {rest === 0 && unlisted > 0 && (
        <Typography variant="secondary" sx={{ color: 'ink2' }}>
          {t('payrolls.diff.unlisted', { count: unlisted, rest: format.count(unlisted) })}
        </Typography>
      )}
    </Box>
  )
}
