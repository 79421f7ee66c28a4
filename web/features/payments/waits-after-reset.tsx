import { useTranslation } from 'react-i18next'
import type { PaymentPreview } from '#contract/payments.ts'
import { sayWait } from '#web/lib/wait-sentence.ts'
import { Link } from '#web/ui/controls.tsx'
import { Notice } from '#web/ui/notice.tsx'

export type ResetPerson = NonNullable<PaymentPreview['waits']>['employees'][number]

interface WaitsAfterResetProps {
  waits: PaymentPreview['waits']
  /** Whether somebody is left whom the run would pay. */
  canLeave: boolean
  left: readonly ResetPerson[]
  onLeave: (people: ResetPerson[]) => void
  disabled: boolean
}

const namesOf = (people: readonly ResetPerson[]) => people.map(({ name }) => name).join(', ')

/** After a password reset: who can't be paid yet, and whether they are left out of this run. */
export function WaitsAfterReset(props: WaitsAfterResetProps) {
  const { waits, canLeave, left, onLeave, disabled } = props
  const { t } = useTranslation()
  return (
    <>
      {waits && (
        <Notice tone="brick">
          {t('payments.waits.text', { names: namesOf(waits.employees) })} {sayWait(waits.until)}{' '}
          {canLeave && (
            <Link
              component="button"
              type="button"
              disabled={disabled}
              onClick={() => onLeave([...left, ...waits.employees])}
            >
              {t('payments.waits.leave', { count: waits.employees.length })}
            </Link>
          )}
        </Notice>
      )}
      {left.length > 0 && (
        <Notice tone="amber" role="status">
          {t('payments.waits.left', { names: namesOf(left) })}{' '}
          <Link component="button" type="button" disabled={disabled} onClick={() => onLeave([])}>
            {t('payments.waits.include', { count: left.length })}
          </Link>
        </Notice>
      )}
    </>
  )
}
