import Button from '@mui/material/Button'
import { useController, useWatch } from 'react-hook-form'
import { Trans, useTranslation } from 'react-i18next'
import type { Money } from '#contract/http.ts'
import type { Payroll } from '#contract/payrolls.ts'
import type { Transaction } from '#contract/transactions.ts'
import type { Network } from '#domain/address.ts'
import { parseBtc } from '#domain/money.ts'
import { ApiError } from '#web/lib/api.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { isOutcomeOpen } from '#web/lib/send-once.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useFrozenValue } from '#web/lib/use-frozen-value.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { AddressField } from '#web/shared/address/address-field.tsx'
import { usePayWait } from '#web/shared/payments/pay-wait.ts'
import { usdOfSats, useBtcPrice } from '#web/shared/prices/price.ts'
import { Btc } from '#web/ui/amount.tsx'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { TextField } from '#web/ui/form-fields.tsx'
import { Block } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { useRequestWithdrawal } from './api.ts'
import { Refused } from './refused.tsx'
import { Shares } from './shares.tsx'
import { emptyForm, mostOf, shareOf, typedSats, withdrawalSchema } from './withdrawal-form.ts'

interface RequestStepProps {
  payroll: Payroll
  available: Money | undefined
  network: Network
  title: string
  onClose: () => void
  onAsked: (withdrawal: Transaction) => void
  onReview: () => void
}

/** Where to, and how much. Nothing moves by it: what it makes waits for a code. */
export function RequestStep(props: RequestStepProps) {
  const { payroll, available, network, title, onClose, onAsked, onReview } = props
  const { t } = useTranslation()
  const format = useFormat()
  const ask = useRequestWithdrawal(payroll._id)
  // A part leaves a head, so it waits as a payment does; everything does not.
  const partWaits = usePayWait(payroll._id, true)?.kind === 'withdrawal'
  // The same press after a lost answer is the same request, whatever the first one has reserved since.
  const isUnsettled = ask.isPending || isOutcomeOpen(ask.error)
  const most = useFrozenValue(
    partWaits || !available ? null : mostOf(parseBtc(available.btc) ?? 0n),
    isUnsettled,
  )
  const { control, handleSubmit, setError } = useZodForm(withdrawalSchema(network, most), emptyForm)
  const share = useController({ control, name: 'share' }).field
  const chosen = shareOf(share.value, most)
  const refusal = ask.error && !ask.isPending && !hasFaults(ask.error) ? ask.error : null

  const send = handleSubmit((body) => {
    if (ask.isPending || ask.isSuccess) return
    ask.mutate(body, {
      onSuccess: onAsked,
      onError: (error) => showFaults(error, ['address', 'amount'], setError),
    })
  })

  return (
    <AppDialog
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
          <Button type="submit" variant="contained" disabled={ask.isPending || !available}>
            {t('withdrawals.continue')}
          </Button>
        </>
      }
    >
      <Text mb={5} tone="ink2" breakWords boldInk>
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
      </Text>
      <AddressField
        control={control}
        name="address"
        label={t('transactions.column.address')}
        network={network}
        perLine={6}
      />
      <Block mt={5}>
        <Shares most={most} chosen={chosen} onChoose={share.onChange} />
      </Block>
      {chosen === 'some' && <Amount control={control} />}
      <Text variant="body2" mt={5} pt={4} tone="ink2" lineAbove>
        {t('withdrawals.feeNext')}
      </Text>
      {refusal && <Refused error={refusal} onReview={onReview} />}
    </AppDialog>
  )
}

const hasFaults = (error: Error) => error instanceof ApiError && error.faults.length > 0

type Control = ReturnType<
  typeof useZodForm<typeof emptyForm, ReturnType<typeof withdrawalSchema>>
>['control']

function Amount({ control }: { control: Control }) {
  const { t } = useTranslation()
  const format = useFormat()
  const price = useBtcPrice()?.price
  const sats = typedSats(useWatch({ control, name: 'amount' }))
  const usd = sats && price !== undefined ? usdOfSats(sats, price) : undefined
  return (
    <Block mt={5}>
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
    </Block>
  )
}
