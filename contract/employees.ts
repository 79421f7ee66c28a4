import { z } from 'zod/mini'
import { type Network, type ParsedAddress, parseBtcAddress } from '#domain/address.ts'
import {
  missingOrInvalid,
  nameOfThree,
  optionalEmail,
  optionalPhone,
  optionalText,
  preprocess,
  say,
} from './fields.ts'
import { absent, instant, isUsdAmount, optionalQuery, pageQuery, usd } from './http.ts'
import type { FieldText } from './texts/keys.ts'

export const creationType = z.enum(['REGULAR', 'CSV'])

export const employee = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  identification: z.string(),
  email: z.string(),
  phone: z.string(),
  baseSalary: usd,
  cryptoAddress: z.string(),
  creationType,
  createdAt: instant,
})
export type Employee = z.infer<typeof employee>

/** GET /employees. `payroll` keeps those in that payroll, `excludePayroll` those not in it. */
export const employeeQuery = z.extend(pageQuery, {
  search: optionalQuery,
  creationType: preprocess(absent, z.optional(creationType)),
  payroll: optionalQuery,
  excludePayroll: optionalQuery,
})
export type EmployeeQuery = z.infer<typeof employeeQuery>

export const employeeList = z.object({
  employees: z.array(employee),
  employeesMatched: z.int(),
  pages: z.int(),
})
export type EmployeeList = z.infer<typeof employeeList>

const ownerOfPrefix: Record<Exclude<Network, 'signet' | 'testnet4'>, FieldText> = {
  main: 'addressOfMain',
  test: 'addressOfTest',
  regtest: 'addressOfRegtest',
}

/** The text for an address that cannot be paid on this network. */
export const addressFault = ({ otherNetwork }: Extract<ParsedAddress, { ok: false }>): FieldText =>
  otherNetwork ? ownerOfPrefix[otherNetwork] : 'address'

/** An address as typed or pasted, checked in full for `network`; the output is its canonical text. */
export const bitcoinAddress = (network: Network) =>
  preprocess(
    (value) => value ?? '',
    z.pipe(
      z.string({ error: say('invalid') }).check(z.maxLength(300, say('address'))),
      z.transform((text: string, { issues }) => {
        const refuse = (message: FieldText) => {
          issues.push({ code: 'custom', message, input: text })
          return z.NEVER
        }
        if (text.trim() === '') return refuse('required')
        const parsed = parseBtcAddress(text, network)
        return parsed.ok ? parsed.address : refuse(addressFault(parsed))
      }),
    ),
  )

/** 1 to 10,000,000 USD with at most two decimals; a JSON number, nothing that could be made one. */
export const baseSalary = z
  .number({ error: missingOrInvalid })
  .check(
    z.minimum(1, say('salaryMinimum')),
    z.maximum(10_000_000, say('salaryMaximum')),
    z.refine(isUsdAmount, say('salaryDecimals')),
  )

/** POST /companies/employees and PUT /companies/employees/{id}, which replaces the whole. */
export const employeeBody = (network: Network) =>
  z.object({
    firstName: nameOfThree,
    lastName: nameOfThree,
    identification: optionalText(),
    email: optionalEmail,
    phone: optionalPhone,
    baseSalary,
    cryptoAddress: bitcoinAddress(network),
  })
export type EmployeeBody = z.infer<ReturnType<typeof employeeBody>>
