import { useTranslation } from 'react-i18next'
import type { Approval } from '#contract/approvals.ts'
import type { Payment } from '#contract/payments.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { ApprovalReasons } from '#web/shared/approval/approval-reasons.tsx'
import type { useApprovals } from '#web/shared/approval/approvals-api.ts'
import { useApprovalWords } from '#web/shared/approval/use-approval-words.ts'
import { PeopleOfPayment, useTotalsOfPayment } from '#web/shared/payments/people-of-payment.tsx'
import { Text } from '#web/ui/text.tsx'
import { PayDetails } from './pay-details.tsx'
import { Requester } from './requester.tsx'

interface PaymentDetailsProps {
  approval: Approval
  payment: Payment
  query: ReturnType<typeof useApprovals>
}

/** A payment all in dollars, which has no transaction whose page could show it. */
export function PaymentDetails({ approval, payment, query }: PaymentDetailsProps) {
  const { t } = useTranslation()
  const { _id: id, totalUsd, bitcoinUsd, dollarsUsd } = payment
  return (
    <PayDetails
      approval={approval}
      query={query}
      totalUsd={totalUsd}
      sums={{ bitcoinUsd, dollarsUsd, totals: useTotalsOfPayment(id) }}
      facts={useFacts(approval, payment)}
      note={
        <Text variant="body2" tone="ink2" mt={3}>
          {t('payDollars.alone')}
        </Text>
      }
      people={<PeopleOfPayment paymentId={id} />}
    />
  )
}

function useFacts(approval: Approval, { lines, note }: Payment) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useApprovalWords()
  const { overUsd, reasons, expiresAt } = approval
  return [
    { name: t('approvals.facts.asked'), value: <Requester approval={approval} /> },
    { name: t('transactions.approval.people'), value: format.count(lines) },
    ...(note === '' ? [] : [{ name: t('transactions.detail.note'), value: note }]),
    ...(overUsd === null && reasons.length === 0
      ? []
      : [
          {
            name: t('approval.reason'),
            value: <ApprovalReasons approval={{ overUsd, reasons, people: lines }} />,
          },
        ]),
    { name: t('approvals.facts.ends'), value: words.when(expiresAt) },
  ]
}
