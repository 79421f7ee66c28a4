import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { DollarLines } from '#contract/dollar-lines.ts'
import type { Payment } from '#contract/payments.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useWhen } from '#web/shared/factors/use-when.ts'
import { paths } from '#web/shared/paths.ts'
import { bankListQuery, openDollars } from '#web/shared/payments/dollars-of-run.tsx'
import { PayStep } from '#web/shared/payments/pay-step.tsx'
import { useRole } from '#web/shared/roles/use-role.ts'
import { Link } from '#web/ui/controls.tsx'
import { Text } from '#web/ui/text.tsx'
import { BankActions } from './bank-actions.tsx'
import { BankRows } from './bank-rows.tsx'

interface BankStepProps {
  payrollId: string
  run: Pick<Payment, '_id' | 'dollarsUsd'>
}

/** The part of a payment that the company's bank passes on: its list, who took it when, and what is marked. */
export function BankStep({ payrollId, run }: BankStepProps) {
  const { t } = useTranslation()
  const { data: list } = useQuery({ ...bankListQuery(run._id), enabled: run.dollarsUsd > 0 })
  const title = useTitle()
  const detail = useDetail()
  const mayMark = useRole().can('runPayment')
  if (!list?.due) return null
  const isDone = openDollars(list) === 0
  const rest = list.linesMatched - list.lines.length
  const marks = mayMark && !isDone
  const toList = (text: string) => (
    <Link component={RouterLink} to={paths.dollarLines(payrollId, run._id)} strong>
      {text}
    </Link>
  )
  return (
    <PayStep
      mark={isDone ? 'tick' : list.sent ? 'half' : 'clock'}
      title={title(list)}
      detail={list.sent && detail(list.sent)}
    >
      <BankRows lines={list.lines} />
      {(rest > 0 || !marks) && (
        <Text variant="secondary" as="p" mt={2}>
          {toList(rest > 0 ? t('dollarList.step.others', { count: rest }) : t('dollarList.link'))}
        </Text>
      )}
      {marks && (
        <BankActions
          paymentId={run._id}
          list={list}
          more={rest > 0 ? null : toList(t('dollarList.step.oneByOne'))}
        />
      )}
    </PayStep>
  )
}

/** 'Falta pasar $995.00 a 2 personas por tu banco' */
function useTitle() {
  const { t } = useTranslation()
  const format = useFormat()
  return (list: DollarLines): string => {
    const count = list.linesMatched
    const open = openDollars(list)
    const all = { count, people: format.count(count), dollars: format.usd(list.totalUsd) }
    if (open === 0) return t('dollarList.step.done', all)
    if (list.paidUsd > 0) {
      return t('dollarList.step.some', { dollars: format.usd(open), total: all.dollars })
    }
    return t(list.sent ? 'dollarList.step.toMark' : 'dollarList.step.toPass', all)
  }
}

/** 'Marta Rivas (marta@izalco.sv) descargó la lista hoy, 9:20' */
function useDetail() {
  const { t } = useTranslation()
  const when = useWhen()
  return ({ at, by }: NonNullable<DollarLines['sent']>) =>
    t('dollarList.step.sentBy', { name: by, when: when(at) })
}
