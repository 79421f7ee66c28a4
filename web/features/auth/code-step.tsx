import Button from '@mui/material/Button'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { CodeSent, MfaStarted } from '#contract/auth.ts'
import { ApiError } from '#web/lib/api.ts'
import { CodeField } from '#web/ui/code-field.tsx'
import { Block, Grid } from '#web/ui/layout.tsx'
import { BackButton } from '#web/ui/page-head.tsx'
import { ResendCode } from '#web/ui/resend-code.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastError } from '#web/ui/toasts.tsx'
import { useCodeEntry } from '#web/ui/use-code-entry.ts'
import { useResendCode, useSignInCode } from './api.ts'
import { AccessFoot, AccessPage } from './sign-in-layout.tsx'

interface CodeStepProps {
  email: string
  started: MfaStarted
  /** To e-mail and password again: the code's time is over, or the person wants it. */
  onBack: () => void
}

/** The code that was sent after the password was right. */
export function CodeStep({ email, started, onBack }: CodeStepProps) {
  const { t } = useTranslation()
  const [sent, setSent] = useState<CodeSent & { at: number }>(() => ({
    ...started,
    at: Date.now(),
  }))
  const entry = useCodeEntry()
  const signIn = useSignInCode()
  const resend = useResendCode()
  const { mfaToken } = started

  function send() {
    if (signIn.isPending) return
    const code = entry.whole()
    if (code === undefined) return
    signIn.mutate(
      { email, mfaToken, code },
      {
        onError: (error) => {
          if (error instanceof ApiError && error.code === 'WRONG_CODE') {
            entry.again(error.message)
            return
          }
          toastError(error.message)
          if (error instanceof ApiError && error.code === 'MFA_EXPIRED') onBack()
        },
      },
    )
  }

  function sendAnother() {
    resend.mutate(
      { email, mfaToken },
      {
        onSuccess: (answer) => {
          setSent({ ...answer, at: Date.now() })
          entry.again()
        },
        onError: (error) => {
          if (error instanceof ApiError && error.code === 'MFA_EXPIRED') onBack()
        },
      },
    )
  }

  const title = t('auth.code.title')
  return (
    <AccessPage title={title}>
      <Block mb="7px">
        <BackButton onClick={onBack} text={t('auth.login.title')} />
      </Block>
      <Text variant="h1" size={{ xs: 30 }}>
        {title}
      </Text>
      <Text role="status" mt={1} mb={6} tone="ink2" boldInk>
        <Trans
          i18nKey={`auth.code.sent.${sent.via}`}
          values={{ sentTo: sent.sentTo }}
          components={{ b: <b /> }}
        />
      </Text>
      <Grid
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
        as="form"
        gap={5}
      >
        <CodeField {...entry.field} autoFocus />
        <Button type="submit" variant="contained" size="large" disabled={signIn.isPending}>
          {t('auth.signUp.continue')}
        </Button>
      </Grid>
      <AccessFoot>
        <ResendCode sentAt={sent.at} onResend={sendAnother} pending={resend.isPending} />
      </AccessFoot>
    </AccessPage>
  )
}
