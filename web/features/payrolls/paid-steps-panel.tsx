import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { DollarLines } from '#contract/dollar-lines.ts'
import type { Payment } from '#contract/payments.ts'
import type { Payroll } from '#contract/payrolls.ts'
import { finalDepth } from '#domain/block-depths.ts'
import { BankStep } from '#web/features/dollar-lines/index.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useOccurrenceWords } from '#web/shared/calendar/use-occurrence-words.ts'
import { paths } from '#web/shared/paths.ts'
import { useStatusAnswer } from '#web/shared/payday/use-status-answer.ts'
import { ArrivedOfRun } from '#web/shared/payments/arrived-of-run.tsx'
import { openDollars } from '#web/shared/payments/dollars-of-run.tsx'
import { PayStep } from '#web/shared/payments/pay-step.tsx'
import { useTotalsOfPayment } from '#web/shared/payments/people-of-payment.tsx'
import { Btc } from '#web/ui/amount.tsx'
import { Link } from '#web/ui/controls.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Panel, textInset } from '#web/ui/panel.tsx'
import { Text } from '#web/ui/text.tsx'
import { depthOfRun } from './depth.tsx'

interface PaidStepsPanelProps {
  payroll: Payroll
  run: Payment
  list: DollarLines
  /** The receipts of the payment. */
  actions: ReactNode
}

/** A payment in a block whose dollars the bank has yet to pass on: two steps, or that one alone. */
export function PaidStepsPanel({ payroll, run, list, actions }: PaidStepsPanelProps) {
  const { t } = useTranslation()
  return (
    <Panel flush labelledBy="paid-steps" mb={{ xs: 4, md: 6 }}>
      <Head payroll={payroll} run={run} list={list} />
      {run.bitcoinUsd > 0 && <BitcoinStep run={run} />}
      <BankStep payrollId={payroll._id} run={run} />
      {actions && (
        <Row
          stackBelow="md"
          wrap
          justify="between"
          align={{ xs: 'stretch', md: 'center' }}
          gap={4}
          px={textInset}
          py={4}
          lineAbove
        >
          <Text variant="secondary" tone="ink2">
            {t('payday.paid.receiptsNote')}
          </Text>
          <Row gap={3}>{actions}</Row>
        </Row>
      )}
    </Panel>
  )
}

type Shown = Pick<PaidStepsPanelProps, 'payroll' | 'run' | 'list'>

function Head({ payroll, run, list }: Shown) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useOccurrenceWords()
  const now = useNow(60_000)
  const { question, answer, note } = useStatusAnswer(payroll, now)
  const word = useWord(payroll, now)
  const { unpaid, code, dollars } = payroll.status
  const isSent = code === 'paid' && dollars?.left === 0
  const people = t('payments.peopleCount', { count: run.lines, people: format.count(run.lines) })
  const period = run.period ? words.period(run.period.key) : null
  return (
    <Row
      stackBelow="md"
      justify="between"
      align={{ xs: 'stretch', md: 'start' }}
      gap={{ xs: 3, md: 6 }}
      px={textInset}
      py={{ xs: '18px', md: '24px' }}
    >
      <Block minWidth={0}>
        {word === null ? (
          <Text variant="cell" as="p" tone="ink2">
            {question}
          </Text>
        ) : (
          <Row gap={2.5} tone="jade" strong>
            <Mark name="half" />
            {word}
          </Row>
        )}
        <Text variant="answer" as="h2" id="paid-steps" role="status" mt={2}>
          {isSent ? t('payday.answer.toMark', { dollars: format.usd(openDollars(list)) }) : answer}
        </Text>
        <Row wrap columnGap={4} rowGap={1} mt={1} tone="ink2" size={14.5} hideEmpty>
          {unpaid > 0 && note !== null && <span>{note}</span>}
          <ArrivedOfRun run={run} />
        </Row>
      </Block>
      <Text as="div" flex="none" width={{ md: 300 }} textAlign={{ md: 'right' }}>
        <Figure usd={run.totalUsd} size="answer" />
        <Text as="p" variant="secondary" tone="ink2" mt={1}>
          {[period, people].filter(Boolean).join(' · ')}
        </Text>
      </Text>
    </Row>
  )
}

/** 'Pagada en parte, hoy 9:14'; null: the list has yet to go to the bank, and nobody is paid. */
function useWord({ status: { at, paid } }: Payroll, now: number): string | null {
  const { t } = useTranslation()
  const format = useFormat()
  if (at === null || paid === 0) return null
  const isToday = format.date(at) === format.date(new Date(now))
  return isToday
    ? t('payday.steps.partToday', { time: format.time(at) })
    : t('payday.steps.partOn', { date: format.dateTime(at) })
}

function BitcoinStep({ run }: { run: Payment }) {
  const { t } = useTranslation()
  const format = useFormat()
  const count = useTotalsOfPayment(run._id)?.bitcoinPeople
  const [first] = run.transactions
  const deep = depthOfRun(run)
  const depth =
    deep >= finalDepth
      ? t('payday.steps.final')
      : t('payday.steps.depth', { count: deep, final: finalDepth })
  const amount = format.usd(run.bitcoinUsd)
  return (
    <PayStep
      mark="tick"
      title={
        count === undefined
          ? amount
          : t('payday.steps.bitcoin', { count, people: format.count(count), amount })
      }
      detail={
        <span>
          <Btc btc={run.totalBtc} />
          {` · ${t('payday.steps.fee', { amount: format.usd(run.networkFee.usd) })} · ${depth}`}
          {first && (
            <>
              {' · '}
              <Link component={RouterLink} to={paths.transaction(first._id)} strong>
                {t('payday.paid.see')}
              </Link>
            </>
          )}
        </span>
      }
    />
  )
}
