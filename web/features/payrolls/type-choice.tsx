import { useTranslation } from 'react-i18next'
import type { Payroll } from '#contract/payrolls.ts'
import { RadioRows } from '#web/ui/radio-rows.tsx'

/**
 * What is offered when creating. A payroll of type CSV is filled by a file and by nothing else: it
 * comes into this list together with the upload.
 */
const offered = ['REGULAR'] as const satisfies readonly Payroll['type'][]
export type OfferedType = (typeof offered)[number]

interface TypeChoiceProps {
  value: OfferedType
  onChange: (type: OfferedType) => void
}

export function TypeChoice({ value, onChange }: TypeChoiceProps) {
  const { t } = useTranslation()
  return (
    <RadioRows
      label={t('payrolls.form.type')}
      value={value}
      onChange={onChange}
      options={offered.map((type) => ({
        value: type,
        title: type,
        detail: t(`payrolls.form.typeDetail.${type}`),
      }))}
    />
  )
}
