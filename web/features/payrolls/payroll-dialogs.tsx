import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Payroll, type PayrollEdit, payrollBody, payrollEdit } from '#contract/payrolls.ts'
import { answerText } from '#web/lib/answer-text.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { useIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { useLastNonNull } from '#web/lib/use-last-non-null.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useCreatePayroll, useEditPayroll } from './api.ts'
import { PayrollFormDialog } from './payroll-form-dialog.tsx'
import { nothingYet, TypeChoice } from './type-choice.tsx'

/** An open dialog begins as `start` says, also the second time. */
function useStart<Values>(open: boolean, start: () => Values, reset: (values: Values) => void) {
  const begin = useRef(() => reset(start()))
  begin.current = () => reset(start())
  useEffect(() => {
    if (open) begin.current()
  }, [open])
}

interface CreatePayrollDialogProps {
  open: boolean
  onClose: () => void
  /** A payroll of type CSV is made together with its list. */
  onUpload: (texts: PayrollEdit) => void
}

export function CreatePayrollDialog({ open, onClose, onUpload }: CreatePayrollDialogProps) {
  const { t } = useTranslation()
  const create = useCreatePayroll()
  const keyFor = useIdempotencyKey()
  const { control, handleSubmit, reset, setError, watch } = useZodForm(payrollBody, nothingYet)
  useStart(open, () => nothingYet, reset)

  const send = handleSubmit((body) => {
    if (create.isPending) return
    if (body.type === 'CSV') {
      onUpload(body)
      return
    }
    create.mutate(
      { ...body, key: keyFor(body) },
      {
        onSuccess: () => {
          toastSuccess(answerText('payrollCreated'), body.name)
          onClose()
        },
        onError: (error) => showFaults(error, ['name', 'description'], setError),
      },
    )
  })

  return (
    <PayrollFormDialog
      open={open}
      onClose={onClose}
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
  /** Null while closed. */
  payroll: Payroll | null
  onClose: () => void
}

export function EditPayrollDialog({ payroll, onClose }: EditPayrollDialogProps) {
  const { t } = useTranslation()
  const edit = useEditPayroll(useLastNonNull(payroll)?._id ?? '')
  const { control, handleSubmit, reset, setError } = useZodForm(payrollEdit, {
    name: '',
    description: '',
  })
  const open = payroll !== null
  useStart(
    open,
    () => ({ name: payroll?.name ?? '', description: payroll?.description ?? '' }),
    reset,
  )

  const send = handleSubmit((body) => {
    if (edit.isPending) return
    edit.mutate(body, {
      onSuccess: () => {
        toastSuccess(answerText('payrollEdited'))
        onClose()
      },
      onError: (error) => showFaults(error, ['name', 'description'], setError),
    })
  })

  return (
    <PayrollFormDialog
      open={open}
      onClose={onClose}
      title={t('payrolls.edit.title')}
      submit={t('ui.form.save')}
      pending={edit.isPending}
      onSubmit={send}
      control={control}
    />
  )
}
