import { Trans, useTranslation } from 'react-i18next'
import type { Payroll } from '#contract/payrolls.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { goesToBank, movementOf } from '#web/shared/payday/status-look.ts'
import { useReason } from '#web/shared/payday/use-status-words.ts'
import { BarRowText } from '#web/ui/bar-row.tsx'

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
  const { code, at, lines, totalUsd, paid, paidUsd, dollars, unpaid } = payroll.status
  const movement = movementOf(payroll)
  if (movement !== 'payment') return t(`payday.row.${movement}`)

  const time = at === null ? '' : format.time(at)
  const b = <b />
  const sentence = (key: string, count: number, usd = 0) => (
    <Trans
      i18nKey={key}
      count={count}
      values={{ people: format.count(count), amount: format.usd(usd), time }}
      components={{ b }}
    />
  )
  switch (code) {
    case 'awaitsApproval':
      return sentence('payday.row.asked', lines, totalUsd)
    case 'sent':
      return sentence('payday.row.going', paid, paidUsd)
    case 'awaitsNode':
      return sentence('payday.row.recorded', lines)
    case 'paid':
      if (goesToBank(payroll)) return sentence('payday.row.toBank', lines, totalUsd)
      return (
        <>
          {sentence('payday.row.paid', paid, paidUsd)}
          {dollars && dollars.left > 0 && <>. {sentence('payday.row.left', dollars.left)}</>}
        </>
      )
    case 'paidInPart':
      return (
        <>
          {sentence('payday.row.partPaid', paid)} {sentence('payday.row.paidInPart', unpaid)}
        </>
      )
    case 'noPeople':
      return t('payday.row.noPeople')
    default:
      return reason(payroll)
  }
}
