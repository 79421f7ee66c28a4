import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Occurrence } from '#contract/calendar.ts'
import { paths } from '#web/shared/paths.ts'
import { Button } from '#web/ui/controls.tsx'
import type { MainAct } from './main-act.ts'

interface MainButtonProps {
  act: MainAct | null
  occurrence: Occurrence
  onApprove: () => void
  onPrepare: () => void
  busy: boolean
}

/** The one filled button of a payday: to do it here, or the way to where it is done. */
export function MainButton({ act, occurrence, onApprove, onPrepare, busy }: MainButtonProps) {
  const { t } = useTranslation()
  const { payroll, approvals } = occurrence
  const does = (text: string, onClick: () => void) => (
    <Button variant="contained" onClick={onClick} disabled={busy}>
      {text}
    </Button>
  )
  const leads = (text: string, to: string) => (
    <Button variant="contained" component={Link} to={to}>
      {text}
    </Button>
  )
  switch (act) {
    case 'own':
      return does(t('approval.approve'), onApprove)
    case 'prepare':
      return does(t('calendar.one.prepare'), onPrepare)
    case 'again':
      return does(t('calendar.auto.again'), onPrepare)
    case 'review':
      return leads(t('calendar.auto.review'), paths.approval(approvals?._id ?? ''))
    case 'pay':
      return leads(t('calendar.auto.pay'), paths.payPayroll(payroll._id))
    case 'fund':
      return leads(t('calendar.next.fund'), paths.payroll(payroll._id))
    default:
      return null
  }
}
