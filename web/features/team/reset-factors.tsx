import { useTranslation } from 'react-i18next'
import type { Member } from '#contract/team.ts'
import { fullName } from '#web/lib/full-name.ts'
import { usePresentFactor } from '#web/shared/auth/use-present-factor.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useResetFactors } from './api.ts'

interface ResetFactorsProps {
  /** Null: nobody's. */
  member: Member | null
  /** A key approves it first. */
  waits: boolean
  onClose: () => void
}

/**
 * Takes the factors of somebody who lost key and phone: asks first, then for one of the
 * administrator's own.
 */
export function ResetFactors({ member, waits, onClose }: ResetFactorsProps) {
  const { t } = useTranslation()
  const present = usePresentFactor('FACTORS')
  const reset = useResetFactors()

  async function confirm({ _id, ...names }: Member) {
    onClose()
    const done = await present.run((given) => reset.mutateAsync({ id: _id, given }), {
      confirm: t('team.reset.confirm'),
    })
    if (done === undefined) return
    toastSuccess(waits ? t('team.reset.waits') : t('team.reset.done', { name: fullName(names) }))
  }

  return (
    <>
      <DialogPresence>
        {member && (
          <ConfirmDialog
            onClose={onClose}
            title={t('team.reset.title')}
            question={t('team.reset.question')}
            name={fullName(member)}
            consequence={t('team.reset.consequence')}
            confirm={t('team.reset.confirm')}
            onConfirm={() => void confirm(member)}
            busy={present.isBusy}
          />
        )}
      </DialogPresence>
      {present.dialog}
    </>
  )
}
