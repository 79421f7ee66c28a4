import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { AppDialog } from './app-dialog.tsx'

interface LeaveDialogProps {
  ownsBack: boolean
  onStay: () => void
  onLeave: () => void
}

/** Asks whether what is unsaved may be lost. */
export default function LeaveDialog({ ownsBack, onStay, onLeave }: LeaveDialogProps) {
  const { t } = useTranslation()
  return (
    <AppDialog
      onClose={onStay}
      ownsBack={ownsBack}
      title={t('ui.unsaved.title')}
      actions={
        <>
          <Button onClick={onLeave}>{t('ui.unsaved.leave')}</Button>
          <Button variant="contained" onClick={onStay}>
            {t('ui.unsaved.stay')}
          </Button>
        </>
      }
    >
      {t('ui.unsaved.text')}
    </AppDialog>
  )
}
