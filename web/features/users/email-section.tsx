import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { requiredEmail } from '#contract/fields.ts'
import type { StepUpGiven, User } from '#contract/users.ts'
import { ApiError } from '#web/lib/api.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { StepUpDialog } from '#web/shared/auth/step-up-dialog.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { TextField } from '#web/ui/form-fields.tsx'
import { FormSection, FullRow } from '#web/ui/form-section.tsx'
import { Grid, Row } from '#web/ui/layout.tsx'
import { ResendCode } from '#web/ui/resend-code.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.tsx'
import { useCodeEntry } from '#web/ui/use-code-entry.ts'
import { useConfirmEmail, useSendContactCode } from './api.ts'

/** Where codes and notices go: confirmed by a code, and changed by way of one. */
export function EmailSection({ user }: { user: User }) {
  const { t } = useTranslation()
  const [changing, setChanging] = useState(false)
  const [sent, setSent] = useState<{ sentTo: string; at: number }>()
  const send = useSendContactCode()

  /** To the present e-mail, or to a new one. */
  async function sendCode(body: { value?: string } & StepUpGiven = {}) {
    const { sentTo } = await send.mutateAsync(body)
    setSent({ sentTo, at: Date.now() })
  }
  const sendToPresent = () => sendCode().catch((error: Error) => toastError(error.message))

  return (
    <FormSection title={t('security.email.title')} detail={t('security.email.detail')}>
      <FullRow>
        <Row wrap gap={2}>
          <Text strong breakWords>
            {user.email}
          </Text>
          <Tag>
            {t(user.emailVerified ? 'security.email.confirmed' : 'security.email.unconfirmed')}
          </Tag>
        </Row>
      </FullRow>
      <FullRow>
        {sent ? (
          <CodeForm
            sent={sent}
            onResend={changing ? undefined : sendToPresent}
            isSending={send.isPending}
            onDone={() => {
              setSent(undefined)
              setChanging(false)
            }}
          />
        ) : changing ? (
          <NewEmail
            isConfirmed={user.emailVerified}
            isSending={send.isPending}
            send={sendCode}
            onCancel={() => setChanging(false)}
          />
        ) : (
          <Row wrap gap={3} align="stretch">
            {!user.emailVerified && (
              <Button variant="contained" disabled={send.isPending} onClick={sendToPresent}>
                {t('security.email.confirm')}
              </Button>
            )}
            <Button onClick={() => setChanging(true)}>{t('security.email.change')}</Button>
          </Row>
        )}
      </FullRow>
    </FormSection>
  )
}

const emailForm = z.object({ email: requiredEmail })

interface NewEmailProps {
  isConfirmed: boolean
  isSending: boolean
  send: (body: { value: string } & StepUpGiven) => Promise<void>
  onCancel: () => void
}

/** A new e-mail takes the password, and a code of the present one once that was confirmed. */
function NewEmail({ isConfirmed, isSending, send, onCancel }: NewEmailProps) {
  const { t } = useTranslation()
  const { control, handleSubmit } = useZodForm(emailForm, { email: '' })
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <>
      <Grid noValidate onSubmit={handleSubmit(({ email }) => setAsked(email))} as="form" gap={3}>
        <TextField
          control={control}
          name="email"
          label={t('security.email.new')}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoFocus
        />
        <Row wrap gap={3} align="stretch">
          <Button onClick={onCancel}>{t('ui.form.cancel')}</Button>
          <Button type="submit" variant="contained">
            {t('security.email.send')}
          </Button>
        </Row>
      </Grid>
      <DialogPresence>
        {asked !== null && (
          <StepUpDialog
            onClose={() => setAsked(null)}
            {...(isConfirmed && { action: 'CONTACT' as const })}
            confirm={t('stepUp.confirm')}
            busy={isSending}
            send={(entry) => send({ value: asked, ...entry })}
          />
        )}
      </DialogPresence>
    </>
  )
}

interface CodeFormProps {
  sent: { sentTo: string; at: number }
  /** Absent where another code would ask for the password once more. */
  onResend: (() => void) | undefined
  isSending: boolean
  onDone: () => void
}

function CodeForm({ sent, onResend, isSending, onDone }: CodeFormProps) {
  const { t } = useTranslation()
  const entry = useCodeEntry()
  const confirm = useConfirmEmail()

  function submit() {
    const code = entry.whole()
    if (code === undefined || confirm.isPending) return
    confirm.mutate(code, {
      onSuccess: () => {
        toastSuccess(t('security.email.saved'))
        onDone()
      },
      onError: (error) => {
        if (error instanceof ApiError && error.isAboutSession) return
        if (error instanceof ApiError && error.code === 'WRONG_CODE') entry.again(error.message)
        else toastError(error.message)
      },
    })
  }

  return (
    <Grid
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      as="form"
      gap={4}
    >
      <Typography role="status" component="div" sx={{ color: 'ink2', '& b': { color: 'ink' } }}>
        <Trans
          i18nKey="security.email.sent"
          values={{ sentTo: sent.sentTo }}
          components={{ b: <b /> }}
        />{' '}
        {onResend && <ResendCode sentAt={sent.at} onResend={onResend} pending={isSending} />}
      </Typography>
      <CodeField {...entry.field} autoFocus />
      <Row wrap gap={3} align="stretch">
        <Button onClick={onDone} disabled={confirm.isPending}>
          {t('ui.form.cancel')}
        </Button>
        <Button type="submit" variant="contained" disabled={confirm.isPending}>
          {t('stepUp.confirm')}
        </Button>
      </Row>
    </Grid>
  )
}
