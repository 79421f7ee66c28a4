import { useTranslation } from 'react-i18next'
import { passwordForm } from '#contract/users.ts'
import { successText } from '#web/lib/answer-text.ts'
import { ApiError } from '#web/lib/api.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { NewPasswordFields } from '#web/shared/auth/new-password-fields.tsx'
import { Button } from '#web/ui/controls.tsx'
import { FormSection, FullRow } from '#web/ui/form-section.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { useChangePassword } from './api.ts'

const nothing = { password: '', newPassword: '', confirmPassword: '' }
const fields = ['password', 'newPassword', 'confirmPassword'] as const

export function PasswordSection() {
  const { t } = useTranslation()
  const change = useChangePassword()
  const { control, handleSubmit, reset, setError, formState } = useZodForm(passwordForm, nothing)
  useUnsavedChanges(formState.isDirty)

  const send = handleSubmit((passwords) => {
    if (change.isPending) return
    change.mutate(passwords, {
      onSuccess: () => {
        toastSuccess(successText('passwordChanged'), t('security.password.changed'))
        reset(nothing)
      },
      onError: (error) => {
        if (error instanceof ApiError) {
          if (error.isAboutSession) return
          if (error.code === 'WRONG_PASSWORD') {
            setError('password', { message: error.message }, { shouldFocus: true })
            return
          }
        }
        if (!showFaults(error, fields, setError)) toastError(error.message)
      },
    })
  })

  return (
    <form noValidate onSubmit={send}>
      <FormSection title={t('security.password.title')} detail={t('security.password.detail')}>
        <PasswordField
          control={control}
          name="password"
          label={t('security.password.current')}
          autoComplete="current-password"
        />
        <Block hideBelow="sm" />
        <NewPasswordFields
          control={control}
          name="newPassword"
          label={t('auth.field.newPassword')}
        />
        <FullRow>
          <Row justify="end" align="stretch">
            <Button type="submit" disabled={change.isPending} flex={{ xs: 1, sm: 'none' }}>
              {t('security.password.submit')}
            </Button>
          </Row>
        </FullRow>
      </FormSection>
    </form>
  )
}
