import type { ReactNode, SyntheticEvent } from 'react'
import type { Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { paths } from '#web/shared/paths.ts'
import { type FieldProps, TextField } from '#web/ui/form-fields.tsx'
import { FormPage } from '#web/ui/form-page.tsx'
import { FormSection, FullRow } from '#web/ui/form-section.tsx'

interface Named {
  name: string
  description: string
}

interface PayrollFormProps<Form extends Named, Sent> {
  control: Control<Form, unknown, Sent>
  onSubmit: (event: SyntheticEvent) => void
  pending: boolean
  submit: string
  faults: number
  /** The page to which 'Cancelar' leads. */
  back?: string
  /** The sections after the first. */
  children?: ReactNode
}

/** A payroll's own fields on a screen of their own. */
export function PayrollForm<Form extends Named, Sent>(props: PayrollFormProps<Form, Sent>) {
  const { control, onSubmit, pending, submit, faults, back = paths.payrolls, children } = props
  const { t } = useTranslation()
  const field = (name: keyof Named) => ({
    control,
    name: name as FieldProps<Form, unknown, Sent>['name'],
    label: t(`payrolls.form.${name}`),
  })
  return (
    <FormPage onSubmit={onSubmit} faults={faults} cancelTo={back} submit={submit} pending={pending}>
      <FormSection title={t('payrolls.form.title')} detail={t('payrolls.form.titleDetail')}>
        <FullRow>
          <TextField {...field('name')} maxLength={200} autoComplete="off" />
        </FullRow>
        <FullRow>
          <TextField {...field('description')} maxLength={1000} autoComplete="off" />
        </FullRow>
      </FormSection>
      {children}
    </FormPage>
  )
}
