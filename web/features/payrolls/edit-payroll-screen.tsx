import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { type Payroll, type PayrollEdit, payrollEdit } from '#contract/payrolls.ts'
import { successText } from '#web/lib/answer-text.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { paths } from '#web/shared/paths.ts'
import { FormSection, FullRow } from '#web/ui/form-section.tsx'
import { LoadFailedPanel } from '#web/ui/load-failed.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { FieldSkeleton } from '#web/ui/skeleton.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { useEditPayroll, usePayrollToEdit } from './api.ts'
import { PayrollForm } from './payroll-form.tsx'

export function Component() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const { data: payroll, error, refetch } = usePayrollToEdit(id)
  return (
    <Screen title={t('payrolls.edit.title')} width="form">
      <PageHead
        back={{ to: paths.payroll(id), text: payroll?.name ?? t('payrolls.details.title') }}
        title={t('payrolls.edit.title')}
        badge={payroll && <Tag>{payroll.type}</Tag>}
      />
      {payroll ? (
        <Editing key={id} payroll={payroll} />
      ) : error ? (
        <LoadFailedPanel title={t('payrolls.edit.loadFailed')} error={error} onRetry={refetch} />
      ) : (
        <Loading />
      )}
    </Screen>
  )
}

function Editing({ payroll }: { payroll: Payroll }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const edit = useEditPayroll(payroll._id)
  const { control, handleSubmit, setError, formState } = useZodForm(payrollEdit, {
    name: payroll.name,
    description: payroll.description,
  })
  const { saved } = useUnsavedChanges(formState.isDirty)

  function send(body: PayrollEdit) {
    if (edit.isPending) return
    edit.mutate(body, {
      onSuccess: () => {
        saved()
        toastSuccess(successText('payrollEdited'))
        void navigate(paths.payroll(payroll._id))
      },
      onError: (error) => showFaults(error, ['name', 'description'], setError),
    })
  }

  return (
    <PayrollForm
      control={control}
      onSubmit={handleSubmit(send)}
      pending={edit.isPending}
      submit={t('ui.form.save')}
      faults={Object.keys(formState.errors).length}
      back={paths.payroll(payroll._id)}
    />
  )
}

function Loading() {
  const { t } = useTranslation()
  return (
    <div aria-busy>
      <VisuallyHidden role="status">{t('ui.loading')}</VisuallyHidden>
      <FormSection title={t('payrolls.form.title')} detail={t('payrolls.form.titleDetail')}>
        <FullRow>
          <FieldSkeleton />
        </FullRow>
        <FullRow>
          <FieldSkeleton />
        </FullRow>
      </FormSection>
    </div>
  )
}
