import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Employee } from '#contract/employees.ts'
import { answerText } from '#web/lib/answer-text.ts'
import { focusHeadingIfLost } from '#web/lib/focus-heading.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useDeleteEmployee } from './api.ts'
import { fullName } from './full-name.ts'

interface DeleteDialogProps {
  /** Null while closed. */
  employee: Employee | null
  onClose: () => void
}

export function DeleteDialog({ employee, onClose }: DeleteDialogProps) {
  const { t } = useTranslation()
  const remove = useDeleteEmployee()
  // The name stays while the dialog fades away.
  const shown = useRef(employee)
  if (employee) shown.current = employee
  const name = shown.current ? fullName(shown.current) : ''

  function confirm() {
    if (!employee || remove.isPending) return
    remove.mutate(employee._id, {
      onSuccess: () => toastSuccess(answerText('employeeDeleted', name)),
      onSettled: onClose,
    })
  }

  return (
    <AppDialog
      open={employee !== null}
      onClose={onClose}
      title={t('employees.delete.title')}
      busy={remove.isPending}
      // The button that opened it has gone with its row.
      onExited={focusHeadingIfLost}
      actions={
        <>
          <Button onClick={onClose} disabled={remove.isPending}>
            {t('ui.close')}
          </Button>
          <Button variant="contained" color="error" onClick={confirm} disabled={remove.isPending}>
            {t('employees.delete.confirm')}
          </Button>
        </>
      }
    >
      <Typography>{t('employees.delete.question')}</Typography>
      <Typography sx={{ mt: 1, fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
      <Typography variant="body2" sx={{ mt: 4, color: 'ink2' }}>
        {t('employees.delete.consequence')}
      </Typography>
    </AppDialog>
  )
}
