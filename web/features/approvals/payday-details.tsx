import { useTranslation } from 'react-i18next'
import type { Approval } from '#contract/approvals.ts'
import { parseUsdNumber, usdNumber } from '#domain/money.ts'
import { useFormat } from '#web/lib/use-format.ts'
import type { useApprovals } from '#web/shared/approval/approvals-api.ts'
import { usePaydaySheet } from '#web/shared/calendar/api.ts'
import { useOccurrenceWords } from '#web/shared/calendar/use-occurrence-words.ts'
import { Text } from '#web/ui/text.tsx'
import { PayDetails } from './pay-details.tsx'
import { PaydayPeople } from './payday-people.tsx'
import { Requester } from './requester.tsx'

type OfPayday = NonNullable<Approval['occurrence']>

interface PaydayDetailsProps {
  approval: Approval
  occurrence: OfPayday
  query: ReturnType<typeof useApprovals>
}

/** The sheet of a payday that waits: its ceiling, and what its approval brings about. */
export function PaydayDetails({ approval, occurrence, query }: PaydayDetailsProps) {
  const { _id: id, totalUsd, bitcoinUsd } = occurrence
  const cents = (usd: number) => parseUsdNumber(usd) ?? 0n
  const dollarsUsd = usdNumber(cents(totalUsd) - cents(bitcoinUsd))
  const totals = usePaydaySheet(id, approval.sheetHash).data?.totals
  return (
    <PayDetails
      approval={approval}
      query={query}
      totalUsd={totalUsd}
      sums={{ bitcoinUsd, dollarsUsd, totals }}
      facts={useFacts(approval, occurrence)}
      note={<Then occurrence={occurrence} />}
      people={<PaydayPeople id={id} version={approval.sheetHash} />}
    />
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
  const { dueAt, people, ceilingUsd } = occurrence
  return [
    {
      name: t(approval.askedBy ? 'approvals.facts.asked' : 'approvals.facts.prepared'),
      value: <Requester approval={approval} />,
    },
    { name: t('approvals.payday.due'), value: `${format.longDay(dueAt)}, ${format.time(dueAt)}` },
    { name: t('transactions.approval.people'), value: format.count(people) },
    { name: t('approvals.payday.ceiling'), value: format.usd(ceilingUsd) },
  ]
}
