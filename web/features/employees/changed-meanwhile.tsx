import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { type Employee, employee } from '#contract/employees.ts'
import { type EmployeeField, employeeFieldNames } from '#domain/employee-fields.ts'
import { ApiError } from '#web/lib/api.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { BeforeAndNow } from '#web/shared/address/address-change.tsx'
import { Block } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Text } from '#web/ui/text.tsx'
import type { EmployeeValues } from './employee-values.ts'

export type Meanwhile = { message: string; before: EmployeeValues; now: EmployeeValues }

const answered = z.object({ employee })

/** The employee as somebody else saved it, where that is why an edit was refused. */
export function readChangedEmployee(error: Error): Employee | null {
  if (!(error instanceof ApiError) || error.code !== 'EMPLOYEE_CHANGED') return null
  return answered.safeParse(error.data).data?.employee ?? null
}

/** Says what somebody else changed while the form was open. */
export function ChangedMeanwhile({ meanwhile }: { meanwhile: Meanwhile }) {
  const { t } = useTranslation()
  const { message, before, now } = meanwhile
  return (
    <Notice tone="amber" role="alert">
      <Text as="p" strong>
        {message}
      </Text>
      <Block as="ul" mt={2}>
        {listDiffering(before, now).map((name) => (
          <FieldChange key={name} name={name} before={before} now={now} />
        ))}
      </Block>
      <Text as="p" mt={2}>
        {t('employees.meanwhile.again')}
      </Text>
    </Notice>
  )
}

function FieldChange({ name, before, now }: { name: EmployeeField } & Omit<Meanwhile, 'message'>) {
  const { t } = useTranslation()
  const textOf = useValueText(name)
  const isAddress = name === 'cryptoAddress' && before[name] !== '' && now[name] !== ''
  return (
    <Text as="li" mt={2} breakWords>
      <Text as="span" strong>
        {t(`employees.field.${name}`)}
      </Text>
      {isAddress ? (
        <BeforeAndNow from={before.cryptoAddress} to={now.cryptoAddress} />
      ) : (
        <>
          <Block>{t('payments.changed.before', { value: textOf(before) })}</Block>
          <Block>{t('payments.changed.after', { value: textOf(now) })}</Block>
        </>
      )}
    </Text>
  )
}

function useValueText(name: EmployeeField) {
  const { t } = useTranslation()
  const format = useFormat()
  return (values: EmployeeValues): string => {
    const value = values[name]
    if (value === '' || value === undefined) return t('employees.meanwhile.empty')
    if (name === 'baseSalary') return format.usd(Number(value))
    if (name === 'bitcoinPercent') return format.percent(Number(value))
    if (name === 'hiredOn') return format.date(String(value))
    if (name === 'payFrequency') return t(`employees.terms.${values.payFrequency || 'none'}`)
    return String(value)
  }
}

export const listDiffering = (one: EmployeeValues, other: EmployeeValues): EmployeeField[] =>
  employeeFieldNames.filter((name) => one[name] !== other[name])
