import Switch from '@mui/material/Switch'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/user.ts'
import { twoFactorForm } from '#contract/users.ts'
import { successText } from '#web/lib/answer-text.ts'
import { ApiError } from '#web/lib/api.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { readTypedPhone, salvadoranPrefix } from '#web/lib/phone.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { StepUpDialog } from '#web/shared/auth/step-up-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { TextField } from '#web/ui/form-fields.tsx'
import { FormSection, FullRow } from '#web/ui/form-section.tsx'
import { Row } from '#web/ui/layout.tsx'
import { RadioRows } from '#web/ui/radio-rows.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { type TwoFactor, useSaveTwoFactor } from './api.ts'
import { ContactDialog } from './contact-dialog.tsx'
import { FactorOrder, type StrongFactor } from './factor-order.tsx'

/** Whether codes can go there: what it names was confirmed by one. */
const isConfirmed = (user: User, { via, phone }: TwoFactor) =>
  via === 'EMAIL' ? user.emailVerified : user.phoneVerified && phone === user.phone

interface TwoFactorSectionProps {
  user: User
  /** A passkey and an app of codes ask by themselves: messages come after them. */
  strong?: readonly StrongFactor[]
}

/**
 * Off is saved at once; on is saved with its channel, once a code has come by it. A phone is typed for
 * text messages.
 */
export function TwoFactorSection({ user, strong = [] }: TwoFactorSectionProps) {
  const { t } = useTranslation()
  const switchId = useId()
  const save = useSaveTwoFactor()
  const present = user.preferences.twoFactorAuthentication
  const { control, handleSubmit, setError, setValue, watch } = useZodForm<
    TwoFactor,
    typeof twoFactorForm
  >(twoFactorForm, { ...present, phone: user.phone || salvadoranPrefix })
  const values = watch()
  const { enabled, via } = values
  const typed = { ...values, phone: readTypedPhone(values.phone) }
  const lacksPhone = via === 'SMS' && typed.phone === ''
  const [toConfirm, setToConfirm] = useState<TwoFactor | null>(null)
  const [confirming, setConfirming] = useState<TwoFactor | null>(null)
  const isPhoneNew = via === 'SMS' && typed.phone !== (user.phone ?? '')
  const isStrong = strong.length > 0
  const [isOpen, setOpen] = useState(false)
  const [stays, setStays] = useState(false)
  const isSwitchedOn = !present.enabled && !isStrong
  useUnsavedChanges(enabled && (isSwitchedOn || via !== present.via || isPhoneNew))

  function saved({ enabled }: TwoFactor) {
    setToConfirm(null)
    setOpen(false)
    if (isStrong && !enabled) toastSuccess(t('factors.twoFactor.withoutToast'))
    else toastSuccess(successText(enabled ? 'twoFactorUpdated' : 'twoFactorOff'))
  }

  /** An unsaved choice must not look saved. */
  function notSaved(twoFactor: TwoFactor) {
    if (!twoFactor.enabled) setValue('enabled', true)
  }

  function send(twoFactor: TwoFactor) {
    if (save.isPending) return
    save.mutate(twoFactor, {
      onSuccess: () => saved(twoFactor),
      onError: (error) => {
        const code = error instanceof ApiError ? error.code : null
        if (code === 'CODE_REQUIRED') return setToConfirm(twoFactor)
        notSaved(twoFactor)
        // Another tab changed it meanwhile.
        if (code === 'CHANNEL_NOT_CONFIRMED') return setConfirming(twoFactor)
        if (error instanceof ApiError && error.isAboutSession) return
        if (showFaults(error, ['phone'], setError)) return
        toastError(t('security.twoFactor.failed'), error.message)
      },
    })
  }

  function confirmOrSend(form: TwoFactor) {
    const twoFactor = { ...form, phone: readTypedPhone(form.phone) }
    if (isConfirmed(user, twoFactor)) send(twoFactor)
    else setConfirming(twoFactor)
  }

  function toggle(on: boolean) {
    if (save.isPending) return
    if (isStrong) return setStays(true)
    setValue('enabled', on)
    if (!on && present.enabled) send({ enabled: false, via: present.via, phone: '' })
  }

  return (
    <>
      <form noValidate onSubmit={handleSubmit(confirmOrSend)}>
        <FormSection
          title={t('security.twoFactor.title')}
          detail={t(isStrong ? 'factors.twoFactor.detail' : 'security.twoFactor.detail')}
        >
          <FullRow>
            {/* Level with the section's title. */}
            <Row wrap columnGap={5} mt={{ md: '-9px' }}>
              <Row
                as="label"
                htmlFor={switchId}
                inline
                gap={3}
                minHeight={40}
                pointer
                weight={500}
                tone={present.enabled || isStrong ? 'anil' : enabled ? 'amber' : 'ink2'}
              >
                <Switch
                  id={switchId}
                  checked={enabled || isStrong}
                  onChange={(_event, on) => toggle(on)}
                  slotProps={{ input: { 'aria-label': t('security.twoFactor.title') } }}
                />
                <span role="status">
                  {t(`security.twoFactor.${isStrong ? 'on' : wordOf(present, enabled)}`)}
                </span>
              </Row>
              {isStrong && (
                <FactorOrder
                  factors={present.enabled ? [...strong, present.via] : strong}
                  isOpen={isOpen}
                  onOpen={() => {
                    setValue('enabled', true)
                    setOpen(true)
                  }}
                />
              )}
            </Row>
            {stays && isStrong && (
              <Text role="status" variant="body2" mt={2} tone="ink2">
                {t('factors.twoFactor.stays')}
              </Text>
            )}
          </FullRow>
          {(isStrong ? isOpen : enabled) && (
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
                  hint={
                    lacksPhone
                      ? t('security.twoFactor.needsPhone')
                      : !isConfirmed(user, typed) && t('security.twoFactor.confirmFirst')
                  }
                />
              ) : (
                <Text as="div" size={13} tone="ink2" hideEmpty>
                  {!user.emailVerified && t('security.twoFactor.confirmFirst')}
                </Text>
              )}
              <Row
                justify="end"
                align="stretch"
                wrap
                gap={2}
                column={{ sm: 2 }}
                // Beside the field, without its label.
                pt={{ xs: 0, sm: via === 'SMS' ? '27px' : 0 }}
              >
                {isStrong && present.enabled && (
                  <Button
                    variant="text"
                    disabled={save.isPending}
                    onClick={() => send({ enabled: false, via: present.via, phone: '' })}
                    height={46}
                    flex={{ xs: 1, sm: 'none' }}
                  >
                    {t('factors.twoFactor.without')}
                  </Button>
                )}
                <Button
                  type="submit"
                  variant="contained"
                  disabled={lacksPhone || save.isPending}
                  height={46}
                  flex={{ xs: 1, sm: 'none' }}
                  minWidth={122}
                >
                  {t('ui.form.save')}
                </Button>
              </Row>
            </>
          )}
        </FormSection>
      </form>
      <DialogPresence>
        {confirming && (
          <ContactDialog
            user={user}
            channel={confirming.via}
            kind={
              confirming.via === 'SMS' && confirming.phone !== user.phone ? 'change' : 'confirm'
            }
            typed={confirming.phone}
            onClose={() => setConfirming(null)}
            onDone={(changed) => {
              setConfirming(null)
              const phone = changed.phone ?? ''
              setValue('phone', phone || salvadoranPrefix)
              send({ ...confirming, phone })
            }}
          />
        )}
      </DialogPresence>
      <DialogPresence>
        {toConfirm && (
          <StepUpDialog
            onClose={() => {
              notSaved(toConfirm)
              setToConfirm(null)
            }}
            action="TWO_FACTOR"
            confirm={t('stepUp.confirm')}
            busy={save.isPending}
            send={async (entry) => {
              await save.mutateAsync({ ...toConfirm, ...entry })
              saved(toConfirm)
            }}
          />
        )}
      </DialogPresence>
    </>
  )
}

/** The saved state alone is called on or off. */
function wordOf(present: { enabled: boolean }, chosen: boolean): 'on' | 'off' | 'unsaved' {
  if (present.enabled) return 'on'
  return chosen ? 'unsaved' : 'off'
}
