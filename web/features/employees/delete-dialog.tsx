import { useTranslation } from 'react-i18next'
import type { Employee } from '#contract/employees.ts'
import { successText } from '#web/lib/answer-text.ts'
import { fullName } from '#web/lib/full-name.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useDeleteEmployee } from './api.ts'

interface DeleteDialogProps {
  employee: Employee
  onClose: () => void
}

export function DeleteDialog({ employee, onClose }: DeleteDialogProps) {
  const { t } = useTranslation()
  const remove = useDeleteEmployee()
  const name = fullName(employee)

  function confirm() {
    if (remove.isPending || remove.isSuccess) return
    remove.mutate(employee._id, {
      onSuccess: () => toastSuccess(successText('employeeDeleted', name)),
      onSettled: onClose,
    })
  }

  return (
    <ConfirmDialog
      onClose={onClose}
      title={t('employees.delete.title')}
      question={t('employees.delete.question')}
      name={name}
      consequence={t('employees.delete.consequence')}
      confirm={t('employees.delete.confirm')}
      onConfirm={confirm}
      busy={remove.isPending}
    />
  )
}
