import Box from '@mui/material/Box'
import type { FormEventHandler, ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type FieldProps, TextField } from '#web/ui/form-fields.tsx'

interface AccessFormProps {
  onSubmit: FormEventHandler<HTMLFormElement>
  children: ReactNode
}

/** Fields one below the other, and their button. */
export function AccessForm({ onSubmit, children }: AccessFormProps) {
  return (
    <Box component="form" noValidate onSubmit={onSubmit} sx={{ display: 'grid', gap: 5 }}>
      {children}
    </Box>
  )
}

/** What one signs in with. */
export function EmailField<Form extends FieldValues, Context, Sent>(
  props: Pick<FieldProps<Form, Context, Sent>, 'control' | 'name'>,
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
