import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resetRequest } from '#contract/users.ts'
import { successText } from '#web/lib/answer-text.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { paths } from '#web/shared/paths.ts'
import { TestMessageLink } from '#web/shared/sandbox/test-message-link.tsx'
import { Button, Link } from '#web/ui/controls.tsx'
import { Block } from '#web/ui/layout.tsx'
import { BackLink } from '#web/ui/page-head.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastError } from '#web/ui/toasts.tsx'
import { DoneView } from './done-view.tsx'
import { useAskReset } from './reset-api.ts'
import { AccessForm, EmailField } from './sign-in-form.tsx'
import { AccessFoot, AccessPage } from './sign-in-layout.tsx'

/** Asks for the mail that lets one choose a new password. */
export function Component() {
  const { t } = useTranslation()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const ask = useAskReset()
  const { control, handleSubmit, setError } = useZodForm(resetRequest, { email: '' })
  const send = handleSubmit((body) => {
    if (ask.isPending) return
    ask.mutate(body, {
      onSuccess: () => setSentTo(body.email),
      onError: (error) => {
        if (!showFaults(error, ['email'], setError)) toastError(error.message)
      },
    })
  })
  const title = t('auth.forgot.title')
  if (sentTo !== null) {
    return (
      <AccessPage title={title}>
        <DoneView
          title={t('auth.forgot.sentTitle')}
          text={successText('resetMailSent')}
          detail={t('auth.forgot.sentDetail', { email: sentTo })}
        />
        <AccessFoot>
          {t('auth.forgot.notThere')}{' '}
          <Link component="button" type="button" onClick={() => setSentTo(null)}>
            {t('auth.forgot.again')}
          </Link>{' '}
          <TestMessageLink to={sentTo} />
        </AccessFoot>
      </AccessPage>
    )
  }
  return (
    <AccessPage title={title}>
      <Block mb="7px">
        <BackLink to={paths.login} text={t('auth.login.title')} />
      </Block>
      <Text variant="h1" size={{ xs: 30 }}>
        {title}
      </Text>
      <Text mt={2} mb={6} tone="ink2">
        {t('auth.forgot.detail')}
      </Text>
      <AccessForm onSubmit={send}>
        <EmailField control={control} name="email" />
        <Button type="submit" variant="contained" size="large" disabled={ask.isPending} mt={1}>
          {t('auth.forgot.submit')}
        </Button>
      </AccessForm>
    </AccessPage>
  )
}
