import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Payment } from '#contract/payments.ts'
import type { Payroll } from '#contract/payrolls.ts'
import type { Transaction } from '#contract/transactions.ts'
import { BankStep } from '#web/features/dollar-lines/index.ts'
import { BumpDialog } from '#web/features/transactions/index.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { paths } from '#web/shared/paths.ts'
import { isLate } from '#web/shared/payday/status-look.ts'
import { useStatusAnswer } from '#web/shared/payday/use-status-answer.ts'
import { useRole } from '#web/shared/roles/use-role.ts'
import { Btc } from '#web/ui/amount.tsx'
import { Button } from '#web/ui/controls.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ArrowForwardIcon } from '#web/ui/icons/arrow-forward.tsx'
import { ArrowUpwardIcon } from '#web/ui/icons/arrow-upward.tsx'
import { InfoIcon } from '#web/ui/icons/info.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Panel, textInset } from '#web/ui/panel.tsx'
import { Text } from '#web/ui/text.tsx'
import { useRun } from './depth.tsx'
import { HalfHour } from './half-hour.tsx'
import { SaidOnce } from './said-once.tsx'
import { SentSteps } from './sent-steps.tsx'

/** A payday on its way: how long it has been, how long it takes, and what has happened so far. */
export function SentPanel({ payroll }: { payroll: Payroll }) {
  const now = useNow(15_000)
  const { question, answer } = useStatusAnswer(payroll, now)
  const run = useRun(payroll)
  const { at } = payroll.status
  const late = isLate(at, now)
  return (
    <Panel flush relative mb={{ xs: 4, md: 6 }}>
      <SaidOnce key={answer} text={`${question} ${answer}.`} />
      <Block px={textInset} pt={{ xs: '18px', md: '24px' }}>
        <Row wrap justify="between" align="start" columnGap={6} rowGap={2}>
          <Block minWidth={0}>
            <Text variant="cell" as="h2" tone="ink2">
              {question}
            </Text>
            <Text variant="answer" mt={0.5}>
              {answer}
            </Text>
          </Block>
          {run && <Sum run={run} />}
        </Row>
        {at !== null && !late && <HalfHour at={at} now={now} />}
        <SentSteps run={run} at={at} late={late} />
      </Block>
      {run && <BankStep payrollId={payroll._id} run={run} />}
      <Foot run={run} late={late} />
    </Panel>
  )
}

/** The sum at the right; on phones label and sum stand at both ends of a line of their own. */
function Sum({ run }: { run: Payment }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { lines, totalUsd, totalBtc } = run
  return (
    <Row
      stackFrom="md"
      align={{ md: 'end' }}
      justify="between"
      columnGap={4}
      width={{ xs: '100%', md: 'auto' }}
    >
      <Text as="div" size={14} leading={20} tone="ink2">
        {t('payday.sent.to', { count: lines, people: format.count(lines) })}
      </Text>
      <Text as="div" textAlign="right">
        <Text as="div" size={17} leading={22} strong>
          {format.usd(totalUsd)}
        </Text>
        <Text as="div" size={12.5} leading={20} tone="ink2">
          <Btc btc={totalBtc} />
        </Text>
      </Text>
    </Row>
  )
}

interface FootProps {
  run: Payment | undefined
  late: boolean
}

function Foot({ run, late }: FootProps) {
  const { t } = useTranslation()
  const [bumping, setBumping] = useState<Transaction | null>(null)
  const transactions = run?.transactions ?? []
  const { can } = useRole()
  const waiting = transactions.find(({ state }) => state === 'unconfirmed')
  const shown = waiting ?? transactions[0]
  return (
    <Row
      stackBelow="md"
      align={{ xs: 'stretch', md: 'center' }}
      justify="between"
      gap={{ xs: 1, md: 4 }}
      minHeight={56}
      px={textInset}
      py={{ xs: 3, md: 1 }}
      lineAbove
    >
      <Row as="p" align="start" gap={2.5} flex={1} size={14.5} tone="ink2">
        <Icon as={InfoIcon} size={18} flex="none" mt="2px" />
        {t('payday.sent.foot')}
      </Row>
      <Row columnGap={2} minHeight={44} ml={{ xs: -2, md: 0 }} mr={{ md: -2 }}>
        {shown && (
          <Button
            component={Link}
            to={paths.transaction(shown._id)}
            variant="text"
            startIcon={<ArrowForwardIcon />}
          >
            {t('payday.sent.see')}
          </Button>
        )}
        {waiting && can('bump') && (
          <Button
            variant={late ? 'outlined' : 'text'}
            startIcon={<ArrowUpwardIcon />}
            onClick={() => setBumping(waiting)}
            {...(!late && { tone: 'ink2', weight: 500 })}
          >
            {t('payday.sent.bump')}
          </Button>
        )}
      </Row>
      <DialogPresence>
        {bumping && (
          <BumpDialog
            transaction={bumping}
            onClose={() => setBumping(null)}
            onBumped={() => setBumping(null)}
          />
        )}
      </DialogPresence>
    </Row>
  )
}
