import type { ReactNode, Ref, SyntheticEvent } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type FieldProps, TextField } from '#web/ui/form-fields.tsx'
import { Grid } from '#web/ui/layout.tsx'

interface AccessFormProps {
  ref?: Ref<HTMLFormElement>
  onSubmit: (event: SyntheticEvent) => void
  children: ReactNode
}

/** Fields one below the other, and their button. */
export function AccessForm({ ref, onSubmit, children }: AccessFormProps) {
  return (
    <Grid ref={ref} noValidate onSubmit={onSubmit} as="form" gap={5}>
      {children}
    </Grid>
  )
}

/** The e-mail of an account. */
export function EmailField<Form extends FieldValues, Context, Sent>(
  props: Pick<FieldProps<Form, Context, Sent>, 'control' | 'name' | 'hint'> & {
    readOnly?: boolean
  },
) {
  const { t } = useTranslation()
  return (
    <TextField
      {...props}
      label={t('auth.field.email')}
      type="email"
      inputMode="email"
      autoComplete="username"
    />
  )
}
