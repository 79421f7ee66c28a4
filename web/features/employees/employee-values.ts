import type { Employee } from '#contract/employees.ts'
import { salvadoranPrefix } from '#web/lib/phone.ts'

/** The values of the form's fields; `baseSalary` may be a text that is no amount. */
export interface EmployeeValues {
  firstName: string
  lastName: string
  identification: string
  phone: string
  email: string
  baseSalary: number | string | undefined
  cryptoAddress: string
}

export const fields = [
  'firstName',
  'lastName',
  'identification',
  'phone',
  'email',
  'baseSalary',
  'cryptoAddress',
] as const satisfies (keyof EmployeeValues)[]

export const blankEmployee: EmployeeValues = {
  firstName: '',
  lastName: '',
  identification: '',
  phone: salvadoranPrefix,
  email: '',
  baseSalary: undefined,
  cryptoAddress: '',
}

export function valuesOf(employee: Employee): EmployeeValues {
  const { firstName, lastName, identification, phone, email, baseSalary, cryptoAddress } = employee
  return {
    firstName,
    lastName,
    identification,
    phone: phone || salvadoranPrefix,
    email,
    baseSalary,
    cryptoAddress,
  }
}
