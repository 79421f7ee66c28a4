import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { type PayrollBody, type PayrollEdit, payrollBody } from '#contract/payrolls.ts'
import { UploadDialog } from '#web/features/imports/index.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { CsvLinks } from '#web/shared/imports/csv-links.tsx'
import { paths } from '#web/shared/paths.ts'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { FormSection, FullRow } from '#web/ui/form-section.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Text } from '#web/ui/text.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { useCreatePayroll } from './api.ts'
import { PayrollForm } from './payroll-form.tsx'
import { nothingYet, TypeChoice } from './type-choice.tsx'

export function Component() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const create = useCreatePayroll()
  const { control, handleSubmit, setError, formState, watch } = useZodForm(payrollBody, nothingYet)
  const [uploading, setUploading] = useState<PayrollEdit | null>(null)
  const { saved } = useUnsavedChanges(formState.isDirty)

  function send(body: PayrollBody) {
    if (create.isPending || create.isSuccess) return
    if (body.type === 'CSV') {
      setUploading(body)
      return
    }
    create.mutate(body, {
      onSuccess: (payroll) => {
        saved()
        void navigate(paths.payroll(payroll._id))
      },
      onError: (error) => showFaults(error, ['name', 'description', 'type'], setError),
    })
  }

  return (
    <Screen title={t('payrolls.create.title')} width="form">
      <PageHead
        back={{ to: paths.payrolls, text: t('payrolls.title') }}
        title={t('payrolls.create.title')}
      />
      <PayrollForm
        control={control}
        onSubmit={handleSubmit(send)}
        pending={create.isPending}
        submit={t(watch('type') === 'CSV' ? 'payrolls.form.continue' : 'payrolls.create.submit')}
        faults={Object.keys(formState.errors).length}
      >
        <FormSection title={t('payrolls.form.people')} detail={t('payrolls.form.peopleDetail')}>
          <FullRow>
            <TypeChoice control={control} />
          </FullRow>
        </FormSection>
        <FormSection title={t('payrolls.csv.how')} detail={t('payrolls.csv.howDetail')}>
          <FullRow>
            <Text mb={2} tone="ink2">
              {t('payrolls.csv.howText')}
            </Text>
            <CsvLinks />
          </FullRow>
        </FormSection>
      </PayrollForm>
      <DialogPresence>
        {uploading && (
          <UploadDialog
            purpose={{ kind: 'create', ...uploading }}
            onClose={() => setUploading(null)}
            onSaved={(payroll) => {
              saved()
              void navigate(paths.payroll(payroll._id))
            }}
          />
        )}
      </DialogPresence>
    </Screen>
  )
}
