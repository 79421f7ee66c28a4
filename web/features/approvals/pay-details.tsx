import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Approval } from '#contract/approvals.ts'
import type { useApprovals } from '#web/shared/approval/approvals-api.ts'
import { Decide } from '#web/shared/approval/decide.tsx'
import { OrderChanges } from '#web/shared/approval/order-changes.tsx'
import { useApprovalWords } from '#web/shared/approval/use-approval-words.ts'
import { paths } from '#web/shared/paths.ts'
import { BothPartsOfSum, type SumsToPay } from '#web/shared/payments/both-parts-of-sum.tsx'
import { StateChip } from '#web/shared/transactions/state-label.tsx'
import { FactRows } from '#web/ui/fact-rows.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Block, Grid } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { StaleNotice } from '#web/ui/stale-notice.tsx'
import { Text } from '#web/ui/text.tsx'

interface PayDetailsProps {
  approval: Approval
  query: ReturnType<typeof useApprovals>
  totalUsd: number
  sums: SumsToPay
  facts: { name: string; value: ReactNode }[]
  /** Beneath the facts: what the approval brings about. */
  note: ReactNode
  people: ReactNode
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** People whose pay waits for approvals, without any transaction yet: changes first, then who gets what. */
export function PayDetails(props: PayDetailsProps) {
  const { approval, query, totalUsd, sums, facts, note, people } = props
  const { t } = useTranslation()
  const navigate = useNavigate()
  const words = useApprovalWords()
  const wide = useMediaQuery<Theme>((theme) => theme.breakpoints.up('lg'), { noSsr: true })
  const title = t('transactionType.send')
  const detail = words.detail(approval)
  const leave = () => void navigate(paths.approvals)
  const changes = <OrderChanges approval={approval}>{null}</OrderChanges>
  return (
    <Screen title={`${title}, ${words.title(approval)}`}>
      <PageHead
        back={{ to: paths.approvals, text: t('approvals.title') }}
        title={title}
        badge={<StateChip state="pendingApproval" />}
        detail={[words.title(approval), ...(detail === null ? [] : [lowerFirst(detail)])].join(
          ' · ',
        )}
      />
      <StaleNotice query={query} />
      <Grid
        columns={{ xs: 'minmax(0, 1fr)', lg: 'minmax(0, 412fr) minmax(0, 700fr)' }}
        gap={6}
        align="start"
      >
        {!wide && changes}
        <Panel>
          <Text variant="cell" as="h2" tone="ink2">
            {t('transactions.detail.amount')}
          </Text>
          <Block mb={sums.dollarsUsd > 0 ? 3 : 5}>
            <Figure usd={totalUsd} />
          </Block>
          <BothPartsOfSum {...sums} />
          <FactRows facts={facts} />
          {note}
          <Block
            mx={{ xs: '-18px', md: '-28px' }}
            mt={4}
            px={{ xs: '18px', md: '28px' }}
            pt={5}
            lineAbove
          >
            <Decide approval={approval} onApproved={leave} onRejected={leave} />
          </Block>
        </Panel>
        <Grid gap={6} minWidth={0}>
          {wide && changes}
          {people}
        </Grid>
      </Grid>
    </Screen>
  )
}
