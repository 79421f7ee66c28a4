import { type Control, useController, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/use-format.ts'
import { btcOfUsd, usdOfSats, useBtcPrice } from '#web/shared/prices/price.ts'
import { Link } from '#web/ui/controls.tsx'
import { TextField } from '#web/ui/form-fields.tsx'
import { Block } from '#web/ui/layout.tsx'
import { MoneyField } from '#web/ui/money-field.tsx'
import { parseTypedSats, type WithdrawalBody, type WithdrawalForm } from './withdrawal-form.ts'

interface AmountFieldProps {
  control: Control<WithdrawalForm, unknown, WithdrawalBody>
}

/** An amount in dollars or bitcoin, with the same in the other beneath. */
export function WithdrawalAmountField({ control }: AmountFieldProps) {
  const { t } = useTranslation()
  const unit = useController({ control, name: 'unit' }).field
  const isUsd = unit.value === 'USD'
  return (
    <Block mt={5}>
      {isUsd ? <Dollars control={control} /> : <Bitcoin control={control} />}
      <Link
        component="button"
        type="button"
        onClick={() => unit.onChange(isUsd ? 'BTC' : 'USD')}
        mt={2}
        size={14}
      >
        {t(isUsd ? 'withdrawals.typeBtc' : 'withdrawals.typeUsd')}
      </Link>
    </Block>
  )
}

function Dollars({ control }: AmountFieldProps) {
  const { t } = useTranslation()
  const price = useBtcPrice()?.price
  const typed = useWatch({ control, name: 'amountUsd' })
  const btc = typeof typed === 'number' && price !== undefined ? btcOfUsd(typed, price) : undefined
  return (
    <MoneyField
      control={control}
      name="amountUsd"
      label={t('withdrawals.inUsd')}
      hint={btc !== undefined && t('withdrawals.amountBtc', { amount: btc })}
      autoFocus
    />
  )
}

function Bitcoin({ control }: AmountFieldProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const price = useBtcPrice()?.price
  const sats = parseTypedSats(useWatch({ control, name: 'amount' }))
  const usd = sats && price !== undefined ? usdOfSats(sats, price) : undefined
  return (
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
  )
}
