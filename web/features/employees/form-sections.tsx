import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { say } from '#contract/fields.ts'
import type { FieldText } from '#contract/texts/keys.ts'
import type { Network } from '#domain/address.ts'
import { isFiller } from '#domain/document.ts'
import { isDoubtfulDui } from '#domain/dui.ts'
import { isPrinted } from '#domain/printed-letters.ts'
import { formFaultText } from '#web/lib/i18n.ts'
import { AddressField } from '#web/shared/address/address-field.tsx'
import { btcOfUsd, useBtcPrice } from '#web/shared/prices/price.ts'
import { Btc } from '#web/ui/amount.tsx'
import { TextField } from '#web/ui/form-fields.tsx'
import { FormSection, FullRow } from '#web/ui/form-section.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Row } from '#web/ui/layout.tsx'
import { MoneyField } from '#web/ui/money-field.tsx'
import { AddressHelp } from './address-help.tsx'
import type { EmployeeControl } from './employee-values.ts'
import { explainSalary } from './explain-salary.ts'
import { PhoneHint } from './phone-hint.tsx'
import { ShareFields } from './share-fields.tsx'
import { SharedAddressWarning, type Sharing } from './shared-address.tsx'
import { TermsFields } from './terms-fields.tsx'

interface PersonSectionProps {
  control: EmployeeControl
  country: string | undefined
  /** Beneath the e-mail. */
  children?: ReactNode
}

export function PersonSection({ control, country, children }: PersonSectionProps) {
  const { t } = useTranslation()
  return (
    <FormSection title={t('employees.form.person')} detail={t('employees.form.personDetail')}>
      <TextField
        control={control}
        name="firstName"
        label={t('employees.field.firstName')}
        hint={<NameHint control={control} />}
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
        hint={<PhoneHint control={control} country={country} />}
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
        {children}
      </FullRow>
      <TextField
        control={control}
        name="department"
        label={t('employees.field.department')}
        optional
        autoComplete="off"
      />
    </FormSection>
  )
}

/** A whole name of so few letters may be initials. */
const lettersOfName = 5

function NameHint({ control }: { control: EmployeeControl }) {
  const [firstName, lastName] = useWatch({ control, name: ['firstName', 'lastName'] })
  const isShort =
    firstName.trim().length < 3 &&
    (firstName + lastName).replaceAll(/\s/g, '').length < lettersOfName
  const isWarned = !isPrinted(firstName + lastName)
  return (
    <>
      <Warning text={isWarned && say('nameNotPrinted')} />
      <span role="status">
        {!isWarned && firstName.trim() !== '' && isShort && formFaultText(say('nameTooShort'))}
      </span>
    </>
  )
}

/** A wrong check digit is a warning and not refused: NIT and passports go into the same field. */
function DuiWarning({ control }: { control: EmployeeControl }) {
  const identification = useWatch({ control, name: 'identification' })
  const warning = isFiller(identification)
    ? say('noDocument')
    : isDoubtfulDui(identification) && say('duiDoubtful')
  return <Warning text={warning} />
}

/** A reader hears it at once; false: there is nothing to say. */
function Warning({ text }: { text: FieldText | false }) {
  return (
    <Row role="status" gap="7px" tone="amber" align="stretch">
      {text && (
        <>
          <Mark name="warning" size={13} mt="3px" />
          {formFaultText(text)}
        </>
      )}
    </Row>
  )
}

interface PaySectionProps {
  control: EmployeeControl
  network: Network
  sharing: Sharing
  /** Beneath the address. */
  children?: ReactNode
}

export function PaySection({ control, network, sharing, children }: PaySectionProps) {
  const { t } = useTranslation()
  const name = useFirstName(control)
  const isInDollars = useWatch({ control, name: 'bitcoinPercent' }) === 0
  return (
    <FormSection title={t('employees.form.pay')} detail={t('employees.form.payDetail')}>
      <MoneyField
        control={control}
        name="baseSalary"
        label={t('employees.field.baseSalary')}
        hint={<SalaryInBtc control={control} />}
        explain={explainSalary}
      />
      <ShareFields control={control} />
      <TermsFields control={control} />
      <FullRow>
        <AddressField
          control={control}
          name="cryptoAddress"
          label={t('employees.field.cryptoAddress')}
          network={network}
          askWhom={name}
          optional={isInDollars}
          below={(state) =>
            state === 'right' ? (
              <SharedAddressWarning {...sharing} />
            ) : isInDollars && state === 'incomplete' ? null : (
              <AddressHelp name={name} network={network} steps={state === 'fault'} />
            )
          }
        />
        {children}
      </FullRow>
    </FormSection>
  )
}

/** 'Rosa' of 'Rosa Idalia': as a message begins with. */
function useFirstName(control: EmployeeControl): string {
  const [first = ''] = useWatch({ control, name: 'firstName' }).trim().split(/\s+/, 1)
  return first.length < 2 ? '' : first
}

/** The salary in bitcoin at the current price. */
function SalaryInBtc({ control }: { control: EmployeeControl }) {
  const { t } = useTranslation()
  const salary = useWatch({ control, name: 'baseSalary' })
  const share = useWatch({ control, name: 'bitcoinPercent' })
  const price = useBtcPrice()?.price
  // Below 100 % the share itself says both parts.
  if (share !== 100) return null
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
