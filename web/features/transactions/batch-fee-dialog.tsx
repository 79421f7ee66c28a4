import { useTranslation } from 'react-i18next'
import type { Transaction } from '#contract/transactions.ts'
import { successText } from '#web/lib/answer-text.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { Figure, NoFigure } from '#web/ui/figure.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { reportWrite } from '#web/ui/report-write.ts'
import { Text } from '#web/ui/text.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useBatchFee, usePayBatchFee } from './api.ts'
import { FeeProofFields, useFeeProof } from './fee-proof.tsx'

/** Asks before a part of a payment is sent whose fee rose above its limit. */
export function BatchFeeDialog({
  transaction,
  onClose,
}: {
  transaction: Transaction
  onClose: () => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: offer, error, refetch } = useBatchFee(transaction._id)
  const pay = usePayBatchFee(transaction._id)
  const proof = useFeeProof(transaction._id, 'fee')
  const waits = pay.isPending || proof.isWaiting

  async function confirm() {
    if (!offer || waits || pay.isSuccess) return
    const given = await proof.prove(offer)
    if (!given) return
    pay.mutate(offer.needsCode ? given : undefined, {
      onSuccess: () => {
        toastSuccess(successText('batchFeeConfirmed'))
        onClose()
      },
      onError: (failure) => {
        if (proof.refused(offer, failure)) return
        reportWrite(failure)
        void refetch()
      },
    })
  }

  return (
    <AppDialog
      onClose={onClose}
      title={t('transactions.batchFee.title')}
      busy={waits}
      textOnly
      actions={
        <>
          <Button onClick={onClose} disabled={waits}>
            {t('transactions.batchFee.wait')}
          </Button>
          <Button variant="contained" onClick={confirm} disabled={!offer || waits}>
            {t(proof.isWaiting ? 'factors.key.waiting' : 'transactions.batchFee.open')}
          </Button>
        </>
      }
    >
      {error && !offer ? (
        <LoadFailed error={error} onRetry={refetch} />
      ) : (
        <>
          <Text variant="cell" as="p" tone="ink2">
            {t('transactions.batchFee.cost')}
          </Text>
          <Text aria-live="polite" as="div" mb={5}>
            {offer ? <Figure usd={offer.cost.usd} btc={offer.cost.btc} /> : <NoFigure />}
          </Text>
        </>
      )}
      {offer && (
        <FeeProofFields
          proof={proof}
          needs={offer}
          why={t(`transactions.batchFee.${offer.needsKey ? 'byKey' : 'dear'}`, {
            ceiling: format.usd(offer.ceiling.usd),
          })}
        />
      )}
      <Text variant="body2" mt={4} tone="ink2">
        {t('transactions.batchFee.consequence')}
      </Text>
    </AppDialog>
  )
}
