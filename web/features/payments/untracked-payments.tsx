import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Transaction } from '#contract/transactions.ts'
import { ApiError } from '#web/lib/api.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { ExternalTxLink } from '#web/shared/transactions/external-tx-link.tsx'
import { StateLabel } from '#web/shared/transactions/state-label.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.tsx'
import { useAcknowledge } from './api.ts'
import { CheckLine } from './check-line.tsx'

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
      <Typography id={titleId} variant="h3" component="h3" sx={{ mt: 5 }}>
        {t('payments.untracked.list')}
      </Typography>
      <Box component="ul" aria-labelledby={titleId} sx={{ m: 0, mt: 2, p: 0, listStyle: 'none' }}>
        {untracked.slice(0, seenAtOnce).map((transaction) => (
          <UntrackedPayment key={transaction._id} transaction={transaction} />
        ))}
      </Box>
      <Typography variant="body2" sx={{ mt: 3, color: 'ink2' }}>
        {t('payments.untracked.why')}
      </Typography>
      <CheckLine checked={seen} onChange={setSeen}>
        {t('payments.untracked.seen')}
      </CheckLine>
      <Button onClick={confirm} disabled={!seen || acknowledge.isPending} sx={{ mt: 2 }}>
        {t('payments.untracked.confirm')}
      </Button>
    </>
  )
}

function UntrackedPayment({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { type, createdAt, state, txid, usd, btc } = transaction
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        justifyContent: 'space-between',
        gap: 4,
        py: 3,
        borderTop: 1,
        borderColor: 'line',
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ fontWeight: 600 }}>{t(`transactionType.${type}`)}</Box>
        <Box sx={{ fontSize: '0.84375rem', color: 'ink2' }}>{format.dateTime(createdAt)}</Box>
        <StateLabel state={state} />
        {txid !== null && (
          <div>
            <ExternalTxLink txid={txid} />
          </div>
        )}
      </Box>
      <Amount usd={usd} btc={btc} />
    </Box>
  )
}
