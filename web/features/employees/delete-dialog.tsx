import { useTranslation } from 'react-i18next'
import type { Employee } from '#contract/employees.ts'
import { answerText } from '#web/lib/answer-text.ts'
import { fullName } from '#web/lib/full-name.ts'
import { useLastNonNull } from '#web/lib/use-last-non-null.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useDeleteEmployee } from './api.ts'

interface DeleteDialogProps {
  /** Null while closed. */
  employee: Employee | null
  onClose: () => void
}

export function DeleteDialog({ employee, onClose }: DeleteDialogProps) {
  const { t } = useTranslation()
  const remove = useDeleteEmployee()
  const shown = useLastNonNull(employee)
  const name = shown ? fullName(shown) : ''

  function confirm() {
    if (!employee || remove.isPending) return
    remove.mutate(employee._id, {
      onSuccess: () => toastSuccess(answerText('employeeDeleted', name)),
      onSettled: onClose,
    })
  }

  return (
    <ConfirmDialog
      open={employee !== null}
      onClose={onClose}
      title={t('employees.delete.title')}
      question={t('employees.delete.question')}
      name={name}
      consequence={t('employees.delete.consequence')}
      confirm={t('employees.delete.confirm')}
      onConfirm={confirm}
      busy={remove.isPending}
      // The button that opened it has gone with its row.
    />
  )
}
