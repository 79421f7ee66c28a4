import { useTranslation } from 'react-i18next'
import { Link, Navigate, useNavigate, useParams } from 'react-router'
import type { Approval, ApprovedChange } from '#contract/approvals.ts'
import { useApprovals } from '#web/shared/approval/approvals-api.ts'
import { Decide } from '#web/shared/approval/decide.tsx'
import { useApprovalWords } from '#web/shared/approval/use-approval-words.ts'
import { paths } from '#web/shared/paths.ts'
import { Button } from '#web/ui/controls.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FactRows } from '#web/ui/fact-rows.tsx'
import { Block, Grid } from '#web/ui/layout.tsx'
import { LoadFailedPanel } from '#web/ui/load-failed.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { DetailSkeleton, TitleSkeleton } from '#web/ui/skeleton.tsx'
import { StaleNotice } from '#web/ui/stale-notice.tsx'
import { Text } from '#web/ui/text.tsx'
import { ReleasedAccount, ReleasedAddress } from './address-change.tsx'
import { reviewPath } from './approval-item.tsx'
import { PaydayDetails } from './payday-details.tsx'
import { PaymentDetails } from './payment-details.tsx'
import { Requester } from './requester.tsx'
import { RulesChange } from './rules-change.tsx'
import { UndoApproved } from './undo-approved.tsx'

/** The screen to which the mails lead: a change that waits, or the transaction whose order does. */
export function Component() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const query = useApprovals()
  const { data, error, refetch } = query
  const approval = data?.approvals.find(({ _id }) => _id === id)
  const title = t('approvals.title')
  const back = { to: paths.approvals, text: title }
  if (approval) {
    const to = reviewPath(approval)
    if (to !== paths.approval(id)) return <Navigate to={to} replace />
    const { occurrence, payment } = approval
    if (occurrence)
      return <PaydayDetails approval={approval} occurrence={occurrence} query={query} />
    if (payment) return <PaymentDetails approval={approval} payment={payment} query={query} />
    return <Details approval={approval} query={query} />
  }
  const approved = data?.approved.find(({ _id }) => _id === id)
  if (approved) return <Details approval={approved} approved={approved} query={query} />
  return (
    <Screen title={title}>
      <PageHead
        back={back}
        title={data || error ? title : <TitleSkeleton title={title} />}
        detail={!data && !error && <DetailSkeleton />}
      />
      {!data && error && (
        <LoadFailedPanel title={t('approvals.loadFailed')} error={error} onRetry={refetch} />
      )}
      {data && <Over />}
    </Screen>
  )
}

/** A mail stays; what it asked for may be decided. */
function Over() {
  const { t } = useTranslation()
  return (
    <Panel flush>
      <EmptyState
        title={t('approvals.over')}
        actions={
          <Button component={Link} to={paths.approvals} variant="contained">
            {t('approvals.title')}
          </Button>
        }
      >
        {t('approvals.overDetail')}
      </EmptyState>
    </Panel>
  )
}

interface DetailsProps {
  approval: Approval
  /** The change, once it has its approvals and waits for its time. */
  approved?: ApprovedChange
  query: ReturnType<typeof useApprovals>
}

function Details({ approval, approved, query }: DetailsProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const words = useApprovalWords()
  const title = words.title(approval)
  const leave = () => void navigate(paths.approvals)
  return (
    // An address stands in one line.
    <Screen title={title} width={approval.addressChange ? 'wide' : 'form'} hasActionBar={false}>
      <PageHead
        back={{ to: paths.approvals, text: t('approvals.title') }}
        title={title}
        detail={words.detail(approval)}
      />
      <StaleNotice query={query} />
      <Grid columns={{ xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 412px' }} gap={6} align="start">
        <Panel>
          <Block mt="-11px" mb="-11px">
            <FactRows facts={useFacts(approval, approved)} atTop />
          </Block>
          {approval.addressChange && (
            <ReleasedAddress
              change={approval.addressChange}
              isOfPerson={approval.kind === 'RELEASE'}
            />
          )}
          {approval.accountChange && <ReleasedAccount change={approval.accountChange} />}
          {approval.kind === 'RULES' && <RulesChange approval={approval} />}
          {isOfTeam(approval) && (
            <Text variant="body2" mt={4} tone="ink2">
              {t(`approvals.effect.${approval.kind}`)}
            </Text>
          )}
        </Panel>
        <Panel>
          {approved ? (
            <UndoApproved change={approved} />
          ) : (
            <Decide approval={approval} onApproved={leave} onRejected={leave} />
          )}
        </Panel>
      </Grid>
    </Screen>
  )
}

type TeamApproval = Approval & { kind: 'ROLE' | 'INVITATION' | 'FACTOR' }
const isOfTeam = (approval: Approval): approval is TeamApproval =>
  ['ROLE', 'INVITATION', 'FACTOR', 'SWEEP'].includes(approval.kind)

function useFacts(approval: Approval, approved: ApprovedChange | undefined) {
  const { t } = useTranslation()
  const words = useApprovalWords()
  const { expiresAt } = approval
  return [
    {
      name: t('approvals.facts.asked'),
      value: <Requester approval={approval} />,
    },
    ...(approved ? [] : [{ name: t('approvals.facts.ends'), value: words.when(expiresAt) }]),
  ]
}
