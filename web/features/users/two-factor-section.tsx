import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Switch from '@mui/material/Switch'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { twoFactorForm, type User } from '#contract/users.ts'
import { answerText } from '#web/lib/answer-text.ts'
import { ApiError } from '#web/lib/api.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { salvadoranPrefix, typedPhone } from '#web/lib/phone.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { StepUpDialog } from '#web/shared/auth/step-up-dialog.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { TextField } from '#web/ui/form-fields.tsx'
import { FormSection, FullRow } from '#web/ui/form-section.tsx'
import { RadioRows } from '#web/ui/radio-rows.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.tsx'
import { type TwoFactor, useSaveTwoFactor } from './api.ts'

/** Off is saved at once; on is saved with its channel, and with a phone for text messages. */
export function TwoFactorSection({ user }: { user: User }) {
  const { t } = useTranslation()
  const switchId = useId()
  const save = useSaveTwoFactor()
  const present = user.preferences.twoFactorAuthentication
  const { control, handleSubmit, setError, setValue, watch } = useZodForm<
    TwoFactor,
    typeof twoFactorForm
  >(twoFactorForm, { ...present, phone: user.phone || salvadoranPrefix })
  const { enabled, via, phone } = watch()
  const lacksPhone = via === 'SMS' && typedPhone(phone) === ''
  const [asked, setAsked] = useState<TwoFactor | null>(null)

  function saved({ enabled }: TwoFactor) {
    setAsked(null)
    toastSuccess(answerText(enabled ? 'twoFactorUpdated' : 'twoFactorOff'))
  }

  /** An unsaved choice must not look saved. */
  function notSaved(twoFactor: TwoFactor) {
    if (!twoFactor.enabled) setValue('enabled', true)
  }

  function send(typed: TwoFactor) {
    if (save.isPending) return
    const twoFactor = { ...typed, phone: typedPhone(typed.phone) }
    save.mutate(twoFactor, {
      onSuccess: () => saved(twoFactor),
      onError: (error) => {
        if (error instanceof ApiError && error.code === 'CODE_REQUIRED') {
          setAsked(twoFactor)
          return
        }
        notSaved(twoFactor)
        if (error instanceof ApiError && error.isAboutSession) return
        if (showFaults(error, ['phone'], setError)) return
        toastError(t('security.twoFactor.failed'), error.message)
      },
    })
  }

  function toggle(on: boolean) {
    if (save.isPending) return
    setValue('enabled', on)
    if (!on && present.enabled) send({ enabled: false, via: present.via, phone: '' })
  }

  return (
    <>
      <form noValidate onSubmit={handleSubmit(send)}>
        <FormSection title={t('security.twoFactor.title')} detail={t('security.twoFactor.detail')}>
          <FullRow>
            <Box
              component="label"
              htmlFor={switchId}
              sx={{
                display: 'inline-flex',
                alignItems: 'center',
                gap: 3,
                minHeight: 40,
                // Level with the section's title.
                mt: { md: '-9px' },
                cursor: 'pointer',
                fontWeight: 500,
                color: enabled ? 'anil' : 'ink2',
              }}
            >
              <Switch
                id={switchId}
                checked={enabled}
                onChange={(_event, on) => toggle(on)}
                slotProps={{ input: { 'aria-label': t('security.twoFactor.title') } }}
              />
              {t(enabled ? 'security.twoFactor.on' : 'security.twoFactor.off')}
            </Box>
          </FullRow>
          {enabled && (
            <>
              <FullRow>
                <RadioRows
                  label={t('security.twoFactor.via')}
                  value={via}
                  onChange={(next) => setValue('via', next)}
                  options={[
                    { value: 'EMAIL', title: t('security.twoFactor.email'), detail: user.email },
                    {
                      value: 'SMS',
                      title: t('security.twoFactor.sms'),
                      detail: t('security.twoFactor.smsDetail'),
                    },
                  ]}
                  inLine
                />
              </FullRow>
              {via === 'SMS' ? (
                <TextField
                  control={control}
                  name="phone"
                  label={t('employees.field.phone')}
                  type="tel"
                  inputMode="tel"
                  autoComplete="tel"
                  {...(lacksPhone && { hint: t('security.twoFactor.needsPhone') })}
                />
              ) : (
                <Box sx={{ display: { xs: 'none', sm: 'block' } }} />
              )}
              <Box
                sx={{
                  display: 'flex',
                  justifyContent: 'flex-end',
                  // Beside the field, without its label.
                  pt: { xs: 0, sm: via === 'SMS' ? '27px' : 0 },
                  '& > *': { flex: { xs: 1, sm: 'none' } },
                }}
              >
                <Button
                  type="submit"
                  variant="contained"
                  disabled={lacksPhone || save.isPending}
                  sx={{ height: 46, minWidth: 122 }}
                >
                  {t('ui.form.save')}
                </Button>
              </Box>
            </>
          )}
        </FormSection>
      </form>
      <DialogPresence>
        {asked && (
          <StepUpDialog
            onClose={() => {
              notSaved(asked)
              setAsked(null)
            }}
            action="TWO_FACTOR"
            confirm={t('stepUp.confirm')}
            busy={save.isPending}
            send={async (entry) => {
              await save.mutateAsync({ ...asked, ...entry })
              saved(asked)
            }}
          />
        )}
      </DialogPresence>
    </>
  )
}
