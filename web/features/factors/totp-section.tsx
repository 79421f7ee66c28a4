import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod/mini'
import type { Factors, totpStarted } from '#contract/factors.ts'
import { importOrReload } from '#web/lib/newer-build.ts'
import { usePresentFactor } from '#web/shared/auth/use-present-factor.tsx'
import { useWhen } from '#web/shared/factors/use-when.ts'
import { Button } from '#web/ui/controls.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { FormSection, FullRow } from '#web/ui/form-section.tsx'
import { PhonelinkLockIcon } from '#web/ui/icons/phonelink-lock.tsx'
import { Row } from '#web/ui/layout.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { pathOfApp, requestAppSecret, useRemoveFactor } from './api.ts'
import { FactorRow, RowAction } from './factor-row.tsx'

const TotpDialog = lazy(async () => ({
  default: (await importOrReload(() => import('./totp-dialog.tsx'))).TotpDialog,
}))

interface TotpSectionProps {
  factors: Factors
  /** The app was confirmed; with the password that was typed for it, if it was asked for. */
  onActivated: (password: string | undefined) => void
}

/** The authenticator app: whether there is one, another phone, or none. */
export function TotpSection({ factors, onActivated }: TotpSectionProps) {
  const { t } = useTranslation()
  const when = useWhen()
  const present = usePresentFactor('FACTORS')
  const remove = useRemoveFactor()
  const [started, setStarted] = useState<z.infer<typeof totpStarted> | null>(null)
  const password = useRef<string>(undefined)
  const { totp } = factors

  async function start() {
    const answer = await present.run((given) => {
      password.current = given.password
      return requestAppSecret(given)
    })
    if (answer) setStarted(answer)
  }

  async function takeAway() {
    const removed = await present.run((given) => remove.mutateAsync({ path: pathOfApp, given }), {
      confirm: t('factors.totp.remove'),
      takesRecovery: true,
    })
    if (removed !== undefined) toastSuccess(t('factors.totp.offToast'))
  }

  return (
    <FormSection title={t('factors.totp.title')} detail={t('factors.totp.detail')}>
      <FullRow>
        {totp ? (
          <Panel flush>
            <FactorRow
              icon={PhonelinkLockIcon}
              name={t('factors.totp.on')}
              facts={[t('factors.totp.since', { when: when(totp.confirmedAt) })]}
            >
              <RowAction onClick={() => void start()} disabled={present.isBusy}>
                {t('factors.totp.move')}
              </RowAction>
              <RowAction
                onClick={() => void takeAway()}
                disabled={present.isBusy}
                label={t('factors.totp.removeLabel')}
              >
                {t('factors.totp.remove')}
              </RowAction>
            </FactorRow>
          </Panel>
        ) : (
          <Row justify="end">
            <Button
              onClick={() => void start()}
              disabled={present.isBusy}
              aria-label={`${t('factors.totp.start')}: ${t('factors.totp.title')}`}
              flex={{ xs: 1, sm: 'none' }}
            >
              {t('factors.totp.start')}
            </Button>
          </Row>
        )}
        {present.dialog}
        <Suspense>
          <DialogPresence>
            {started && (
              <TotpDialog
                started={started}
                givesCodes={factors.recoveryCodes === null}
                onClose={() => {
                  password.current = undefined
                  setStarted(null)
                }}
                onActivated={() => {
                  setStarted(null)
                  toastSuccess(t('factors.totp.onToast'))
                  onActivated(password.current)
                  password.current = undefined
                }}
              />
            )}
          </DialogPresence>
        </Suspense>
      </FullRow>
    </FormSection>
  )
}
