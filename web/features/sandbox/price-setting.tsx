import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseTypedUsd } from '#web/lib/parse-usd.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useLanguage } from '#web/lib/use-language.ts'
import { Field } from '#web/ui/field.tsx'
import { ActionForm } from './action-form.tsx'
import { useSandboxState, useSetPrice } from './api.ts'

export function PriceSetting() {
  const { t } = useTranslation()
  const format = useFormat()
  const language = useLanguage()
  const price = useSandboxState().data?.price
  const [typed, setTyped] = useState<string | null>(null)
  const setting = useSetPrice()
  const id = useId()
  const shown = typed ?? (price ? format.usdBare(price) : '')
  return (
    <ActionForm
      title={t('sandbox.price.title')}
      detail={t('sandbox.price.detail')}
      action={t('sandbox.price.set')}
      pending={setting.isPending}
      error={setting.error}
      outcome={setting.data && t('sandbox.price.done', { price: format.usd(setting.data.price) })}
      onSend={() =>
        setting.mutate(parseTypedUsd(shown, language), { onSuccess: () => setTyped(null) })
      }
    >
      <Field id={id} label={t('sandbox.price.field')}>
        <OutlinedInput
          id={id}
          value={shown}
          onChange={({ target }) => setTyped(target.value)}
          autoComplete="off"
          startAdornment={<InputAdornment position="start">$</InputAdornment>}
          slotProps={{ input: { inputMode: 'decimal' } }}
        />
      </Field>
    </ActionForm>
  )
}
