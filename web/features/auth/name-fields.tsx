import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { TextField } from '#web/ui/form-fields.tsx'
import { Grid } from '#web/ui/layout.tsx'

interface Named {
  firstName: string
  lastName: string
}

interface NameFieldsProps<Form extends FieldValues & Named, Sent> {
  control: Control<Form, unknown, Sent>
}

/** First and last name of an account, side by side. */
export function NameFields<Form extends FieldValues & Named, Sent>({
  control,
}: NameFieldsProps<Form, Sent>) {
  const { t } = useTranslation()
  return (
    <Grid columns="1fr 1fr" gap={4} align="start">
      <TextField
        control={control}
        name={'firstName' as FieldPath<Form>}
        label={t('auth.field.firstName')}
        autoComplete="given-name"
      />
      <TextField
        control={control}
        name={'lastName' as FieldPath<Form>}
        label={t('auth.field.lastName')}
        autoComplete="family-name"
      />
    </Grid>
  )
}
