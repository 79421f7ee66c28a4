import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Payroll } from '#contract/payrolls.ts'
import { formFaultText } from '#web/lib/i18n.ts'
import { FieldFault } from '#web/ui/field-fault.tsx'
import type { FieldProps } from '#web/ui/form-fields.tsx'
import { Block } from '#web/ui/layout.tsx'
import { RadioRows } from '#web/ui/radio-rows.tsx'

const types = ['REGULAR', 'CSV'] as const satisfies readonly Payroll['type'][]

export interface NewPayroll {
  type: Payroll['type']
  name: string
  description: string
}

export const nothingYet: NewPayroll = { type: 'REGULAR', name: '', description: '' }

export function TypeChoice<Sent>({
  control,
}: {
  control: FieldProps<NewPayroll, unknown, Sent>['control']
}) {
  const { t } = useTranslation()
  const { field, fieldState } = useController({ control, name: 'type' })
  const fault = formFaultText(fieldState.error?.message)
  return (
    <Block>
      <RadioRows
        label={t('payrolls.form.type')}
        value={field.value}
        onChange={field.onChange}
        inputRef={field.ref}
        error={fault !== undefined}
        options={types.map((type) => ({
          value: type,
          title: type,
          detail: t(`payrolls.form.typeDetail.${type}`),
        }))}
      />
      {fault && <FieldFault role="alert">{fault}</FieldFault>}
    </Block>
  )
}
