import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { PayrollStatusCode } from '#contract/payroll-status.ts'
import type { Payroll } from '#contract/payrolls.ts'
import { useNow } from '#web/lib/use-now.ts'
import { paths } from '#web/shared/paths.ts'
import { isUnderWay } from '#web/shared/payday/status-look.ts'
import { useStatusAnswer } from '#web/shared/payday/use-status-answer.ts'
import { ArrivedOfRun } from '#web/shared/payments/arrived-of-run.tsx'
import { useRole } from '#web/shared/roles/use-role.ts'
import { WhoCan } from '#web/shared/roles/who-can.tsx'
import { Button, Link } from '#web/ui/controls.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { Depth, useRun } from './depth.tsx'

/** The states in which people have their money. */
const isPaid: ReadonlySet<PayrollStatusCode> = new Set(['paid', 'paidInPart'])

/** The states in which somebody looks for the button to pay. */
const canBePaid: ReadonlySet<PayrollStatusCode> = new Set(['ready', 'paidInPart'])

/** The head of the page: the question that the state answers. */
export function StatusHead({ payroll }: { payroll: Payroll }) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const run = useRun(payroll)
  const unpaid = run?.leftOut.filter(({ reason }) => reason !== 'PAID_ELSEWHERE')
  const leftOut = unpaid?.map(({ name }) => name)
  const { question, answer, note } = useStatusAnswer(payroll, now, leftOut)
  const { status, lastTransaction } = payroll
  const { can } = useRole()
  const order = lastTransaction && paths.transaction(lastTransaction._id)
  return (
    <Row wrap justify="between" columnGap={6} rowGap={3}>
      <Block minWidth={0}>
        <Text variant="cell" as="h2" tone="ink2">
          {question}
        </Text>
        <Text variant="answer" role="status" mt={0.5}>
          {answer}
        </Text>
        <Row wrap columnGap={4} rowGap={1} mt={1} tone="ink2" size={14.5}>
          {note !== null && (
            <span>
              {note}
              {status.code === 'paid' && <Depth payroll={payroll} />}
            </span>
          )}
          {isPaid.has(status.code) && run && <ArrivedOfRun run={run} />}
          {isUnderWay(payroll) && order && (
            <Link component={RouterLink} to={order} strong>
              {t('payday.sent.see')}
            </Link>
          )}
        </Row>
        {canBePaid.has(status.code) && !can('runPayment') && <WhoCan act="runPayment" mt={1} />}
      </Block>
      {status.code === 'awaitsApproval' && order && (
        <Button component={RouterLink} to={order} flex={{ xs: '1 1 100%', sm: 'none' }}>
          {t('payday.review')}
        </Button>
      )}
    </Row>
  )
}
