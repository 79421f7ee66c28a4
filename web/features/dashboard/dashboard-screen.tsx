import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScreenHandle } from '#web/lib/first-answers.ts'
import { isRead } from '#web/lib/is-read.ts'
import { useSignedInUser } from '#web/lib/session.ts'
import { useDeferredData } from '#web/lib/use-deferred-data.ts'
import { useIsDrawn } from '#web/lib/use-is-drawn.ts'
import { useOnceTrue } from '#web/lib/use-once-true.ts'
import { useNextPayday } from '#web/shared/calendar/api.ts'
import { Block } from '#web/ui/layout.tsx'
import { LoadFailedPanel } from '#web/ui/load-failed.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Text } from '#web/ui/text.tsx'
import { prefetchDashboard, useAllPayrolls, useDashboard } from './api.ts'
import { EmailBanner } from './email-banner.tsx'
import { LastTransactions } from './last-transactions.tsx'
import { isTransactionOpen } from './open-transactions.ts'
import { DashboardOverview } from './overview.tsx'
import { ProcessingBanner } from './processing-banner.tsx'
import { SpendingPanel } from './spending-panel.tsx'

export const handle: ScreenHandle = { firstAnswers: prefetchDashboard }

export function Component() {
  const { t } = useTranslation()
  const user = useSignedInUser()
  const { data: known, error, refetch } = useDashboard()
  const payrolls = useAllPayrolls({
    isMoving: known?.lastTransactions.some(isTransactionOpen) ?? false,
  })
  const arePayrollsRead = isRead(payrolls)
  const isNextRead = isRead(useNextPayday())
  // A failed read is asked again by the parts that show it: they stay.
  const isUpperKnown = useOnceTrue(arePayrollsRead && isNextRead)
  const data = useDeferredData(isUpperKnown ? known : undefined)
  const transactions = data?.lastTransactions
  const isUpperDrawn = useIsDrawn()
  return (
    <Screen title={t('layout.home')}>
      {payrolls.data && transactions && <ProcessingBanner payrolls={payrolls.data} />}
      {transactions && <EmailBanner />}
      {/* All takes the place of its skeleton at once: nothing is pushed down by what comes above it. */}
      <Fragment key={data ? 'there' : 'coming'}>
        <PageHead
          title={t('dashboard.greeting', { name: user?.firstName })}
          actions={<Company company={data?.company} isFailed={error !== null} />}
        />
        {known === undefined && error ? (
          <LoadFailedPanel error={error} onRetry={refetch} />
        ) : (
          <>
            <DashboardOverview dashboard={data} payrolls={payrolls} />
            {isUpperDrawn && (
              <>
                <SpendingPanel spending={data?.spending} />
                <LastTransactions transactions={transactions} />
              </>
            )}
          </>
        )}
      </Fragment>
    </Screen>
  )
}

interface CompanyProps {
  company: { name: string; companySector: string } | undefined
  isFailed: boolean
}

function Company({ company, isFailed }: CompanyProps) {
  if (company === undefined) return isFailed ? null : <CompanySkeleton />
  return (
    <Text as="div" tone="ink2" breakWords mb={{ md: 1 }}>
      <Text as="span" strong tone="ink">
        {company.name}
      </Text>
      {` · ${company.companySector}`}
    </Text>
  )
}

function CompanySkeleton() {
  return (
    <Block py="6px" mb={{ md: 1 }}>
      <TextSkeleton width={220} />
    </Block>
  )
}
