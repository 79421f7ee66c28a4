import { useTranslation } from 'react-i18next'
import type { ApprovalList } from '#contract/approvals.ts'
import { useApprovals } from '#web/shared/approval/approvals-api.ts'
import { Block } from '#web/ui/layout.tsx'
import { LoadFailedPanel } from '#web/ui/load-failed.tsx'
import { Panel, textInset } from '#web/ui/panel.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { StaleNotice } from '#web/ui/stale-notice.tsx'
import { Text } from '#web/ui/text.tsx'
import { ApprovedChanges } from './approved-changes.tsx'
import { ForMe } from './for-me.tsx'
import { ForOthers } from './for-others.tsx'

/** All that waits for approvals: first what waits for the person in front of it. */
export function Component() {
  const { t } = useTranslation()
  const query = useApprovals()
  const { data, error, refetch } = query
  const title = t('approvals.title')
  return (
    <Screen title={title}>
      <StaleNotice query={query} />
      {data && <Lists {...data} />}
      {!data && error && (
        <LoadFailedPanel title={t('approvals.loadFailed')} error={error} onRetry={refetch} />
      )}
      {!data && !error && <Loading title={title} />}
    </Screen>
  )
}

function Lists({ approvals, approved }: Pick<ApprovalList, 'approvals' | 'approved'>) {
  const { t } = useTranslation()
  const mine = approvals.filter(({ canApprove }) => canApprove)
  const others = approvals.filter(({ canApprove }) => !canApprove)
  return (
    <>
      <ForMe approvals={mine} isAll={others.length === 0} />
      {others.length > 0 && <ForOthers approvals={others} />}
      {approved.length > 0 && <ApprovedChanges changes={approved} />}
      {approvals.length > 0 && (
        <Text variant="secondary" tone="ink2" mt={4} px="2px">
          {t('approvals.foot')}
        </Text>
      )}
    </>
  )
}

function Loading({ title }: { title: string }) {
  const { t } = useTranslation()
  return (
    <Panel flush>
      <Block px={textInset} py={6} role="status" aria-label={t('ui.loading')}>
        <Text variant="cell" as="h1" tone="ink2" mb={3}>
          {title}
        </Text>
        <TextSkeleton width={320} height={30} />
      </Block>
      {[320, 280].map((width) => (
        <Block key={width} px={textInset} py={6} lineAbove>
          <TextSkeleton width={width} />
        </Block>
      ))}
    </Panel>
  )
}
