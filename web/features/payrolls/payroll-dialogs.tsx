import { useTranslation } from 'react-i18next'
import { type Payroll, type PayrollEdit, payrollBody, payrollEdit } from '#contract/payrolls.ts'
import { successText } from '#web/lib/answer-text.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { useCreatePayroll, useEditPayroll } from './api.ts'
import { PayrollFormDialog } from './payroll-form-dialog.tsx'
import { nothingYet, TypeChoice } from './type-choice.tsx'

interface CreatePayrollDialogProps {
  onClose: () => void
  onCreated: (payroll: Payroll) => void
  /** A payroll of type CSV is made together with its list. */
  onUpload: (texts: PayrollEdit) => void
}

export function CreatePayrollDialog({ onClose, onCreated, onUpload }: CreatePayrollDialogProps) {
  const { t } = useTranslation()
  const create = useCreatePayroll()
  const { control, handleSubmit, setError, watch, formState } = useZodForm(payrollBody, nothingYet)
  const { saved, leave } = useUnsavedChanges(formState.isDirty)

  const send = handleSubmit((body) => {
    if (create.isPending || create.isSuccess) return
    if (body.type === 'CSV') {
      saved()
      onUpload(body)
      return
    }
    create.mutate(body, {
      onSuccess: (payroll) => {
        saved()
        onCreated(payroll)
      },
      onError: (error) => showFaults(error, ['name', 'description'], setError),
    })
  })

  return (
    <PayrollFormDialog
      onClose={() => leave(onClose)}
      title={t('payrolls.create.title')}
      submit={t(watch('type') === 'CSV' ? 'payrolls.form.continue' : 'payrolls.create.submit')}
      pending={create.isPending}
      onSubmit={send}
      control={control}
    >
      <TypeChoice control={control} />
    </PayrollFormDialog>
  )
}

interface EditPayrollDialogProps {
  payroll: Payroll
  onClose: () => void
}

export function EditPayrollDialog({ payroll, onClose }: EditPayrollDialogProps) {
  const { t } = useTranslation()
  const edit = useEditPayroll(payroll._id)
  const { control, handleSubmit, setError, formState } = useZodForm(payrollEdit, {
    name: payroll.name,
    description: payroll.description,
  })
  const { saved, leave } = useUnsavedChanges(formState.isDirty)

  const send = handleSubmit((body) => {
    if (edit.isPending || edit.isSuccess) return
    edit.mutate(body, {
      onSuccess: () => {
        saved()
        toastSuccess(successText('payrollEdited'))
        onClose()
      },
      onError: (error) => showFaults(error, ['name', 'description'], setError),
    })
  })

  return (
    <PayrollFormDialog
      onClose={() => leave(onClose)}
      title={t('payrolls.edit.title')}
      submit={t('ui.form.save')}
      pending={edit.isPending}
      onSubmit={send}
      control={control}
    />
  )
}
