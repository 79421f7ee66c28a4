import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Payment } from '#contract/payments.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useApprovalDetails } from '#web/shared/approval/api.ts'
import { ApprovalForm } from '#web/shared/approval/approval-form.tsx'
import { ApprovalReasons } from '#web/shared/approval/approval-reasons.tsx'
import { paths } from '#web/shared/paths.ts'
import { StateChip } from '#web/shared/transactions/state-label.tsx'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { FactRows } from '#web/ui/fact-rows.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Block } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { useWaitingPayment } from './api.ts'
import { findWaitReason, isSent } from './use-announce.ts'

interface WaitingPaymentProps {
  payment: Payment
  onClose: () => void
  onSent: (payment: Payment) => void
}

/** The payment exists and is not on its way yet: what for it waits, followed until it goes. */
export function WaitingPayment({ payment, onClose, onSent }: WaitingPaymentProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const current = useWaitingPayment(payment._id).data ?? payment
  const [first] = current.transactions
  const sent = useRef(onSent)
  sent.current = onSent
  useEffect(() => {
    if (isSent(current)) sent.current(current)
  }, [current])

  const approval = current.transactions.find(({ waitingFor }) => waitingFor === 'approval')
  const isOver = current.state === 'failed' || current.state === 'rejected'
  return (
    <AppDialog
      onClose={onClose}
      title={t(isOver ? 'payments.waiting.titleOver' : 'payments.waiting.title')}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.close')}</Button>
          {first && (
            <Button
              component={Link}
              to={paths.transaction(first._id)}
              variant={approval ? 'outlined' : 'contained'}
            >
              {t('payments.seeTransaction')}
            </Button>
          )}
        </>
      }
    >
      <StateChip
        state={current.state}
        waitingFor={current.transactions.find(({ waitingFor }) => waitingFor)?.waitingFor ?? null}
      />
      <Block mt={4} mb={5}>
        <Figure usd={current.totalUsd} btc={current.totalBtc} />
      </Block>
      {!approval && (
        <Text role="status" strong>
          {t(`payments.waiting.${findWaitReason(current)}`)}
        </Text>
      )}
      {approval && (
        <Block>
          <Reasons transactionId={approval._id} />
          <ApprovalForm
            transactionId={approval._id}
            paymentId={current._id}
            since={current.createdAt}
          />
        </Block>
      )}
      {!isOver && !approval && (
        <Text mt={1} tone="ink2">
          {t('payments.waiting.recorded', { date: format.dateTime(current.createdAt) })}
        </Text>
      )}
    </AppDialog>
  )
}

/** Why it waits; whose address has changed stands on the transaction's page. */
function Reasons({ transactionId }: { transactionId: string }) {
  const { t } = useTranslation()
  const approval = useApprovalDetails(transactionId)
  if (!approval) return null
  return (
    <Block mb={4}>
      <FactRows
        facts={[{ name: t('approval.reason'), value: <ApprovalReasons approval={approval} /> }]}
      />
    </Block>
  )
}
