import { useWatch } from 'react-hook-form'
import { Trans } from 'react-i18next'
import { compactPhone, completePhone } from '#domain/phone.ts'
import { phoneText } from '#web/lib/phone.ts'
import type { EmployeeControl } from './employee-values.ts'

interface PhoneHintProps {
  control: EmployeeControl
  country: string | undefined
}

/** How a phone is kept that was written as people write it at home. */
export function PhoneHint({ control, country }: PhoneHintProps) {
  const typed = useWatch({ control, name: 'phone' })
  const phone = completePhone(typed, country)
  return (
    <span role="status">
      {phone !== compactPhone(typed) && (
        <Trans
          i18nKey="employees.addressHelp.phone"
          values={{ phone: phoneText(phone) }}
          components={{ b: <strong /> }}
        />
      )}
    </span>
  )
}
