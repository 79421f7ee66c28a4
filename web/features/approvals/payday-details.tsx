import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Approval } from '#contract/approvals.ts'
import { useFormat } from '#web/lib/use-format.ts'
import type { useApprovals } from '#web/shared/approval/approvals-api.ts'
import { Decide } from '#web/shared/approval/decide.tsx'
import { OrderChanges } from '#web/shared/approval/order-changes.tsx'
import { useApprovalWords } from '#web/shared/approval/use-approval-words.ts'
import { useOccurrenceWords } from '#web/shared/calendar/use-occurrence-words.ts'
import { paths } from '#web/shared/paths.ts'
import { StateChip } from '#web/shared/transactions/state-label.tsx'
import { FactRows } from '#web/ui/fact-rows.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Block, Grid } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { StaleNotice } from '#web/ui/stale-notice.tsx'
import { Text } from '#web/ui/text.tsx'
import { PaydayPeople } from './payday-people.tsx'
import { Requester } from './requester.tsx'

export type OfPayday = NonNullable<Approval['occurrence']>

interface PaydayDetailsProps {
  approval: Approval
  occurrence: OfPayday
  query: ReturnType<typeof useApprovals>
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** The sheet of a payday that waits: changes first, its ceiling, and what its approval brings about. */
export function PaydayDetails({ approval, occurrence, query }: PaydayDetailsProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const words = useApprovalWords()
  const wide = useMediaQuery<Theme>((theme) => theme.breakpoints.up('lg'), { noSsr: true })
  const title = t('transactionType.send')
  const detail = words.detail(approval)
  const leave = () => void navigate(paths.approvals)
  const changes = <OrderChanges approval={approval}>{null}</OrderChanges>
  const decide = <Decide approval={approval} onApproved={leave} onRejected={leave} />
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
          <Block mb={5}>
            <Figure usd={occurrence.totalUsd} />
          </Block>
          <FactRows facts={useFacts(approval, occurrence)} />
          <Then occurrence={occurrence} />
          <Block
            mx={{ xs: '-18px', md: '-28px' }}
            mt={4}
            px={{ xs: '18px', md: '28px' }}
            pt={5}
            lineAbove
          >
            {decide}
          </Block>
        </Panel>
        <Grid gap={6} minWidth={0}>
          {wide && changes}
          <PaydayPeople id={occurrence._id} version={approval.sheetHash} />
        </Grid>
      </Grid>
    </Screen>
  )
}

/** 'Cuando se apruebe, se paga sola el viernes 27 a las 9:00.' */
function Then({ occurrence: { mode, dueAt } }: { occurrence: OfPayday }) {
  const { t } = useTranslation()
  const words = useOccurrenceWords()
  const how = mode === 'PAY' ? 'PAY' : 'PREPARE'
  return (
    <Text variant="body2" tone="ink2" mt={3}>
      {t(`calendar.auto.wait.${how}`, words.moment(dueAt))}
    </Text>
  )
}

function useFacts(approval: Approval, occurrence: OfPayday) {
  const { t } = useTranslation()
  const format = useFormat()
  const { dueAt, people, bitcoinUsd, totalUsd, ceilingUsd } = occurrence
  return [
    {
      name: t(approval.askedBy ? 'approvals.facts.asked' : 'approvals.facts.prepared'),
      value: <Requester approval={approval} />,
    },
    { name: t('approvals.payday.due'), value: `${format.longDay(dueAt)}, ${format.time(dueAt)}` },
    { name: t('transactions.approval.people'), value: format.count(people) },
    ...(bitcoinUsd < totalUsd
      ? [{ name: t('payDollars.bitcoin'), value: format.usd(bitcoinUsd) }]
      : []),
    { name: t('approvals.payday.ceiling'), value: format.usd(ceilingUsd) },
  ]
}
