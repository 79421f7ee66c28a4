import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { SpecialRun } from '#contract/special-runs.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { paths } from '#web/shared/paths.ts'
import { isLate, statusLook } from '#web/shared/payday/status-look.ts'
import { Link } from '#web/ui/controls.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'

type Paid = NonNullable<SpecialRun['payment']>

/** The run of a sheet as the state of a payroll: the same signs and words. */
function codeOf({ state, waitingFor, unpaid }: Paid) {
  if (state === 'confirmed') return unpaid > 0 ? 'paidInPart' : 'paid'
  if (state === 'unconfirmed') return 'sent'
  if (state !== 'pendingApproval' && state !== 'signed') return 'stopped'
  return waitingFor === 'approval' ? 'awaitsApproval' : 'awaitsNode'
}

/** Whether those whom a run left out can be paid now. */
export const canPayRest = (payment: Paid): boolean =>
  payment.unpaid > 0 && ['paidInPart', 'stopped'].includes(codeOf(payment))

/** 'Pagada el 24 nov, 15:27 · 12 personas', with the way to its transaction. */
export function PaidState({ payment }: { payment: Paid }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(30_000)
  const { at, people, unpaid, transaction } = payment
  const code = codeOf(payment)
  const { mark, tone } = statusLook[code]
  const whole = { count: people, people: format.count(people) }
  const lines = {
    paid: t('payday.line.people', whole),
    paidInPart: t('payday.line.paidInPart', {
      count: unpaid,
      unpaid: format.count(unpaid),
      people: format.count(people + unpaid),
    }),
    sent: t(isLate(at, now) ? 'payday.line.late' : 'payday.line.sent'),
    awaitsNode: t('payday.line.awaitsNode', { time: format.time(at) }),
    awaitsApproval: t('payday.line.people', whole),
    stopped: t('payday.line.people', whole),
  }
  return (
    <Row
      wrap
      justify="between"
      columnGap={5}
      rowGap={1}
      px={{ xs: 4.5, md: 7 }}
      py={4}
      lineBelow
      role="status"
    >
      <Row as="span" wrap columnGap={2.5} rowGap={1}>
        <Row as="span" inline gap={2.5} tone={tone} strong>
          <Mark name={mark} />
          {t(`payday.word.${code}`, { day: format.day(at), time: format.time(at) })}
        </Row>
        <Text as="span" size={14} tone="ink2">
          {lines[code]}
        </Text>
      </Row>
      {transaction !== null && (
        <Link component={RouterLink} to={paths.transaction(transaction)} strong py={1}>
          {t('payments.seeTransaction')}
        </Link>
      )}
    </Row>
  )
}
