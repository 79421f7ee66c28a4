import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { anyPassword, preprocess, requiredEmail, say } from '#contract/fields.ts'
import { optionalPhone } from '#contract/person-fields.ts'
import type { Channel, User } from '#contract/user.ts'
import { ApiError } from '#web/lib/api.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { readTypedPhone, salvadoranPrefix } from '#web/lib/phone.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { StepUpCode } from '#web/shared/auth/step-up-code.tsx'
import { useStepUp } from '#web/shared/auth/use-step-up.ts'
import { useSendContactCode } from '#web/shared/contact/api.ts'
import { wrongCodeText } from '#web/shared/contact/wrong-code.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { TextField } from '#web/ui/form-fields.tsx'
import { Grid } from '#web/ui/layout.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { toastError } from '#web/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import type { SentCode } from './contact-code-step.tsx'

const phone = preprocess(
  (typed) => (typeof typed === 'string' ? readTypedPhone(typed) : typed),
  optionalPhone,
).check(z.refine((digits) => digits !== '', { error: say('required') }))
const forms = {
  EMAIL: z.object({ value: requiredEmail, password: anyPassword }),
  SMS: z.object({ value: phone, password: anyPassword }),
}
const inputs = {
  EMAIL: { type: 'email', inputMode: 'email', autoComplete: 'email' },
  SMS: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
} as const

/** The field that a refusal is about. */
const fieldOf: Record<string, 'value' | 'password' | undefined> = {
  EMAIL_TAKEN: 'value',
  WRONG_PASSWORD: 'password',
}

interface NewContactStepProps {
  user: User
  channel: Channel
  typed: string | undefined
  onClose: () => void
  onSent: (sent: SentCode) => void
}

/**
 * A new e-mail or phone takes the password and a code of the present channel. An e-mail that nobody
 * confirmed is changed by the password alone.
 */
export function NewContactStep({ user, channel, typed, onClose, onSent }: NewContactStepProps) {
  const { t } = useTranslation()
  const stepUp = useStepUp('CONTACT')
  const send = useSendContactCode(channel)
  const value = typed ?? (channel === 'SMS' ? salvadoranPrefix : '')
  const { control, handleSubmit, setError, formState } = useZodForm(forms[channel], {
    value,
    password: '',
  })
  const { saved, leave } = useUnsavedChanges(formState.isDirty)
  const close = () => leave(onClose)
  const needsCode = channel === 'SMS' || user.emailVerified

  const waits = send.isPending || stepUp.isWaiting

  const submit = handleSubmit(async (given) => {
    if (waits) return
    const proof = needsCode ? await stepUp.prove() : {}
    if (!proof) return
    send.mutate(
      { ...given, ...proof },
      {
        onSuccess: ({ sentTo }) => {
          saved()
          onSent({ sentTo, at: Date.now() })
        },
        onError: (error) => {
          const wrong = wrongCodeText(error)
          if (wrong !== null) stepUp.entry.again(wrong)
          else if (!stepUp.refused(error)) showRefusal(error)
        },
      },
    )
  })

  function showRefusal(error: Error) {
    const known = error instanceof ApiError ? error : null
    if (known?.isAboutSession) return
    if (showFaults(error, ['value', 'password'], setError)) return
    const field = known && fieldOf[known.code]
    if (field) setError(field, { message: error.message }, { shouldFocus: true })
    else toastError(error.message)
  }

  return (
    <AppDialog
      onClose={close}
      title={t(`contact.${channel}.changeTitle`)}
      busy={waits}
      note={t(`contact.${channel}.note`)}
      onSubmit={(event) => {
        // The step stands inside the form of the screen, which must not be sent.
        event.stopPropagation()
        void submit(event)
      }}
      actions={
        <>
          <Button onClick={close} disabled={waits}>
            {t('ui.form.cancel')}
          </Button>
          <Button type="submit" variant="contained" disabled={waits}>
            {t(stepUp.isWaiting ? 'factors.key.waiting' : 'contact.send')}
          </Button>
        </>
      }
    >
      <Grid gap={5} pt={1}>
        <TextField
          control={control}
          name="value"
          label={t(`contact.${channel}.new`)}
          {...inputs[channel]}
          autoFocus
        />
        <PasswordField
          control={control}
          name="password"
          label={t('contact.password')}
          autoComplete="current-password"
        />
      </Grid>
      {needsCode && <StepUpCode stepUp={stepUp} />}
    </AppDialog>
  )
}
