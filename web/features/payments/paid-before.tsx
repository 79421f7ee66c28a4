import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/use-format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { CheckLine } from '#web/ui/check-line.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface PaidBeforeProps {
  at: string
  /** Somebody of the sheet was paid a bonus. */
  isBonus: boolean
  /** People of the payroll whom that run lacked; here more than can be paid alone. */
  missing: number
  canRepeat: boolean
  repeat: boolean
  onRepeat: (repeat: boolean) => void
  disabled: boolean
}

/** Paid less than 72 hours ago: a second time only on purpose. */
export function PaidBefore(props: PaidBeforeProps) {
  const { at, isBonus, missing, canRepeat, repeat, onRepeat, disabled } = props
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(30_000)
  return (
    <Notice tone="amber">
      <p>
        {t(isBonus ? 'payments.paidBefore.bonus' : 'payments.paidBefore.text', {
          date: format.dateTime(at),
          age: format.age(at, now),
        })}
      </p>
      {missing > 0 && <p>{t('payments.missing.many', { people: format.count(missing) })}</p>}
      {canRepeat && (
        <CheckLine checked={repeat} disabled={disabled} onChange={onRepeat}>
          {t(isBonus ? 'payments.paidBefore.another' : 'payments.paidBefore.repeat')}
        </CheckLine>
      )}
    </Notice>
  )
}
