import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/use-format.ts'
import { ChevronLeftIcon } from './icons/chevron-left.tsx'
import { ChevronRightIcon } from './icons/chevron-right.tsx'
import { rowInset } from './panel.tsx'

interface PagerProps {
  /** The page, counted from 1. */
  page: number
  pageSize: number
  /** The count over all pages. */
  total: number
  onPage: (page: number) => void
}

/** '1–10 de 148' and two arrows. */
export function Pager({ page, pageSize, total, onPage }: PagerProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const first = (page - 1) * pageSize + 1
  const last = Math.min(page * pageSize, total)
  const range = first > last ? '0' : `${format.count(first)}–${format.count(last)}`
  return (
    <Box
      component="nav"
      aria-label={t('ui.pager.label')}
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        minHeight: 52,
        pl: rowInset,
        // On phones the arrow, not its area, stands at the edge.
        pr: { xs: 1, md: 6 },
        borderTop: 1,
        borderColor: 'line',
        fontSize: '0.875rem',
        color: 'ink2',
      }}
    >
      <span aria-live="polite">{t('ui.pager.range', { range, total: format.count(total) })}</span>
      <span>
        <IconButton
          onClick={() => onPage(page - 1)}
          disabled={page <= 1}
          aria-label={t('ui.pager.previous')}
        >
          <ChevronLeftIcon />
        </IconButton>
        <IconButton
          onClick={() => onPage(page + 1)}
          disabled={last >= total}
          aria-label={t('ui.pager.next')}
        >
          <ChevronRightIcon />
        </IconButton>
      </span>
    </Box>
  )
}
