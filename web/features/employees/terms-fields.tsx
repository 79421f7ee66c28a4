import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { payFrequency } from '#contract/employees.ts'
import { Link } from '#web/ui/controls.tsx'
import { DayField } from '#web/ui/day-field.tsx'
import { FullRow } from '#web/ui/form-section.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Text } from '#web/ui/text.tsx'
import type { EmployeeControl } from './employee-values.ts'

/** Special pays alone count by these: one quiet line until somebody says them. */
export function TermsFields({ control }: { control: EmployeeControl }) {
  const { t } = useTranslation()
  const [hiredOn, frequency] = useWatch({ control, name: ['hiredOn', 'payFrequency'] })
  const [isOpen, setOpen] = useState(hiredOn !== '' || frequency !== '')
  if (!isOpen) {
    return (
      <FullRow>
        <Text as="p" variant="secondary" tone="ink2">
          {t('employees.terms.line')}
          {' · '}
          <Link component="button" type="button" onClick={() => setOpen(true)}>
            {t('employees.terms.add')}
          </Link>
        </Text>
      </FullRow>
    )
  }
  const frequencies = [
    { value: '', text: t('employees.terms.none') },
    ...payFrequency.options.map((value) => ({ value, text: t(`employees.terms.${value}`) })),
  ]
  return (
    <>
      <DayField
        control={control}
        name="hiredOn"
        label={t('employees.field.hiredOn')}
        optional
        // Opened by a press, so that the next key is a digit.
        autoFocus={hiredOn === '' && frequency === ''}
      />
      <SelectField
        control={control}
        name="payFrequency"
        label={t('employees.field.payFrequency')}
        optional
        options={frequencies}
      />
    </>
  )
}
