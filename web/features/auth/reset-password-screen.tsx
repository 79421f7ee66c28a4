import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink, useSearchParams } from 'react-router'
import { resetForm } from '#contract/users.ts'
import { successText } from '#web/lib/answer-text.ts'
import { ApiError } from '#web/lib/api.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { endEverywhere } from '#web/lib/session-tabs.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { NewPasswordFields } from '#web/shared/auth/new-password-fields.tsx'
import { paths } from '#web/shared/paths.ts'
import { Button, Link } from '#web/ui/controls.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastError } from '#web/ui/toasts.tsx'
import { UnsavedChanges, useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { DoneView } from './done-view.tsx'
import { useResetPassword } from './reset-api.ts'
import { AccessForm } from './sign-in-form.tsx'
import { AccessFoot, AccessPage } from './sign-in-layout.tsx'

/**
 * The screen to which the mail's link leads. The token that the link carries is good for one
 * password.
 */
export function Component() {
  const { t } = useTranslation()
  const code = useSearchParams()[0].get('token') ?? ''
  const [restored, setRestored] = useState(false)
  const title = t('auth.reset.title')
  return (
    <UnsavedChanges visitor>
      <AccessPage title={title}>
        {restored ? (
          <DoneView
            title={t('auth.reset.doneTitle')}
            text={successText('passwordReset')}
            detail={t('auth.reset.doneDetail')}
          />
        ) : (
          <>
            <Text variant="h1" mb={7} size={{ xs: 30 }}>
              {title}
            </Text>
            {code === '' ? (
              <DeadLink />
            ) : (
              <ResetForm code={code} onDone={() => setRestored(true)} />
            )}
          </>
        )}
      </AccessPage>
    </UnsavedChanges>
  )
}

function ResetForm({ code, onDone }: { code: string; onDone: () => void }) {
  const { t } = useTranslation()
  const reset = useResetPassword(code)
  const [dead, setDead] = useState(false)
  const { control, handleSubmit, setError, formState } = useZodForm(resetForm, {
    newPassword: '',
    confirmPassword: '',
  })
  const { saved } = useUnsavedChanges(formState.isDirty)
  const send = handleSubmit(({ newPassword }) => {
    if (reset.isPending) return
    reset.mutate(
      { newPassword },
      {
        onSuccess: () => {
          saved()
          // A new password ends every session of the person's, this browser's too if there is one.
          endEverywhere('closed')
          onDone()
        },
        onError: (error) => {
          if (showFaults(error, ['newPassword'], setError)) return
          if (error instanceof ApiError && error.code === 'RESET_CODE_INVALID') setDead(true)
          else toastError(error.message)
        },
      },
    )
  })
  if (dead) return <DeadLink />
  return (
    <AccessForm onSubmit={send}>
      <NewPasswordFields control={control} name="newPassword" label={t('auth.field.newPassword')} />
      <Button type="submit" variant="contained" size="large" disabled={reset.isPending} mt={1}>
        {t('auth.reset.submit')}
      </Button>
    </AccessForm>
  )
}

/** Used, too old, or cut off by a mail program. */
function DeadLink() {
  const { t } = useTranslation()
  return (
    <>
      <Row role="alert" as="p" gap={2} mb={6} align="stretch">
        <Mark name="alert" mt="3px" tone="brick" />
        {t('auth.reset.dead')}
      </Row>
      <Button
        component={RouterLink}
        to={paths.forgotPassword}
        variant="contained"
        size="large"
        fullWidth
      >
        {t('auth.reset.askAgain')}
      </Button>
      <AccessFoot>
        <Link component={RouterLink} to={paths.login}>
          {t('auth.login.title')}
        </Link>
      </AccessFoot>
    </>
  )
}
