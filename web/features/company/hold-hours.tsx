import InputAdornment from '@mui/material/InputAdornment'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { companyEdit } from '#contract/company.ts'
import { Field, helpId } from '#web/ui/field.tsx'
import { Block } from '#web/ui/layout.tsx'
import { TextInput } from '#web/ui/text-input.tsx'

/** Whole hours as the server takes them; null for what is none. */
export function parseHoldHours(typed: string): number | null {
  if (!/^\d+$/.test(typed.trim())) return null
  const addressHoldHours = Number(typed)
  return companyEdit.safeParse({ addressHoldHours }).success ? addressHoldHours : null
}

interface HoldHoursProps {
  value: string
  onChange: (typed: string) => void
  isWrong: boolean
}

/** The hours for which nothing is paid to the new address of somebody who was paid before. */
export function HoldHours({ value, onChange, isWrong }: HoldHoursProps) {
  const { t } = useTranslation()
  const id = useId()
  const error = isWrong ? t('rules.hold.wrong') : undefined
  const hint = t('rules.hold.detail')
  return (
    <Block maxWidth={420} pb={4} mb={4}>
      <Field id={id} label={t('rules.hold.title')} error={error} hint={hint}>
        <TextInput
          id={id}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          error={isWrong}
          autoComplete="off"
          endAdornment={<InputAdornment position="end">{t('rules.hold.unit')}</InputAdornment>}
          slotProps={{
            input: { inputMode: 'numeric', 'aria-describedby': helpId(id, error, hint) },
          }}
          width={150}
        />
      </Field>
    </Block>
  )
}
