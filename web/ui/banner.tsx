import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CloseIcon } from './icons/close.tsx'
import { Mark, type MarkName } from './inline-icons.tsx'

interface BannerProps {
  /** The mark of a wait; else the mark of work in progress. */
  mark?: MarkName
  children: ReactNode
  /** A Link beside the sentence. */
  action?: ReactNode
  onClose?: () => void
}

/** Something is on its way. */
export function Banner({ mark = 'half', children, action, onClose }: BannerProps) {
  const { t } = useTranslation()
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        minHeight: 52,
        py: { xs: 2.5, md: 1 },
        pl: 5,
        pr: onClose ? 1 : 5,
        mb: { xs: 5, md: 6 },
        borderRadius: '12px',
        bgcolor: 'amberTint',
        color: 'ink',
      }}
    >
      <Mark name={mark} sx={{ color: 'amber' }} />
      <Box
        sx={{
          flex: 1,
          display: 'flex',
          flexDirection: { xs: 'column', sm: 'row' },
          flexWrap: 'wrap',
          alignItems: 'flex-start',
          columnGap: 4,
          '& > a': { fontWeight: 600 },
        }}
      >
        <span>{children}</span>
        {action}
      </Box>
      {onClose && (
        <IconButton onClick={onClose} aria-label={t('ui.close')} sx={{ color: 'ink' }}>
          <CloseIcon />
        </IconButton>
      )}
    </Box>
  )
}
