import Button from '@mui/material/Button'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { signUpFirstStep } from '#contract/auth.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { NewPasswordFields } from '#web/shared/auth/new-password-fields.tsx'
import { TextField } from '#web/ui/form-fields.tsx'
import { Grid } from '#web/ui/layout.tsx'
import { AccessForm, EmailField } from './sign-in-form.tsx'

export interface Person {
  firstName: string
  lastName: string
  email: string
  password: string
  confirmPassword: string
}

interface PersonStepProps {
  person: Person
  /** The server's refusal of an earlier try. */
  takenEmail: { email: string; message: string } | null
  onContinue: (person: Person) => void
}

export function PersonStep({ person, takenEmail, onContinue }: PersonStepProps) {
  const { t } = useTranslation()
  const { control, handleSubmit, setError } = useZodForm(signUpFirstStep, person)

  useEffect(() => {
    if (takenEmail?.email !== person.email) return
    setError('email', { type: 'server', message: takenEmail.message }, { shouldFocus: true })
  }, [takenEmail, person.email, setError])

  return (
    <AccessForm onSubmit={handleSubmit(onContinue)}>
      <Grid columns="1fr 1fr" gap={4} align="start">
        <TextField
          control={control}
          name="firstName"
          label={t('auth.field.firstName')}
          autoComplete="given-name"
        />
        <TextField
          control={control}
          name="lastName"
          label={t('auth.field.lastName')}
          autoComplete="family-name"
        />
      </Grid>
      <EmailField control={control} name="email" />
      <NewPasswordFields control={control} name="password" label={t('auth.field.password')} />
      <Button type="submit" variant="contained" size="large" sx={{ mt: 1 }}>
        {t('auth.signUp.continue')}
      </Button>
    </AccessForm>
  )
}
