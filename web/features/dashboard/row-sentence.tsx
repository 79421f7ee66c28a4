import { Trans, useTranslation } from 'react-i18next'
import type { Payroll } from '#contract/payrolls.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { movementOf } from '#web/shared/payday/status-look.ts'
import { useReason } from '#web/shared/payday/use-status-words.ts'
import { BarRowText } from '#web/ui/bar-row.tsx'
import { runUsdOf } from './payday-rows.ts'

interface RowSentenceProps {
  payroll: Payroll
  isBesideAction: boolean
}

/** A sentence in the bar's place where no money is asked for: what happened, or what comes next. */
export function RowSentence({ payroll, isBesideAction }: RowSentenceProps) {
  return (
    <BarRowText isBesideAction={isBesideAction}>
      <Sentence payroll={payroll} />
    </BarRowText>
  )
}

function Sentence({ payroll }: { payroll: Payroll }) {
  const { t } = useTranslation()
  const format = useFormat()
  const reason = useReason()
  const { code, at, people, unpaid } = payroll.status
  const movement = movementOf(payroll)
  if (movement !== 'payment') return t(`payday.row.${movement}`)

  const time = at === null ? '' : format.time(at)
  const amount = format.usd(runUsdOf(payroll)?.usd ?? payroll.totalAmount)
  const b = <b />
  const sentence = (key: string, count: number) => (
    <Trans
      i18nKey={key}
      count={count}
      values={{ people: format.count(count), amount, time }}
      components={{ b }}
    />
  )
  switch (code) {
    case 'awaitsApproval':
      return sentence('payday.row.asked', people)
    case 'sent':
      return sentence('payday.row.going', people - unpaid)
    case 'awaitsNode':
      return sentence('payday.row.recorded', people)
    case 'paid':
      return sentence('payday.row.paid', people - unpaid)
    case 'paidInPart':
      return (
        <>
          {sentence('payday.row.partPaid', people - unpaid)}{' '}
          {sentence('payday.row.paidInPart', unpaid)}
        </>
      )
    case 'noPeople':
      return t('payday.row.noPeople')
    default:
      return reason(payroll)
  }
}
