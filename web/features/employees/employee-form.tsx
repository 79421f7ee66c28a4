import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { type EmployeeBody, employeeBody } from '#contract/employees.ts'
import type { Network } from '#domain/address.ts'
import { answerText } from '#web/lib/answer-text.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { typedPhone } from '#web/lib/phone.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { paths } from '#web/shared/paths.ts'
import { FormPage } from '#web/ui/form-page.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { useSaveEmployee } from './api.ts'
import { type EmployeeValues, fields } from './employee-values.ts'
import { PaySection, PersonSection } from './form-sections.tsx'

interface EmployeeFormProps {
  network: Network
  values: EmployeeValues
  /** The employee to edit; absent for a new one. */
  id?: string
}

export function EmployeeForm({ network, values, id }: EmployeeFormProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const save = useSaveEmployee()
  const schema = useMemo(() => employeeBody(network), [network])
  const { control, handleSubmit, setError, formState } = useZodForm(schema, values)
  const { saved, dialog } = useUnsavedChanges(formState.isDirty)
  const faults = Object.keys(formState.errors).length

  function send(checked: EmployeeBody) {
    if (save.isPending || save.isSuccess) return
    const body = { ...checked, phone: typedPhone(checked.phone) }
    save.mutate(
      { body, id },
      {
        onSuccess: () => {
          saved()
          toastSuccess(answerText(id === undefined ? 'employeeCreated' : 'employeeEdited'))
          void navigate(paths.employees)
        },
        onError: (error) => {
          if (!showFaults(error, fields, setError)) toastError(error.message)
        },
      },
    )
  }

  return (
    <FormPage
      onSubmit={handleSubmit(send)}
      faults={faults}
      cancelTo={paths.employees}
      submit={t('ui.form.save')}
      pending={save.isPending}
    >
      <PersonSection control={control} />
      <PaySection control={control} network={network} />
      {dialog}
    </FormPage>
  )
}
