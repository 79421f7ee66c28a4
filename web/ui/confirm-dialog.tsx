import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AppDialog } from './app-dialog.tsx'

interface ConfirmDialogProps {
  onClose: () => void
  title: string
  question: string
  /** The name of the thing or person to delete. */
  name: string
  consequence: string
  warning?: ReactNode
  /** The text of the other button; without it, 'Cerrar'. */
  dismiss?: string
  /** The text of the red button. */
  confirm: string
  onConfirm: () => void
  /** While the deletion is under way. */
  busy: boolean
  /** Why it can't be deleted: instead of the question, and without the red button. */
  refusal?: ReactNode
}

/** Asks before something is deleted. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { question, name, consequence, warning, ...rest } = props
  const { dismiss, confirm, onConfirm, refusal, ...dialog } = rest
  const { onClose, busy } = dialog
  const { t } = useTranslation()
  return (
    <AppDialog
      {...dialog}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            {dismiss ?? t('ui.close')}
          </Button>
          {!refusal && (
            <Button variant="contained" color="error" onClick={onConfirm} disabled={busy}>
              {confirm}
            </Button>
          )}
        </>
      }
    >
      {refusal || (
        <>
          <Typography>{question}</Typography>
          <Typography sx={{ mt: 1, fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
          <Typography variant="body2" sx={{ mt: 4, color: 'ink2' }}>
            {consequence}
          </Typography>
          {warning}
        </>
      )}
    </AppDialog>
  )
}
