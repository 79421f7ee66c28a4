import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { paths } from '#web/shared/paths.ts'
import { ConsolidateDeposits } from '#web/shared/payments/consolidate-deposits.tsx'
import { usePayWaitText } from '#web/shared/payments/pay-wait.ts'
import { Link } from '#web/ui/controls.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { DollarsUnknown } from './dollars-unknown.tsx'
import { PaidBefore } from './paid-before.tsx'
import type { PayFormProps } from './pay-form-props.ts'
import { canRepeat } from './payability.ts'
import { PeriodPaid } from './period-paid.tsx'
import { TooFewApprovers } from './too-few-approvers.tsx'
import { UncertainPeriod } from './uncertain-period.tsx'
import { ReopenedRun } from './unpaid-lines.tsx'
import { UntrackedPayments } from './untracked-payments.tsx'
import { findWaitingWithdrawal, WaitingWithdrawal } from './waiting-withdrawal.tsx'
import { WaitsAfterReset } from './waits-after-reset.tsx'

/** Facts to know before the amounts; while a payment is under way nothing else counts. */
export function PayObstacles(props: PayFormProps) {
  const { payroll, preview, payability, choice, wait, pending, onSeeTransactions } = props
  const { t } = useTranslation()
  const waitText = usePayWaitText()
  const { inProgress, obstacles, paidBefore, uncertain } = payability
  const tooFew = preview.problems.find(({ code }) => code === 'QUORUM_IMPOSSIBLE')
  if (wait) {
    return (
      <Notice tone="amber">
        {waitText(wait)}{' '}
        <Link component={RouterLink} to={paths.transaction(wait.transaction._id)} noWrap>
          {t('payments.seeTransaction')}
        </Link>
      </Notice>
    )
  }
  const withdrawal = findWaitingWithdrawal(preview)
  if (withdrawal) return <WaitingWithdrawal withdrawal={withdrawal} />
  if (inProgress !== null) {
    return (
      <Notice tone="amber">
        {inProgress}{' '}
        <Link component="button" type="button" onClick={onSeeTransactions}>
          {t('payments.seeTransactions')}
        </Link>
      </Notice>
    )
  }
  return (
    <>
      {obstacles.map((obstacle) => (
        <Notice key={obstacle} tone="brick">
          {obstacle}
          {obstacle === tooFew?.message && <TooFewApprovers preview={preview} />}
        </Notice>
      ))}
      {payability.consolidates && <ConsolidateDeposits payrollId={payroll._id} />}
      <PeriodPaid {...props} />
      <WaitsAfterReset
        waits={preview.waits}
        canLeave={preview.employees > (preview.waits?.employees.length ?? 0)}
        left={props.left}
        onLeave={props.onLeave}
        disabled={pending}
      />
      {payability.untracked !== null && (
        <UntrackedPayments
          payrollId={payroll._id}
          why={payability.untracked}
          untracked={preview.untracked}
        />
      )}
      {preview.resumes && (
        <ReopenedRun payroll={payroll} preview={preview} resumes={preview.resumes} />
      )}
      <DollarsUnknown since={preview.dollarsUnknownSince ?? null} />
      {uncertain && (
        <UncertainPeriod
          uncertain={uncertain}
          canRepeat={canRepeat(payability)}
          repeat={choice.repeat}
          onRepeat={choice.setRepeat}
          disabled={pending}
        />
      )}
      {paidBefore && !uncertain && !choice.missing && (
        <PaidBefore
          at={paidBefore.at}
          isBonus={props.source.special !== null}
          missing={preview.unpaidPeople.count}
          canRepeat={canRepeat(payability)}
          repeat={choice.repeat}
          onRepeat={choice.setRepeat}
          disabled={pending}
        />
      )}
    </>
  )
}
