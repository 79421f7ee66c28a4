import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Transaction } from '#contract/transactions.ts'
import { ApiError } from '#web/lib/api.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useRole } from '#web/shared/roles/use-role.ts'
import { WhoCan } from '#web/shared/roles/who-can.tsx'
import { ExternalTxLink } from '#web/shared/transactions/external-tx-link.tsx'
import { StateLabel } from '#web/shared/transactions/state-label.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { CheckLine } from '#web/ui/check-line.tsx'
import { Button } from '#web/ui/controls.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.tsx'
import { useAcknowledge } from './api.ts'

/** The call's own limit; what is left is asked about next. */
const seenAtOnce = 100

interface UntrackedPaymentsProps {
  payrollId: string
  why: string
  untracked: readonly Transaction[]
}

/** Payments that the chain has and the records did not: looked at before anybody is paid again. */
export function UntrackedPayments({ payrollId, why, untracked }: UntrackedPaymentsProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const [seen, setSeen] = useState(false)
  const mayConfirm = useRole().can('acknowledgeRecords')
  const acknowledge = useAcknowledge(payrollId)

  function confirm() {
    if (acknowledge.isPending) return
    acknowledge.mutate(
      untracked.slice(0, seenAtOnce).map(({ _id }) => _id),
      {
        onSuccess: () => toastSuccess(t('payments.untracked.done')),
        onError: (error) => {
          if (error instanceof ApiError && error.isAboutSession) return
          toastError(error.message)
        },
      },
    )
  }

  if (untracked.length === 0) {
    return (
      <Notice tone="brick">
        {why} {t('payments.untracked.unmined')}
      </Notice>
    )
  }
  return (
    <>
      <Notice tone="brick">{why}</Notice>
      <Text id={titleId} variant="h3" as="h3" mt={5}>
        {t('payments.untracked.list')}
      </Text>
      <Block aria-labelledby={titleId} as="ul" mt={2}>
        {untracked.slice(0, seenAtOnce).map((transaction) => (
          <UntrackedPayment key={transaction._id} transaction={transaction} />
        ))}
      </Block>
      <Text variant="body2" mt={3} tone="ink2">
        {t('payments.untracked.why')}
      </Text>
      {mayConfirm ? (
        <>
          <CheckLine checked={seen} onChange={setSeen}>
            {t('payments.untracked.seen')}
          </CheckLine>
          <Button onClick={confirm} disabled={!seen || acknowledge.isPending} mt={2}>
            {t('payments.untracked.confirm')}
          </Button>
        </>
      ) : (
        <WhoCan act="acknowledgeRecords" mt={3} />
      )}
    </>
  )
}

function UntrackedPayment({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { type, createdAt, state, txid, usd, btc } = transaction
  return (
    <Row as="li" justify="between" gap={4} py={3} lineAbove align="stretch">
      <Block minWidth={0}>
        <Text as="div" strong>
          {t(`transactionType.${type}`)}
        </Text>
        <Text as="div" size={13.5} tone="ink2">
          {format.dateTime(createdAt)}
        </Text>
        <StateLabel state={state} />
        {txid !== null && (
          <div>
            <ExternalTxLink txid={txid} />
          </div>
        )}
      </Block>
      <Amount usd={usd} btc={btc} />
    </Row>
  )
}
