import { useTranslation } from 'react-i18next'
import type { PaidDollars } from '#contract/dollar-lines.ts'
import type { CancelOffer } from '#contract/fee-bumps.ts'
import type { Transaction } from '#contract/transactions.ts'
import { successText } from '#web/lib/answer-text.ts'
import { ApiError } from '#web/lib/api.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Amount } from '#web/ui/amount.tsx'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { reportWrite } from '#web/ui/report-write.ts'
import { Text } from '#web/ui/text.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { AddedCost, FeeFacts } from './added-cost.tsx'
import { useCancelOffer, useCancelPayment, useRestAfter } from './api.ts'
import { FeeProofFields, useFeeProof } from './fee-proof.tsx'

interface CancelDialogProps {
  transaction: Transaction
  /** How many would be paid by it. */
  people: number
  onClose: () => void
  onCancelled: (current: Transaction) => void
}

/** Asks before what is on its way is replaced by what pays back to the payroll, and says who goes unpaid. */
export function CancelDialog(props: CancelDialogProps) {
  const { transaction, people, onClose, onCancelled } = props
  const { t } = useTranslation()
  const format = useFormat()
  const cancel = useCancelPayment(transaction._id)
  const { data: offer, error, refetch } = useCancelOffer(transaction._id)
  const proof = useFeeProof(transaction._id, 'cancel')
  const isWithdrawal = transaction.type === 'withdrawal'
  const title = t(`transactions.cancel.${isWithdrawal ? 'openWithdrawal' : 'open'}`)
  const parts = transaction.payment?.count ?? 1

  const waits = cancel.isPending || proof.isWaiting

  async function confirm() {
    if (!offer || waits || cancel.isSuccess) return
    const given = await proof.prove(offer)
    if (!given) return
    cancel.mutate(offer.needsCode ? given : undefined, {
      onSuccess: (current) => {
        toastSuccess(successText('transactionCancelled'))
        onCancelled(current)
      },
      onError: (error) => {
        if (proof.refused(offer, error)) return
        // A repeated press gets the first one's answer.
        if (!(error instanceof ApiError && error.outcomeUnknown)) onClose()
        reportWrite(error)
      },
    })
  }

  return (
    <AppDialog
      onClose={onClose}
      title={title}
      busy={waits}
      textOnly
      actions={
        <>
          <Button onClick={onClose} disabled={waits}>
            {t('transactions.cancel.keep')}
          </Button>
          <Button variant="contained" color="error" onClick={confirm} disabled={!offer || waits}>
            {proof.isWaiting ? t('factors.key.waiting') : title}
          </Button>
        </>
      }
    >
      <Text>{t(`transactions.cancel.${isWithdrawal ? 'questionWithdrawal' : 'question'}`)}</Text>
      <Text mt={1} mb={3} strong breakWords>
        {transaction.payroll.name}
      </Text>
      {error && !offer ? (
        <LoadFailed error={error} onRetry={refetch} />
      ) : (
        <Cost transaction={transaction} cost={offer?.cost} parts={parts} />
      )}
      {offer && (
        <FeeProofFields
          proof={proof}
          needs={offer}
          why={t(`transactions.cancel.${offer.needsKey ? 'byKey.dear' : 'dear'}`)}
        />
      )}
      {people > 0 && (
        <Text mt={4} strong tone="brick">
          {t('transactions.cancel.people', { count: people, people: format.count(people) })}
        </Text>
      )}
      {parts > 1 && <Text mt={2}>{t('transactions.cancel.allParts', { count: parts })}</Text>}
      {offer?.dollarsPaid && <PaidInDollars paid={offer.dollarsPaid} />}
      <Text variant="body2" mt={4} tone="ink2">
        {t('transactions.cancel.consequence')}
      </Text>
    </AppDialog>
  )
}

const namedAtMost = 3

/** People whose dollar part the bank has paid already: a cancellation takes none of it back. */
function PaidInDollars({ paid }: { paid: PaidDollars }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { people: count } = paid
  const named = paid.names.slice(0, namedAtMost)
  const rest = count - named.length
  const names =
    rest > 0 ? t('payDollars.more', { names: named.join(', '), count: rest }) : format.list(named)
  return (
    <Text mt={2} strong breakWords>
      {t('transactions.cancel.dollars.stay', { count, names, usd: format.usd(paid.usd) })}
    </Text>
  )
}

interface CostProps {
  transaction: Transaction
  /** The cost; undefined until it is known. */
  cost: CancelOffer['cost'] | undefined
  parts: number
}

/** The added fee, the fees paid so far, and the payroll's funds afterwards. */
function Cost({ transaction, cost, parts }: CostProps) {
  const { t } = useTranslation()
  const { payroll, state, usd, btc } = transaction
  const rest = useRestAfter(payroll._id, cost?.btc, btc)
  // The sum that returns is unknown here for several batches, and for a batch that may never have
  // been sent.
  const isWhole = parts === 1 && state === 'unconfirmed'
  return (
    <>
      <AddedCost cost={cost} tone="brick" />
      <FeeFacts
        transaction={transaction}
        rest={isWhole ? rest : undefined}
        first={[
          { name: t('transactions.detail.amount'), value: <Amount usd={usd} btc={btc} unit /> },
        ]}
      />
    </>
  )
}
