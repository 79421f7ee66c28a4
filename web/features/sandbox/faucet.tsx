import OutlinedInput from '@mui/material/OutlinedInput'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ExternalTxLink } from '#web/shared/transactions/external-tx-link.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { ActionForm } from './action-form.tsx'
import { useFaucet, useMine } from './api.ts'

const usualBtc = '0.5'

/**
 * Gives play bitcoin, and confirms them by a block. A payroll's page links here with its `?address=` and
 * the `&btc=` to ask for.
 */
export function Faucet() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const [address, setAddress] = useState(params.get('address') ?? '')
  const [btc, setBtc] = useState(params.get('btc') || usualBtc)
  const faucet = useFaucet()
  const mine = useMine()
  const [addressId, btcId] = [useId(), useId()]

  function send(onSent?: () => void) {
    mine.reset()
    faucet.mutate(
      { address: address.trim(), btc: decimalPoint(btc) },
      onSent && { onSuccess: onSent },
    )
  }

  return (
    <ActionForm
      title={t('sandbox.faucet.title')}
      detail={t('sandbox.faucet.detail')}
      action={t('sandbox.faucet.sendAndConfirm')}
      other={{ text: t('sandbox.faucet.send'), onClick: () => send() }}
      pending={faucet.isPending || mine.isPending}
      error={faucet.error ?? mine.error}
      outcome={
        faucet.data && (
          <>
            {t(mine.data ? 'sandbox.faucet.confirmed' : 'sandbox.faucet.sent', {
              btc: faucet.variables.btc,
            })}{' '}
            <ExternalTxLink txid={faucet.data.txid} />
          </>
        )
      }
      onSend={() => send(() => mine.mutate(1))}
      above={
        <Field id={addressId} label={t('ui.address')}>
          <TextInput
            id={addressId}
            value={address}
            onChange={({ target }) => setAddress(target.value)}
            autoComplete="off"
            slotProps={{
              input: { spellCheck: false, autoCapitalize: 'none', autoCorrect: 'off' },
            }}
            mono
            size={14.5}
          />
        </Field>
      }
    >
      <Field id={btcId} label="BTC">
        <OutlinedInput
          id={btcId}
          value={btc}
          onChange={({ target }) => setBtc(target.value)}
          autoComplete="off"
          slotProps={{ input: { inputMode: 'decimal' } }}
        />
      </Field>
    </ActionForm>
  )
}

/** Keyboards of half the world write the decimal point as a comma. */
const decimalPoint = (text: string) => text.trim().replace(',', '.')
