import { useTranslation } from 'react-i18next'
import type { Employee } from '#contract/employees.ts'
import { successText } from '#web/lib/answer-text.ts'
import { fullName } from '#web/lib/full-name.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useRemoveEmployee } from './api.ts'

interface RemoveEmployeeDialogProps {
  payrollId: string
  employee: Employee
  onClose: () => void
}

export function RemoveEmployeeDialog({ payrollId, employee, onClose }: RemoveEmployeeDialogProps) {
  const { t } = useTranslation()
  const remove = useRemoveEmployee(payrollId)
  const name = fullName(employee)

  function confirm() {
    if (remove.isPending || remove.isSuccess) return
    remove.mutate(employee._id, {
      onSuccess: () => toastSuccess(successText('employeeRemoved', name)),
      onSettled: onClose,
    })
  }

  return (
    <ConfirmDialog
      onClose={onClose}
      title={t('payrolls.remove.title')}
      question={t('payrolls.remove.question')}
      name={name}
      consequence={t('payrolls.remove.consequence')}
      confirm={t('payrolls.remove.confirm')}
      onConfirm={confirm}
      busy={remove.isPending}
    />
  )
}
