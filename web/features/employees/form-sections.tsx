import { type Control, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { EmployeeBody } from '#contract/employees.ts'
import { say } from '#contract/fields.ts'
import type { Network } from '#domain/address.ts'
import { isDoubtfulDui } from '#domain/dui.ts'
import { faultText } from '#web/lib/i18n.ts'
import { AddressField } from '#web/shared/address/address-field.tsx'
import { btcOfUsd, useBtcPrice } from '#web/shared/prices/price.ts'
import { Btc } from '#web/ui/amount.tsx'
import { TextField } from '#web/ui/form-fields.tsx'
import { FormSection, FullRow } from '#web/ui/form-section.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Row } from '#web/ui/layout.tsx'
import { MoneyField } from '#web/ui/money-field.tsx'
import type { EmployeeValues } from './employee-values.ts'

type EmployeeControl = Control<EmployeeValues, unknown, EmployeeBody>

export function PersonSection({ control }: { control: EmployeeControl }) {
  const { t } = useTranslation()
  return (
    <FormSection title={t('employees.form.person')} detail={t('employees.form.personDetail')}>
      <TextField
        control={control}
        name="firstName"
        label={t('employees.field.firstName')}
        autoComplete="off"
      />
      <TextField
        control={control}
        name="lastName"
        label={t('employees.field.lastName')}
        autoComplete="off"
      />
      <TextField
        control={control}
        name="identification"
        label={t('employees.field.identification')}
        optional
        hint={<DuiWarning control={control} />}
        autoComplete="off"
      />
      <TextField
        control={control}
        name="phone"
        label={t('employees.field.phone')}
        optional
        type="tel"
        inputMode="tel"
        autoComplete="off"
      />
      <FullRow>
        <TextField
          control={control}
          name="email"
          label={t('employees.field.email')}
          optional
          type="email"
          inputMode="email"
          autoComplete="off"
        />
      </FullRow>
    </FormSection>
  )
}

/** A wrong check digit is a warning and not refused: NIT and passports go into the same field. */
function DuiWarning({ control }: { control: EmployeeControl }) {
  const identification = useWatch({ control, name: 'identification' })
  const doubtful = isDoubtfulDui(identification)
  return (
    <Row role="status" gap="7px" tone="amber" align="stretch">
      {doubtful && (
        <>
          <Mark name="warning" size={13} mt="3px" />
          {faultText(say('duiDoubtful'))}
        </>
      )}
    </Row>
  )
}

interface PaySectionProps {
  control: EmployeeControl
  network: Network
}

export function PaySection({ control, network }: PaySectionProps) {
  const { t } = useTranslation()
  return (
    <FormSection title={t('employees.form.pay')} detail={t('employees.form.payDetail')}>
      <MoneyField
        control={control}
        name="baseSalary"
        label={t('employees.field.baseSalary')}
        hint={<SalaryInBtc control={control} />}
      />
      <FullRow>
        <AddressField
          control={control}
          name="cryptoAddress"
          label={t('employees.field.address')}
          network={network}
        />
      </FullRow>
    </FormSection>
  )
}

/** The salary in bitcoin at the current price. */
function SalaryInBtc({ control }: { control: EmployeeControl }) {
  const { t } = useTranslation()
  const salary = useWatch({ control, name: 'baseSalary' })
  const price = useBtcPrice()?.price
  if (typeof salary !== 'number' || salary < 1) return null
  if (price === undefined) return '\u00a0'
  const btc = btcOfUsd(salary, price)
  if (btc === undefined) return '\u00a0'
  return (
    <>
      {t('employees.form.today')} <Btc btc={btc} />
    </>
  )
}
