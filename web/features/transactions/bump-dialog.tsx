import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { Transaction } from '#contract/transactions.ts'
import { successText } from '#web/lib/answer-text.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { Grid } from '#web/ui/layout.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { reportWrite } from '#web/ui/report-write.ts'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useBump, useBumpOffer } from './api.ts'
import { BumpOfferView } from './bump-offer.tsx'
import { FeeProofFields, useFeeProof } from './fee-proof.tsx'
import { parseFeeRate, useDebounced } from './fee-rate.ts'

interface BumpDialogProps {
  transaction: Transaction
  onClose: () => void
  onBumped: (current: Transaction) => void
}

/** A higher fee, its cost first. */
export function BumpDialog({ transaction, onClose, onBumped }: BumpDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [chosen, setChosen] = useState('0')
  const [typed, setTyped] = useState('')
  const ownRate = useDebounced(parseFeeRate(typed))
  const { data: offer, error, refetch } = useBumpOffer(transaction._id)
  const own = useBumpOffer(transaction._id, chosen === 'own' && ownRate !== null, ownRate)
  const bump = useBump(transaction._id)
  const proof = useFeeProof(transaction._id, 'bump')
  const isOwn = chosen === 'own'
  const ownOption = ownRate === parseFeeRate(typed) && !own.error ? own.data?.asked : null
  const option = isOwn ? ownOption : (offer?.options[Number(chosen)] ?? offer?.options[0])

  const waits = bump.isPending || proof.isWaiting
  const needs = {
    needsCode: option?.needsCode ?? false,
    needsKey: (option?.needsCode && offer?.needsKey) ?? false,
  }

  async function send() {
    if (!option || waits || bump.isSuccess) return
    const { feeRate } = option
    const given = await proof.prove(needs, feeRate)
    if (!given) return
    bump.mutate(
      { ...given, feeRate },
      {
        onSuccess: (current) => {
          toastSuccess(successText('transactionBumped'))
          onBumped(current)
        },
        onError: (failure) => {
          if (needs.needsCode && proof.refused(needs, failure)) return
          reportWrite(failure)
          void refetch()
        },
      },
    )
  }

  return (
    <AppDialog
      onClose={onClose}
      title={t('transactions.bump.title')}
      busy={waits}
      note={isOwn && offer && !option && !waits && t('transactions.bump.ownMissing')}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      actions={
        <>
          <Button onClick={onClose} disabled={waits}>
            {t('ui.close')}
          </Button>
          <Button type="submit" variant="contained" disabled={!option || waits}>
            {t(proof.isWaiting ? 'factors.key.waiting' : 'transactions.bump.submit')}
          </Button>
        </>
      }
    >
      {error ? (
        <LoadFailed error={error} onRetry={refetch} />
      ) : (
        <>
          <Text mb={5} tone="ink2" boldInk>
            <Trans
              i18nKey="transactions.bump.text"
              values={{
                name: transaction.payroll.name,
                date: format.dateTime(transaction.createdAt),
              }}
              components={{ b: <b /> }}
            />
          </Text>
          {offer ? (
            <BumpOfferView
              offer={offer}
              option={option ?? null}
              chosen={chosen}
              onChoose={setChosen}
              typed={typed}
              onType={setTyped}
              refusal={isOwn && own.error ? own.error.message : undefined}
              transaction={transaction}
              proof={
                <FeeProofFields
                  proof={proof}
                  needs={needs}
                  why={t(`transactions.bump.${needs.needsKey ? 'byKey' : 'dear'}`)}
                />
              }
            />
          ) : (
            <Grid gap={4} py={2}>
              <TextSkeleton width={112} />
              <TextSkeleton width={160} height={38} />
              <TextSkeleton width="100%" height={62} />
            </Grid>
          )}
        </>
      )}
    </AppDialog>
  )
}
