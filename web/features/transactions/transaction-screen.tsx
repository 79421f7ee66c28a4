import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink, useParams } from 'react-router'
import type { ApprovalDetails, TransactionDetails } from '#contract/transactions.ts'
import { isRead } from '#web/lib/is-read.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { ApprovalForm } from '#web/shared/approval/approval-form.tsx'
import { useOthersApproval } from '#web/shared/approval/approvals-api.ts'
import { OrderChanges } from '#web/shared/approval/order-changes.tsx'
import { paths } from '#web/shared/paths.ts'
import { DollarsOfRun } from '#web/shared/payments/dollars-of-run.tsx'
import { paymentQuery } from '#web/shared/payments/payment.ts'
import { PeopleOfPayment } from '#web/shared/payments/people-of-payment.tsx'
import { StateChip } from '#web/shared/transactions/state-label.tsx'
import { typeName } from '#web/shared/transactions/type-name.ts'
import { Link } from '#web/ui/controls.tsx'
import { Block, Grid } from '#web/ui/layout.tsx'
import { LoadFailedPanel } from '#web/ui/load-failed.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { DetailSkeleton, TitleSkeleton } from '#web/ui/skeleton.tsx'
import { StaleNotice } from '#web/ui/stale-notice.tsx'
import { useTransaction } from './api.ts'
import { ChangedAddresses } from './changed-addresses.tsx'
import { OwnAddress } from './own-address.tsx'
import { TransactionPaper } from './print/transaction-paper.tsx'
import { type Paper, usePrint } from './print/use-print.ts'
import { FirstPayment, Recipients, RecipientsSkeleton } from './recipients.tsx'
import { StateNotice } from './state-notice.tsx'
import { TransactionActions } from './transaction-actions.tsx'
import { TransactionFacts, TransactionFactsSkeleton } from './transaction-facts.tsx'

const columns = { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 372fr) minmax(0, 740fr)' }
/** Six cells and two buttons want more room than facts alone. */
const widerLeft = { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 412fr) minmax(0, 700fr)' }

export function Component() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const query = useTransaction(id)
  const { data, error, refetch } = query
  if (data) return <Details details={data} query={query} />
  const title = t('transactions.detail.title')
  return (
    <Screen title={title}>
      <PageHead
        back={{ to: paths.dashboard, text: t('layout.home') }}
        title={error ? title : <TitleSkeleton title={title} />}
        detail={!error && <DetailSkeleton />}
      />
      {error ? (
        <LoadFailedPanel
          title={t('transactions.detail.loadFailed')}
          back={{ to: paths.dashboard, text: t('layout.home') }}
          error={error}
          onRetry={refetch}
        />
      ) : (
        <Grid columns={columns} gap={6} align="start">
          <TransactionFactsSkeleton />
          <RecipientsSkeleton />
        </Grid>
      )}
    </Screen>
  )
}

interface DetailsProps {
  details: TransactionDetails
  query: ReturnType<typeof useTransaction>
}

function Details({ details, query }: DetailsProps) {
  const { t } = useTranslation()
  const { transaction } = details
  const { recipients, order, approval } = details.details
  const wide = useMediaQuery<Theme>((theme) => theme.breakpoints.up('lg'), { noSsr: true })
  const paymentId = transaction.payment?._id ?? null
  const ordered = { _id: transaction._id, paymentId }
  const others = useOthersApproval(ordered, approval !== null).approval ?? null
  const approvalForm = (
    <ApprovalForm
      transactionId={transaction._id}
      paymentId={paymentId}
      since={transaction.createdAt}
    />
  )
  const addresses = approval !== null && approval.changedAddresses.length > 0 && (
    <ChangedAddresses changes={approval.changedAddresses} />
  )
  const changes = others ? <OrderChanges approval={others}>{addresses}</OrderChanges> : addresses
  const { whole, isKnown } = useWholePayment(paymentId, approval)
  const { paper, print } = usePrint<Paper>('whole')
  const title = t(`transactionType.${typeName(transaction)}`)
  return (
    <Screen title={`${title}, ${transaction.payroll.name}`}>
      <PageHead
        back={
          others
            ? { to: paths.approvals, text: t('approvals.title') }
            : { to: paths.dashboard, text: t('layout.home') }
        }
        title={title}
        badge={
          <span role="status">
            <StateChip {...transaction} />
          </span>
        }
        detail={
          <>
            <Link component={RouterLink} to={paths.payroll(transaction.payroll._id)} tone="inherit">
              {transaction.payroll.name}
            </Link>
            {others && approval && !wide && <SumAndPeople {...approval} />}
          </>
        }
        actions={
          <TransactionActions
            transaction={transaction}
            people={recipients.length}
            onPrint={() => print('whole')}
          />
        }
      />
      <StaleNotice query={query} />
      {!approval && <StateNotice transaction={transaction} />}
      <Grid columns={approval ? widerLeft : columns} gap={6} align="start">
        {others && !wide && changes}
        <TransactionFacts
          transaction={transaction}
          order={order}
          approval={approval}
          feeCeilingUsd={others?.feeCeilingUsd ?? null}
          whole={whole}
        >
          {wide && approvalForm}
        </TransactionFacts>
        <Grid gap={6} minWidth={0}>
          {(wide || !others) && changes}
          {/* The code stands after the addresses where columns stack, so that nobody gets to it
              before. */}
          {approval && !wide && <Panel>{approvalForm}</Panel>}
          {paymentId !== null && !whole && transaction.type === 'send' && (
            <DollarsBeside payrollId={transaction.payroll._id} paymentId={paymentId} />
          )}
          {transaction.type !== 'send' && <OwnAddress transaction={transaction} />}
          {transaction.type === 'send' && whole && (
            <PeopleOfPayment
              paymentId={whole._id}
              tagOf={(id) => approval?.neverPaid.includes(id) && <FirstPayment />}
            />
          )}
          {transaction.type === 'send' && !whole && !isKnown && <RecipientsSkeleton />}
          {transaction.type === 'send' && !whole && isKnown && (
            <Recipients
              transaction={transaction}
              recipients={recipients}
              neverPaid={approval?.neverPaid}
              onReceipt={print}
            />
          )}
        </Grid>
      </Grid>
      {paper !== null && <TransactionPaper details={details} paper={paper} />}
    </Screen>
  )
}

/**
 * The payment that waits, where some of it is in dollars and its order pays everybody: its approver
 * reads all of it. A later order pays those in bitcoin alone whom the first one did not.
 */
function useWholePayment(paymentId: string | null, approval: ApprovalDetails | null) {
  const waits = approval !== null && paymentId !== null
  const run = useQuery({ ...paymentQuery(paymentId ?? ''), enabled: waits })
  const { data } = run
  const isWhole = waits && data && data.dollarsUsd > 0 && approval.people === data.lines
  return { whole: isWhole ? data : null, isKnown: !waits || isRead(run) }
}

/** The rest of the run's salaries, which no transaction pays. */
function DollarsBeside({ payrollId, paymentId }: { payrollId: string; paymentId: string }) {
  const { data } = useQuery(paymentQuery(paymentId))
  return data ? <DollarsOfRun payrollId={payrollId} run={data} /> : null
}

/** The sum, also in the head where the facts are beneath the changes: an approver reads it first. */
function SumAndPeople({ totalUsd, people }: ApprovalDetails) {
  const { t } = useTranslation()
  const format = useFormat()
  const values = { amount: format.usd(totalUsd), count: people, people: format.count(people) }
  return (
    <Block as="span" block>
      {people > 0 ? t('approvals.sumAndPeople', values) : values.amount}
    </Block>
  )
}
