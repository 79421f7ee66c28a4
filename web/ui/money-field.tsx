import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { formatUsdBare } from '#web/lib/format.ts'
import { parseTypedUsd } from '#web/lib/parse-usd.ts'
import { useLanguage } from '#web/lib/use-language.ts'
import { Field } from './field.tsx'
import { type FieldProps, useField } from './form-fields.tsx'

/** Dollars: the form holds a number (or what was typed instead), the field shows what was typed. */
export function MoneyField<Form extends FieldValues, Context, Sent>(
  props: FieldProps<Form, Context, Sent> & {
    autoFocus?: boolean
    /** A text in the place of the fault's own. */
    explain?: (value: unknown) => string | undefined
  },
) {
  const language = useLanguage()
  const { field, frame, input, described } = useField(props)
  const [typed, setTyped] = useState<string | null>(null)
  const formatted =
    typeof field.value === 'number' ? formatUsdBare(field.value, language) : (field.value ?? '')
  return (
    <Field {...frame} errorText={props.explain?.(field.value)}>
      <OutlinedInput
        {...input}
        autoFocus={props.autoFocus ?? false}
        value={typed ?? formatted}
        onChange={({ target }) => {
          setTyped(target.value)
          field.onChange(parseTypedUsd(target.value, language))
        }}
        onBlur={() => {
          // A third decimal is kept in sight: rounding it away would change what was typed.
          if (!hasTooManyDecimals(field.value)) setTyped(null)
          field.onBlur()
        }}
        autoComplete="off"
        startAdornment={<InputAdornment position="start">$</InputAdornment>}
        slotProps={{ input: { ...described, inputMode: 'decimal' } }}
      />
    </Field>
  )
}

function hasTooManyDecimals(value: unknown): boolean {
  return typeof value === 'number' && /\.\d{3,}$/.test(String(value))
}
