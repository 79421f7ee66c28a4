import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/use-format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Notice } from '#web/ui/notice.tsx'
import { CheckLine } from './check-line.tsx'

interface PaidBeforeProps {
  at: string
  /** People of the payroll whom that run lacked; here more than can be paid alone. */
  missing: number
  canRepeat: boolean
  repeat: boolean
  onRepeat: (repeat: boolean) => void
  disabled: boolean
}

/** Paid less than 72 hours ago: a second time only on purpose. */
export function PaidBefore(props: PaidBeforeProps) {
  const { at, missing, canRepeat, repeat, onRepeat, disabled } = props
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(30_000)
  return (
    <Notice tone="amber">
      <Typography sx={{ fontSize: 'inherit' }}>
        {t('payments.paidBefore.text', { date: format.dateTime(at), age: format.age(at, now) })}
      </Typography>
      {missing > 0 && (
        <Typography sx={{ fontSize: 'inherit' }}>
          {t('payments.missing.many', { people: format.count(missing) })}
        </Typography>
      )}
      {canRepeat && (
        <CheckLine checked={repeat} disabled={disabled} onChange={onRepeat}>
          {t('payments.paidBefore.repeat')}
        </CheckLine>
      )}
    </Notice>
  )
}
