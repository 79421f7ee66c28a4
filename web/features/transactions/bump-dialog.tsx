import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { BumpOffer } from '#contract/bump.ts'
import type { Transaction } from '#contract/transactions.ts'
import { answerText } from '#web/lib/answer-text.ts'
import { ApiError } from '#web/lib/api.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { FactRows } from '#web/ui/fact-rows.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { RadioRows } from '#web/ui/radio-rows.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.tsx'
import { useBump, useBumpOffer } from './api.ts'

interface BumpDialogProps {
  transaction: Transaction
  open: boolean
  onClose: () => void
  onBumped: (current: Transaction) => void
}

/** A higher fee, its cost first. */
export function BumpDialog({ transaction, open, onClose, onBumped }: BumpDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: offer, error, refetch } = useBumpOffer(transaction._id, open)
  const [chosen, setChosen] = useState('0')
  const bump = useBump(transaction._id)
  const option = offer?.options[Number(chosen)] ?? offer?.options[0]

  function send() {
    if (!option || bump.isPending) return
    bump.mutate(
      { feeRate: option.feeRate },
      {
        onSuccess: (current) => {
          toastSuccess(answerText('transactionBumped'))
          onBumped(current)
        },
        onError: (failure) => {
          if (failure instanceof ApiError && failure.isAboutSession) return
          toastError(failure.message)
          void refetch()
        },
      },
    )
  }

  return (
    <AppDialog
      open={open}
      onClose={onClose}
      title={t('transactions.bump.title')}
      busy={bump.isPending}
      actions={
        <>
          <Button onClick={onClose} disabled={bump.isPending}>
            {t('ui.close')}
          </Button>
          <Button variant="contained" onClick={send} disabled={!option || bump.isPending}>
            {t('transactions.bump.submit')}
          </Button>
        </>
      }
    >
      {error ? (
        <LoadFailed error={error} onRetry={refetch} />
      ) : (
        <>
          <Typography sx={{ mb: 5, color: 'ink2', '& b': { fontWeight: 600, color: 'ink' } }}>
            <Trans
              i18nKey="transactions.bump.text"
              values={{
                name: transaction.payroll.name,
                date: format.dateTime(transaction.createdAt),
              }}
              components={{ b: <b /> }}
            />
          </Typography>
          {offer && option ? (
            <Offer
              offer={offer}
              option={option}
              chosen={chosen}
              onChoose={setChosen}
              transaction={transaction}
            />
          ) : (
            <Box sx={{ display: 'grid', gap: 4, py: 2 }}>
              <TextSkeleton width={112} />
              <TextSkeleton width={160} height={38} />
              <TextSkeleton width="100%" height={62} />
            </Box>
          )}
        </>
      )}
    </AppDialog>
  )
}

interface OfferProps {
  offer: BumpOffer
  option: BumpOffer['options'][number]
  chosen: string
  onChoose: (chosen: string) => void
  transaction: Transaction
}

function Offer({ offer, option, chosen, onChoose, transaction }: OfferProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { networkFee, feeRate } = transaction
  const rate = (satsPerVb: number) => `${format.decimal(satsPerVb)} sat/vB`
  return (
    <>
      <Typography variant="cell" component="p" sx={{ color: 'ink2' }}>
        {t('transactions.bump.cost')}
      </Typography>
      <Box sx={{ mb: 5 }}>
        <Figure usd={option.cost.usd} btc={option.cost.btc} />
      </Box>
      <RadioRows
        label={t('transactions.bump.speed')}
        value={chosen}
        onChange={onChoose}
        options={offer.options.map(({ blocks, cost, feeRate }, index) => ({
          value: String(index),
          title: t('transactions.bump.within', { count: blocks }),
          detail: t('transactions.bump.minutes', { count: blocks * 10 }),
          aside: (
            <>
              <Box sx={{ fontWeight: 600, lineHeight: '22px' }}>{format.usd(cost.usd)}</Box>
              <Box sx={{ fontSize: '0.84375rem', lineHeight: '19px', color: 'ink2' }}>
                {rate(feeRate)}
              </Box>
            </>
          ),
        }))}
      />
      {networkFee !== null && (
        <Box sx={{ mt: 5 }}>
          <FactRows
            facts={[
              {
                name: t('transactions.bump.paidSoFar'),
                value: (
                  <>
                    <b style={{ fontWeight: 600 }}>{format.usd(networkFee.usd)}</b>
                    {feeRate !== null && ` · ${rate(feeRate)}`}
                  </>
                ),
              },
            ]}
          />
        </Box>
      )}
    </>
  )
}
