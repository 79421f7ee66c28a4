import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { signUpFirstStep } from '#contract/sign-up.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { NewPasswordFields } from '#web/shared/auth/new-password-fields.tsx'
import { Button } from '#web/ui/controls.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { NameFields } from './name-fields.tsx'
import { AccessForm, EmailField } from './sign-in-form.tsx'

export interface SignUpPerson {
  firstName: string
  lastName: string
  email: string
  password: string
  confirmPassword: string
}

interface PersonStepProps {
  person: SignUpPerson
  /** The server's refusal of an earlier try. */
  takenEmail: { email: string; message: string } | null
  /** The e-mail is the invitation's. */
  invited: boolean
  onContinue: (person: SignUpPerson) => void
}

export function PersonStep({ person, takenEmail, invited, onContinue }: PersonStepProps) {
  const { t } = useTranslation()
  const { control, handleSubmit, setError, formState } = useZodForm(signUpFirstStep, person)
  // Back from the second step, everything is there as it was typed.
  useUnsavedChanges(formState.isDirty || person.firstName !== '')

  useEffect(() => {
    if (takenEmail?.email !== person.email) return
    setError('email', { type: 'server', message: takenEmail.message }, { shouldFocus: true })
  }, [takenEmail, person.email, setError])

  return (
    <AccessForm onSubmit={handleSubmit(onContinue)}>
      <NameFields control={control} />
      <EmailField
        control={control}
        name="email"
        {...(invited && { readOnly: true, hint: t('auth.invitation.email') })}
      />
      <NewPasswordFields control={control} name="password" label={t('auth.field.password')} />
      <Button type="submit" variant="contained" size="large" mt={1}>
        {t('auth.signUp.continue')}
      </Button>
    </AccessForm>
  )
}
