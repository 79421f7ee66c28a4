import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Employee } from '#contract/employees.ts'
import { answerText } from '#web/lib/answer-text.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useRemoveEmployee } from './api.ts'
import { fullName } from './employee-table.tsx'

interface RemoveEmployeeDialogProps {
  payrollId: string
  /** Null while closed. */
  employee: Employee | null
  onClose: () => void
}

export function RemoveEmployeeDialog({ payrollId, employee, onClose }: RemoveEmployeeDialogProps) {
  const { t } = useTranslation()
  const remove = useRemoveEmployee(payrollId)
  // The name stays while the dialog fades away.
  const shown = useRef(employee)
  if (employee) shown.current = employee
  const name = shown.current ? fullName(shown.current) : ''

  function confirm() {
    if (!employee || remove.isPending) return
    remove.mutate(employee._id, {
      onSuccess: () => toastSuccess(answerText('employeeRemoved', name)),
      onSettled: onClose,
    })
  }

  return (
    <AppDialog
      open={employee !== null}
      onClose={onClose}
      title={t('payrolls.remove.title')}
      busy={remove.isPending}
      actions={
        <>
          <Button onClick={onClose} disabled={remove.isPending}>
            {t('ui.close')}
          </Button>
          <Button variant="contained" color="error" onClick={confirm} disabled={remove.isPending}>
            {t('payrolls.remove.confirm')}
          </Button>
        </>
      }
    >
      <Typography>{t('payrolls.remove.question')}</Typography>
      <Typography sx={{ mt: 1, fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
      <Typography variant="body2" sx={{ mt: 4, color: 'ink2' }}>
        {t('payrolls.remove.consequence')}
      </Typography>
    </AppDialog>
  )
}
