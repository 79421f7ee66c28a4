import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import type { Payroll } from '#contract/payrolls.ts'
import { ScheduleDialog } from '#web/features/calendar/index.ts'
import { PayDialog } from '#web/features/payments/index.ts'
import { MakeSpecialRun } from '#web/features/special-runs/index.ts'
import { PaidActions } from '#web/features/transactions/index.ts'
import { WithdrawDialog } from '#web/features/withdrawals/index.ts'
import type { ScreenHandle } from '#web/lib/first-answers.ts'
import { focusHeadingIfLost } from '#web/lib/focus-heading.ts'
import { isRead } from '#web/lib/is-read.ts'
import { useDeferredData } from '#web/lib/use-deferred-data.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useIsDrawn } from '#web/lib/use-is-drawn.ts'
import { useListParams } from '#web/lib/use-list-params.ts'
import { useOnceTrue } from '#web/lib/use-once-true.ts'
import { useSchedule } from '#web/shared/calendar/api.ts'
import { useQuietSince } from '#web/shared/network.ts'
import { paths } from '#web/shared/paths.ts'
import { isUnderWay, movementOf } from '#web/shared/payday/status-look.ts'
import { DollarRunsPanel } from '#web/shared/payments/dollar-runs.tsx'
import { DollarsOfRun } from '#web/shared/payments/dollars-of-run.tsx'
import { useRole } from '#web/shared/roles/use-role.ts'
import { usePayrollSweep } from '#web/shared/sweeps/api.ts'
import { ActionBar } from '#web/ui/action-bar.tsx'
import { Button } from '#web/ui/controls.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { soon } from '#web/ui/later.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { LoadFailedPanel } from '#web/ui/load-failed.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { DetailSkeleton, TitleSkeleton } from '#web/ui/skeleton.tsx'
import { StaleNotice } from '#web/ui/stale-notice.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { prefetchPayrollPage, usePayroll, usePrefetchedDetails } from './api.ts'
import { useIsRunKnown, useRun, useRunOf } from './depth.tsx'
import { DetailsSkeleton } from './details-skeleton.tsx'
import { DetailsTabs } from './details-tabs.tsx'
import { MoneyPanel } from './money-panel.tsx'
import { NextPayWait } from './next-pay-wait.tsx'
import { PaidPanel } from './paid-panel.tsx'
import { PaidStepsPanel } from './paid-steps-panel.tsx'
import { PaydaysLine } from './paydays-line.tsx'
import { usePayrollMoney } from './payroll-money.ts'
import { SentPanel } from './sent-panel.tsx'
import { StatusHead } from './status-head.tsx'
import { SweepLine } from './sweep-line.tsx'
import { useCelebration } from './use-celebration.ts'
import { usePaidSteps } from './use-paid-steps.ts'
import { usePaying } from './use-paying.ts'
import { useRecentPayday } from './use-recent-payday.ts'
import { useTab } from './use-tab.ts'

const EditPayrollDialog = soon(
  async () => (await import('./payroll-dialogs.tsx')).EditPayrollDialog,
)

export const handle: ScreenHandle = {
  firstAnswers: (client, { id = '' }) => prefetchPayrollPage(client, id),
}

/** A payroll's page. */
export function Component() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  usePrefetchedDetails(id, useTab().tab, useListParams().page)
  const query = usePayroll(id)
  const { error, refetch } = query
  const isHeadKnown = useIsHeadKnown(id, query.data)
  const payroll = useDeferredData(isHeadKnown ? query.data : undefined)
  const back = { to: paths.payrolls, text: t('payrolls.title') }

  if (payroll) return <Details key={id} payroll={payroll} query={query} />
  return (
    <Screen title={t('payrolls.details.title')}>
      <PageHead
        back={back}
        title={
          error ? (
            t('payrolls.details.title')
          ) : (
            <TitleSkeleton title={t('payrolls.details.title')} />
          )
        }
        detail={
          !error && (
            <>
              <DetailSkeleton />
              <DetailSkeleton />
            </>
          )
        }
      />
      {error ? (
        <LoadFailedPanel
          title={t('payrolls.details.loadFailed')}
          error={error}
          onRetry={refetch}
          back={back}
        />
      ) : (
        <DetailsSkeleton />
      )}
    </Screen>
  )
}

/**
 * All that stands above the money comes together: nothing pushes down what somebody reads or presses.
 * Once drawn it stays, though a run begins that is not read yet: an open dialog would go with it.
 */
function useIsHeadKnown(id: string, payroll: Payroll | undefined): boolean {
  const isRunKnown = useIsRunKnown(payroll)
  const { isKnown: isPaydayKnown } = useRecentPayday(payroll)
  const { isKnown: areStepsKnown } = usePaidSteps(payroll)
  const schedule = isRead(useSchedule(id))
  const sweep = isRead(usePayrollSweep(id))
  const isPaymentKnown = isRunKnown && isPaydayKnown && areStepsKnown
  const isHeadKnown = payroll !== undefined && isPaymentKnown && schedule && sweep
  return useOnceTrue(isHeadKnown, id)
}

interface DetailsProps {
  payroll: Payroll
  query: ReturnType<typeof usePayroll>
}

interface PayButtonProps {
  payroll: Payroll
  isCelebrated: boolean
  onPress: () => void
}

/** Gone while another press would be refused. */
const payButtonOf = (props: PayButtonProps): ReactNode =>
  isUnderWay(props.payroll) ? null : <PayButton {...props} />

/** Filled only where it is the next thing to do: not beside a payday that was just paid. */
function PayButton({ payroll, isCelebrated, onPress }: PayButtonProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const isQuiet = useQuietSince() !== null
  const { code, unpaid } = payroll.status
  const paysMissing = code === 'paidInPart' && unpaid > 0
  // A payment that was sent takes away the button that the keyboard came back to.
  useEffect(() => focusHeadingIfLost, [])
  return (
    <Button
      variant={code === 'ready' && !isQuiet && !isCelebrated ? 'contained' : 'outlined'}
      color="success"
      size="large"
      onClick={onPress}
    >
      {paysMissing
        ? t('payday.payMissing', { count: unpaid, unpaid: format.count(unpaid) })
        : t('payrolls.details.pay')}
    </Button>
  )
}

function Details({ payroll, query }: DetailsProps) {
  const { t } = useTranslation()
  const phone = usePhone()
  const [editing, setEditing] = useState(false)
  const [dating, setDating] = useState(false)
  const { paying, setPaying } = usePaying()
  const [withdrawing, setWithdrawing] = useState(false)
  const { money, query: balance } = usePayrollMoney(payroll)
  const { steps } = usePaidSteps(payroll)
  const { payday, close: closeCelebration } = useCelebration(payroll, steps !== null)
  const celebrated = useRunOf(payday?.payment ?? null)
  const run = useRun(payroll)
  const { can } = useRole()
  const mayPay = can('runPayment')
  const isCelebrated = payday !== null
  const isUpperDrawn = useIsDrawn()
  const pay = mayPay ? payButtonOf({ payroll, isCelebrated, onPress: () => setPaying(true) }) : null

  const isPaymentSent = payroll.status.code === 'sent' && movementOf(payroll) === 'payment'
  const onPaid = useScrollToSent(isPaymentSent && !paying)
  const paidActions = celebrated && can('export') && (
    <PaidActions run={celebrated} people={celebrated.paidLines} />
  )
  // A panel above has it, unless the state speaks of the next payday already.
  const isSaidAbove =
    isPaymentSent || steps !== null || (isCelebrated && payroll.status.code === 'paid')
  const inBar = (phone && paidActions) || pay
  return (
    <Screen title={payroll.name} hasActionBar>
      <PageHead
        back={{ to: paths.payrolls, text: t('payrolls.title') }}
        title={payroll.name}
        badge={<Tag>{payroll.type}</Tag>}
        detail={
          <>
            {payroll.description}
            <PaydaysLine payrollId={payroll._id} onEdit={() => setDating(true)}>
              {mayPay && payroll.employees > 0 && <MakeSpecialRun payroll={payroll} />}
            </PaydaysLine>
            <SweepLine payrollId={payroll._id} />
          </>
        }
        actions={
          !phone && (
            <>
              {can('changePayrolls') && (
                <Button size="large" px={5} onClick={() => setEditing(true)}>
                  {t('payrolls.details.edit')}
                </Button>
              )}
              {pay}
            </>
          )
        }
      />
      <StaleNotice query={query.error ? query : balance} />
      <NextPayWait payroll={payroll} />
      {isPaymentSent && <SentPanel payroll={payroll} />}
      {steps && (
        <PaidStepsPanel
          payroll={payroll}
          {...steps}
          actions={
            can('export') &&
            payroll.status.paid > 0 && (
              <PaidActions run={steps.run} people={steps.run.lines} quiet />
            )
          }
        />
      )}
      {payday && (
        <PaidPanel
          payroll={payroll}
          payday={payday}
          money={money}
          actions={paidActions}
          onClose={closeCelebration}
        />
      )}
      <MoneyPanel
        payroll={payroll}
        money={money}
        head={isSaidAbove ? null : <StatusHead payroll={payroll} />}
        onWithdraw={can('withdraw') ? () => setWithdrawing(true) : undefined}
      />
      {run && run.dollarsUsd > 0 ? (
        !isPaymentSent && !steps && <DollarsOfRun payrollId={payroll._id} run={run} />
      ) : (
        <DollarRunsPanel payrollId={payroll._id} />
      )}
      {isUpperDrawn && <DetailsTabs payroll={payroll} />}
      {/* The bar has the next thing to do: after a payday its receipts. */}
      {phone && paidActions && <Stack mt={5}>{pay}</Stack>}
      {inBar && <ActionBar phoneOnly>{inBar}</ActionBar>}
      <DialogPresence>
        {dating && <ScheduleDialog payroll={payroll} onClose={() => setDating(false)} />}
      </DialogPresence>
      <DialogPresence>
        {editing && <EditPayrollDialog payroll={payroll} onClose={() => setEditing(false)} />}
      </DialogPresence>
      <MoneyDialogs
        payroll={payroll}
        money={money}
        // A typed address of the dialog opens nothing for somebody who cannot pay.
        paying={paying && mayPay}
        setPaying={setPaying}
        onPaid={onPaid}
        withdrawing={withdrawing}
        setWithdrawing={setWithdrawing}
      />
    </Screen>
  )
}

/**
 * On a phone the button is at hand from anywhere, and the payment's state stands at the top. It is shown
 * once the dialog has given the focus back, which scrolls to the button.
 */
function useScrollToSent(isShown: boolean): () => void {
  const [isPaid, setPaid] = useState(false)
  useEffect(() => {
    if (!isPaid || !isShown) return
    setPaid(false)
    window.scrollTo({ top: 0 })
  }, [isPaid, isShown])
  return () => setPaid(true)
}

interface MoneyDialogsProps {
  payroll: Payroll
  money: ReturnType<typeof usePayrollMoney>['money']
  paying: boolean
  setPaying: (paying: boolean) => void
  onPaid: () => void
  withdrawing: boolean
  setWithdrawing: (withdrawing: boolean) => void
}

function MoneyDialogs(props: MoneyDialogsProps) {
  const { payroll, money, paying, setPaying, onPaid, withdrawing, setWithdrawing } = props
  const { tab, setTab } = useTab()
  return (
    <>
      <DialogPresence>
        {paying && (
          <PayDialog
            payroll={payroll}
            incomingSats={money.incomingSats}
            onClose={() => setPaying(false)}
            onPaid={() => {
              if (tab !== 'transactions') setTab('transactions')
              onPaid()
            }}
          />
        )}
      </DialogPresence>
      <DialogPresence>
        {withdrawing && (
          <WithdrawDialog
            payroll={payroll}
            available={money.available}
            onClose={() => setWithdrawing(false)}
            onReview={() => {
              setWithdrawing(false)
              setPaying(true)
            }}
          />
        )}
      </DialogPresence>
    </>
  )
}
