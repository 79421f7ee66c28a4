import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { withoutMarks } from '#domain/invisible-marks.ts'
import { parseUsdNumber, usdNumber } from '#domain/money.ts'
import { splitSalary } from '#domain/split-salary.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Link } from '#web/ui/controls.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextField, useField } from '#web/ui/form-fields.tsx'
import { FullRow } from '#web/ui/form-section.tsx'
import { Text } from '#web/ui/text.tsx'
import type { EmployeeControl } from './employee-values.ts'

/** One quiet line while everything is paid in bitcoin; the bank and account only below that. */
export function ShareFields({ control }: { control: EmployeeControl }) {
  const { t } = useTranslation()
  const format = useFormat()
  const share = useWatch({ control, name: 'bitcoinPercent' })
  const [isOpen, setOpen] = useState(share !== 100)
  if (!isOpen) {
    return (
      <FullRow>
        <Text as="p" variant="secondary" tone="ink2">
          {t('share.all', { percent: format.percent(100) })}
          {' · '}
          <Link component="button" type="button" onClick={() => setOpen(true)}>
            {t('share.change')}
          </Link>
        </Text>
      </FullRow>
    )
  }
  return (
    <>
      <ShareField control={control} />
      {share !== 100 && (
        <>
          <TextField
            control={control}
            name="bank"
            label={t('employees.field.bank')}
            optional
            hint={t('share.bankHint')}
            autoComplete="off"
          />
          <TextField
            control={control}
            name="bankAccount"
            label={t('employees.field.bankAccount')}
            optional
            autoComplete="off"
          />
        </>
      )}
    </>
  )
}

/** The form holds a whole number, or else what was typed. */
function ShareField({ control }: { control: EmployeeControl }) {
  const { t } = useTranslation()
  const { field, frame, input, described } = useField({
    control,
    name: 'bitcoinPercent',
    label: t('employees.field.bitcoinPercent'),
    hint: <Halves control={control} />,
  })
  return (
    <Field {...frame}>
      <OutlinedInput
        {...input}
        // Opened by a press, so that the next key is a digit.
        autoFocus={field.value === 100}
        value={field.value}
        onChange={({ target }) => {
          const typed = withoutMarks(target.value).trim()
          field.onChange(/^\d{1,9}$/.test(typed) ? Number(typed) : target.value)
        }}
        autoComplete="off"
        endAdornment={<InputAdornment position="end">%</InputAdornment>}
        slotProps={{ input: { ...described, inputMode: 'numeric' } }}
      />
    </Field>
  )
}

/** Bitcoin and dollars of the salary that is typed. */
function Halves({ control }: { control: EmployeeControl }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [salary, percent] = useWatch({ control, name: ['baseSalary', 'bitcoinPercent'] })
  if (typeof percent !== 'number' || percent > 100) return null
  if (percent === 100) return t('share.whole')
  if (percent === 0) return t('share.none')
  const cents = typeof salary === 'number' ? parseUsdNumber(salary) : null
  if (cents === null) return null
  const { bitcoinUsdCents, dollarsUsdCents } = splitSalary(cents, percent)
  return t('share.halves', {
    bitcoin: format.usd(usdNumber(bitcoinUsdCents)),
    dollars: format.usd(usdNumber(dollarsUsdCents)),
  })
}
