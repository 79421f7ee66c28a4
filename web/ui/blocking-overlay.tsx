import Backdrop from '@mui/material/Backdrop'
import CircularProgress from '@mui/material/CircularProgress'
import { useTranslation } from 'react-i18next'

/** The whole page waits: 100 by 100, as the specification says. */
export function BlockingOverlay({ open }: { open: boolean }) {
  const { t } = useTranslation()
  return (
    <Backdrop open={open} unmountOnExit sx={{ zIndex: (theme) => theme.zIndex.modal + 1 }}>
      <CircularProgress
        size={100}
        thickness={2}
        aria-label={t('ui.loading')}
        sx={{ color: 'onAccess' }}
      />
    </Backdrop>
  )
}
