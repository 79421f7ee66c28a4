import Button from '@mui/material/Button'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import type { Money } from '#contract/http.ts'
import type { Payroll } from '#contract/payrolls.ts'
import { useDeferredData } from '#web/lib/use-deferred-data.ts'
import type { UploadDialogProps } from '#web/shared/imports/upload-dialog-props.ts'
import { paths } from '#web/shared/paths.ts'
import { ActionBar } from '#web/ui/action-bar.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { LoadFailedPanel } from '#web/ui/load-failed.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { DetailSkeleton, TitleSkeleton } from '#web/ui/skeleton.tsx'
import { StaleNotice } from '#web/ui/stale-notice.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { usePayroll } from './api.ts'
import { DetailsSkeleton } from './details-skeleton.tsx'
import { DetailsTabs } from './details-tabs.tsx'
import { MoneyPanel } from './money-panel.tsx'
import { PaymentUnderWay, useNextPayWait, useUnderWay } from './payment-under-way.tsx'
import { EditPayrollDialog } from './payroll-dialogs.tsx'
import { usePayrollMoney } from './payroll-money.ts'
import { useTab } from './use-tab.ts'

/** Paying is another feature's; the application puts it in. */
export interface PayDialogProps {
  payroll: Payroll
  /** Satoshi in the mempool, not yet in a block. */
  incomingSats: bigint
  onClose: () => void
  /** The payment exists: whatever became of it is among the transactions. */
  onPaid: () => void
}

/** So is withdrawing. */
export interface WithdrawDialogProps {
  payroll: Payroll
  /** The spendable amount; undefined until it is known. */
  available: Money | undefined
  onClose: () => void
  /** The pay dialog shows the untracked spends to acknowledge. */
  onReview: () => void
}

interface Dialogs {
  PayDialog: ComponentType<PayDialogProps>
  WithdrawDialog: ComponentType<WithdrawDialogProps>
  UploadDialog: ComponentType<UploadDialogProps>
}

export function PayrollDetails(dialogs: Dialogs) {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const query = usePayroll(id)
  const { error, refetch } = query
  const payroll = useDeferredData(query.data)
  const back = { to: paths.payrolls, text: t('payrolls.title') }

  if (payroll) return <Details payroll={payroll} query={query} {...dialogs} />
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
        detail={!error && <DetailSkeleton />}
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

interface DetailsProps extends Dialogs {
  payroll: Payroll
  query: ReturnType<typeof usePayroll>
}

function Details(props: DetailsProps) {
  const { t } = useTranslation()
  const { payroll, query, PayDialog, WithdrawDialog, UploadDialog } = props
  const phone = usePhone()
  const [editing, setEditing] = useState(false)
  const [paying, setPaying] = useState(false)
  const [withdrawing, setWithdrawing] = useState(false)
  const { tab, setTab } = useTab()
  const { money, query: balance } = usePayrollMoney(payroll._id, payroll)

  const underWay = useUnderWay(payroll._id)
  const wait = useNextPayWait(payroll._id)

  // Nobody to pay, or somebody is being paid: what comes next is another thing.
  const isNext = payroll.employees > 0 && !underWay && !wait
  const pay = (
    <Button
      variant={isNext ? 'contained' : 'outlined'}
      color="success"
      size="large"
      onClick={() => setPaying(true)}
    >
      {t('payrolls.details.pay')}
    </Button>
  )
  return (
    <Screen title={payroll.name} hasActionBar>
      <PageHead
        back={{ to: paths.payrolls, text: t('payrolls.title') }}
        title={payroll.name}
        badge={<Tag>{payroll.type}</Tag>}
        detail={payroll.description}
        actions={
          !phone && (
            <>
              <Button size="large" sx={{ px: 5 }} onClick={() => setEditing(true)}>
                {t('payrolls.details.edit')}
              </Button>
              {pay}
            </>
          )
        }
      />
      <StaleNotice query={query.error ? query : balance} />
      <PaymentUnderWay open={underWay} wait={wait} />
      <MoneyPanel payroll={payroll} money={money} onWithdraw={() => setWithdrawing(true)} />
      <DetailsTabs payroll={payroll} UploadDialog={UploadDialog} />
      <ActionBar phoneOnly>{pay}</ActionBar>
      <DialogPresence>
        {editing && <EditPayrollDialog payroll={payroll} onClose={() => setEditing(false)} />}
      </DialogPresence>
      <DialogPresence>
        {paying && (
          <PayDialog
            payroll={payroll}
            incomingSats={money.incoming.sats}
            onClose={() => setPaying(false)}
            onPaid={() => tab !== 'transactions' && setTab('transactions')}
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
    </Screen>
  )
}
