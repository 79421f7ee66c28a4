import type { Control } from 'react-hook-form'
import { z } from 'zod/mini'
import { addressIfBitcoin, type EmployeeBody, employeeFields } from '#contract/employee-body.ts'
import type { Employee, PayFrequency } from '#contract/employees.ts'
import { preprocess } from '#contract/fields.ts'
import { optionalPhone } from '#contract/person-fields.ts'
import type { Network } from '#domain/address.ts'
import {
  eachField,
  employeeFieldNames,
  type PlainTextField,
  plainTextFields,
} from '#domain/employee-fields.ts'
import { completePhone } from '#domain/phone.ts'
import { phoneText } from '#web/lib/phone.ts'

/** The values of the form's fields; `baseSalary` may be a text that is no amount. */
export interface EmployeeValues extends Record<PlainTextField, string> {
  firstName: string
  lastName: string
  identification: string
  phone: string
  email: string
  baseSalary: number | string | undefined
  cryptoAddress: string
  /** A text where something else than digits was typed. */
  bitcoinPercent: number | string
  bankAccount: string
  /** A text where a day was only begun. */
  hiredOn: string
  payFrequency: '' | PayFrequency
}

export type EmployeeControl = Control<EmployeeValues, unknown, EmployeeBody>

export const blankEmployee: EmployeeValues = {
  ...eachField(employeeFieldNames, () => '' as const),
  baseSalary: undefined,
  bitcoinPercent: 100,
}

/** A value that nobody has said is a blank field. */
export const valuesOf = (employee: Employee): EmployeeValues => ({
  ...eachField(plainTextFields, (field) => employee[field]),
  firstName: employee.firstName,
  lastName: employee.lastName,
  identification: employee.identification,
  phone: phoneText(employee.phone),
  email: employee.email,
  baseSalary: employee.baseSalary,
  cryptoAddress: employee.cryptoAddress,
  bitcoinPercent: employee.bitcoinPercent,
  bankAccount: employee.bankAccount,
  hiredOn: employee.hiredOn ?? '',
  payFrequency: employee.payFrequency ?? '',
})

/** The contract's rules; a phone may be written as in the company's country. */
export const employeeForm = (network: Network, country: string | undefined) =>
  z
    .extend(employeeFields(network), {
      phone: preprocess(
        (typed) => (typeof typed === 'string' ? completePhone(typed, country) : typed),
        optionalPhone,
      ),
    })
    .check(addressIfBitcoin)
