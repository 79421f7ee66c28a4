import type { Control } from 'react-hook-form'
import { z } from 'zod/mini'
import { addressIfBitcoin, type EmployeeBody, employeeFields } from '#contract/employee-body.ts'
import type { Employee, PayFrequency } from '#contract/employees.ts'
import { preprocess } from '#contract/fields.ts'
import { optionalPhone } from '#contract/person-fields.ts'
import type { Network } from '#domain/address.ts'
import { completePhone } from '#domain/phone.ts'
import { phoneText } from '#web/lib/phone.ts'

/** The values of the form's fields; `baseSalary` may be a text that is no amount. */
export interface EmployeeValues {
  firstName: string
  lastName: string
  identification: string
  phone: string
  email: string
  baseSalary: number | string | undefined
  cryptoAddress: string
  /** A text where something else than digits was typed. */
  bitcoinPercent: number | string
  bank: string
  bankAccount: string
  /** A text where a day was only begun. */
  hiredOn: string
  payFrequency: '' | PayFrequency
}

export type EmployeeControl = Control<EmployeeValues, unknown, EmployeeBody>

export const fields = [
  'firstName',
  'lastName',
  'identification',
  'phone',
  'email',
  'baseSalary',
  'cryptoAddress',
  'bitcoinPercent',
  'bank',
  'bankAccount',
  'hiredOn',
  'payFrequency',
] as const satisfies (keyof EmployeeValues)[]

export const blankEmployee: EmployeeValues = {
  firstName: '',
  lastName: '',
  identification: '',
  phone: '',
  email: '',
  baseSalary: undefined,
  cryptoAddress: '',
  bitcoinPercent: 100,
  bank: '',
  bankAccount: '',
  hiredOn: '',
  payFrequency: '',
}

export function valuesOf(employee: Employee): EmployeeValues {
  const { firstName, lastName, identification, phone, email, baseSalary, cryptoAddress } = employee
  const { bitcoinPercent, bank, bankAccount, hiredOn, payFrequency } = employee
  return {
    firstName,
    lastName,
    identification,
    phone: phoneText(phone),
    email,
    baseSalary,
    cryptoAddress,
    bitcoinPercent,
    bank,
    bankAccount,
    hiredOn: hiredOn ?? '',
    payFrequency: payFrequency ?? '',
  }
}

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
