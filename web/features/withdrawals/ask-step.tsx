import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useController, useWatch } from 'react-hook-form'
import { Trans, useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { Money } from '#contract/http.ts'
import { payment } from '#contract/payments.ts'
import type { Payroll } from '#contract/payrolls.ts'
import { type Transaction, transaction } from '#contract/transactions.ts'
import type { Network } from '#domain/address.ts'
import { ApiError } from '#web/lib/api.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { paths } from '#web/lib/paths.ts'
import { usdOfSats, useBtcPrice } from '#web/lib/price.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { AddressField } from '#web/ui/address-field.tsx'
import { Btc } from '#web/ui/amount.tsx'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { TextField } from '#web/ui/form-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RadioRows } from '#web/ui/radio-rows.tsx'
import { useAskWithdrawal } from './api.ts'
import { noWish, type Share, typedSats, wishSchema } from './wish.ts'

interface AskStepProps {
  payroll: Payroll
  available: Money | undefined
  network: Network
  title: string
  open: boolean
  onClose: () => void
  onAsked: (withdrawal: Transaction) => void
  onReview: () => void
}

/** Where to, and how much. Nothing moves by it: what it makes waits for a code. */
export function AskStep(props: AskStepProps) {
  const { payroll, available, network, title, open, onClose, onAsked, onReview } = props
  const { t } = useTranslation()
  const format = useFormat()
  const ask = useAskWithdrawal(payroll._id)
  const { control, handleSubmit, setError } = useZodForm(wishSchema(network), noWish)
  const share = useController({ control, name: 'share' }).field
  const refusal = ask.error && !ask.isPending && !hasFaults(ask.error) ? ask.error : null

  const send = handleSubmit((wish) => {
    if (ask.isPending) return
    ask.mutate(wish, {
      onSuccess: onAsked,
      onError: (error) => showFaults(error, ['address', 'amount'], setError),
    })
  })

  return (
    <AppDialog
      open={open}
      onClose={onClose}
      title={title}
      size="progress"
      busy={ask.isPending}
      onSubmit={send}
      note={t('withdrawals.codeNext')}
      actions={
        <>
          <Button onClick={onClose} disabled={ask.isPending}>
            {t('ui.close')}
          </Button>
          <Button type="submit" variant="contained" disabled={ask.isPending}>
            {t('withdrawals.continue')}
          </Button>
        </>
      }
    >
      <Typography
        sx={{
          mb: 5,
          color: 'ink2',
          overflowWrap: 'anywhere',
          '& b': { fontWeight: 600, color: 'ink' },
        }}
      >
        {available ? (
          <>
            <Trans
              i18nKey="withdrawals.available"
              values={{ name: payroll.name, amount: format.usd(available.usd) }}
              components={{ b: <b /> }}
            />
            {' · '}
            <Btc btc={available.btc} />
          </>
        ) : (
          payroll.name
        )}
      </Typography>
      <AddressField
        control={control}
        name="address"
        label={t('transactions.column.address')}
        network={network}
        perLine={6}
      />
      <Box sx={{ mt: 5 }}>
        <RadioRows<Share>
          label={t('withdrawals.howMuch')}
          value={share.value}
          onChange={share.onChange}
          inLine
          options={[
            {
              value: 'everything',
              title: t('withdrawals.everything'),
              detail: t('withdrawals.everythingText'),
            },
            { value: 'some', title: t('withdrawals.some'), detail: t('withdrawals.someText') },
          ]}
        />
      </Box>
      {share.value === 'some' && <Amount control={control} />}
      <Typography
        variant="body2"
        sx={{ mt: 5, pt: 4, borderTop: 1, borderColor: 'line', color: 'ink2' }}
      >
        {t('withdrawals.feeNext')}
      </Typography>
      {refusal && <Refused error={refusal} onReview={onReview} />}
    </AppDialog>
  )
}

const hasFaults = (error: Error) => error instanceof ApiError && error.faults.length > 0

type Control = ReturnType<
  typeof useZodForm<typeof noWish, ReturnType<typeof wishSchema>>
>['control']

function Amount({ control }: { control: Control }) {
  const { t } = useTranslation()
  const format = useFormat()
  const price = useBtcPrice()?.price
  const sats = typedSats(useWatch({ control, name: 'amount' }))
  const usd = sats && price !== undefined ? usdOfSats(sats, price) : undefined
  return (
    <Box sx={{ mt: 5 }}>
      <TextField
        control={control}
        name="amount"
        label={t('withdrawals.amount')}
        hint={usd !== undefined && t('withdrawals.amountUsd', { amount: format.usd(usd) })}
        placeholder="0.00000000"
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        autoFocus
        mono
      />
    </Box>
  )
}

/** Why nothing was planned, and where that is settled. */
function Refused({ error, onReview }: { error: Error; onReview: () => void }) {
  const { t } = useTranslation()
  if (!(error instanceof ApiError)) {
    return (
      <Notice tone="brick" role="alert">
        {t('errors.unexpected')}
      </Notice>
    )
  }
  if (error.isAboutSession) return null
  if (error.outcomeUnknown || error.code === 'INTERNAL') {
    return (
      <Notice tone="amber" role="alert">
        {t('withdrawals.lost')}
      </Notice>
    )
  }
  const other = underWay(error)
  return (
    <Notice tone="brick" role="alert">
      {error.message}{' '}
      {other !== null && (
        <Link component={RouterLink} to={paths.transaction(other)}>
          {t('withdrawals.waitingOther')}
        </Link>
      )}
      {error.code === 'WALLET_AHEAD_OF_RECORDS' && (
        <Link component="button" type="button" onClick={onReview}>
          {t('withdrawals.review')}
        </Link>
      )}
    </Notice>
  )
}

/** The transaction that stands in the way: another withdrawal, or one of a run. */
function underWay({ code, data }: ApiError): string | null {
  if (code !== 'PAYMENT_IN_PROGRESS') return null
  const withdrawal = transaction.safeParse(data?.transaction)
  if (withdrawal.success) return withdrawal.data._id
  const run = payment.safeParse(data?.payment)
  return run.data?.transactions[0]?._id ?? null
}
