import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { FormEventHandler, ReactNode } from 'react'
import type { Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/shared/paths.ts'
import { ActionBar, asTallAsTheWindow } from '#web/ui/action-bar.tsx'
import { type FieldProps, TextField } from '#web/ui/form-fields.tsx'
import { FormSection, FullRow } from '#web/ui/form-section.tsx'

interface Named {
  name: string
  description: string
}

interface PayrollFormProps<Form extends Named, Sent> {
  control: Control<Form, unknown, Sent>
  onSubmit: FormEventHandler<HTMLFormElement>
  pending: boolean
  submit: string
  faults: number
  /** Where 'Cancelar' leads. */
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
    <Box component="form" noValidate onSubmit={onSubmit} sx={asTallAsTheWindow}>
      <FormSection title={t('payrolls.form.title')} detail={t('payrolls.form.titleDetail')}>
        <FullRow>
          <TextField {...field('name')} maxLength={200} autoComplete="off" />
        </FullRow>
        <FullRow>
          <TextField {...field('description')} maxLength={1000} autoComplete="off" />
        </FullRow>
      </FormSection>
      {children}
      <ActionBar message={faults > 0 && t('ui.form.faults', { count: faults })}>
        <Button component={Link} to={back} variant="text" sx={{ color: 'ink', px: 4.5 }}>
          {t('ui.form.cancel')}
        </Button>
        <Button type="submit" variant="contained" disabled={pending} sx={{ minWidth: 122 }}>
          {submit}
        </Button>
      </ActionBar>
    </Box>
  )
}
