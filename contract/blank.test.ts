import { expect, test } from 'vitest'
import type { z } from 'zod/mini'
import { approveBody, rejectBody } from './approval.ts'
import { mfaBody, mfaResendBody, signInBody } from './auth.ts'
import { companyEdit } from './company.ts'
import { employeeBody } from './employee-body.ts'
import { employeeQuery } from './employees.ts'
import { bumpBody, bumpQuery } from './fee-bumps.ts'
import { bulkQuery } from './imports.ts'
import { acknowledgeBody } from './payments.ts'
import { payrollBody, payrollEdit, payrollQuery, runPaymentBody } from './payrolls.ts'
import { priceHistoryQuery } from './prices.ts'
import { pageQuery } from './queries.ts'
import { messagesQuery, mineBody } from './sandbox.ts'
import { signUpBody } from './sign-up.ts'
import { transactionQuery } from './transactions.ts'
import { passwordChange, resetBody, resetQuery, resetRequest, userEdit } from './users.ts'
import { withdrawBody } from './withdrawals.ts'

type Form = Record<string, unknown>

const network = 'regtest'
const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const email = 'marcela@izalco.sv'
const password = 'Volcan#2026'
const challenge = { email, mfaToken: 'a'.repeat(43) }

/** Bodies with a right value in every field. */
const bodies: [string, z.ZodMiniType, Form][] = [
  [
    'sign-up',
    signUpBody,
    {
      firstName: 'Marcela',
      lastName: 'Portillo',
      email,
      password,
      companyName: 'Café Izalco',
      companySector: 'Agroindustria',
    },
  ],
  ['sign-in', signInBody, { email, password }],
  ['sign-in/mfa', mfaBody, { ...challenge, code: '407182' }],
  ['sign-in/mfa/resend', mfaResendBody, { ...challenge, via: 'EMAIL' }],
  ['reset-password', resetRequest, { email }],
  ['the new password after it', resetBody, { newPassword: password }],
  [
    'users/password',
    passwordChange,
    { password: 'abc', newPassword: password, confirmPassword: password },
  ],
  [
    'users',
    userEdit,
    {
      firstName: 'Marcela',
      lastName: 'Portillo',
      phone: '+50370001234',
      preferences: { twoFactorAuthentication: { enabled: true, via: 'EMAIL' } },
    },
  ],
  [
    'companies',
    companyEdit,
    {
      name: 'Café Izalco',
      approval: { overUsd: 100, changedAddresses: true },
      fundingReservePercent: 5,
      country: 'GT',
      password: 'Volcan#2026',
    },
  ],
  [
    'employees',
    employeeBody(network),
    {
      firstName: 'Rosa',
      lastName: 'Menjívar',
      identification: '01234567-8',
      email,
      phone: '+50370001234',
      baseSalary: 650.25,
      cryptoAddress: address,
    },
  ],
  ['payrolls', payrollBody, { name: 'Planilla', description: 'De oficina', type: 'REGULAR' }],
  ['payrolls/{id}', payrollEdit, { name: 'Planilla', description: 'De oficina' }],
  ['run-payment', runPaymentBody, { after: 'a', note: 'Noviembre' }],
  ['withdraw-funds', withdrawBody(network), { address, amount: '0.00100000' }],
  [
    'withdraw-funds to a payroll',
    withdrawBody(network),
    { payrollId: '019aa000-0000-7000-8000-0000000000ff', amountUsd: 12.5 },
  ],
  [
    'acknowledge-records',
    acknowledgeBody,
    { transactions: ['019aa000-0000-7000-8000-0000000000ff'] },
  ],
  ['approve', approveBody, { code: '407182' }],
  ['reject', rejectBody, { reason: 'Un error' }],
  ['bump', bumpBody, { feeRate: 12.5 }],
  ['mine', mineBody, { blocks: 3 }],
]

const queries: [string, z.ZodMiniType, Form][] = [
  ['pages', pageQuery, { page: '2', limit: '20' }],
  [
    'employees',
    employeeQuery,
    { search: 'Rosa', creationType: 'CSV', payroll: 'a', excludePayroll: 'b' },
  ],
  ['payrolls', payrollQuery, { search: 'Oficina' }],
  ['transactions', transactionQuery, { state: 'confirmed', type: 'send' }],
  ['bump', bumpQuery, { feeRate: '12.5' }],
  ['history', priceHistoryQuery, { hours: '48' }],
  ['bulk', bulkQuery, { dryRun: 'true' }],
  ['reset-password', resetQuery, { code: 'abc' }],
  ['messages', messagesQuery, { to: email }],
]

/** The result of a schema on a form: the value, or the faults of each field. */
function readingOf(schema: z.ZodMiniType, form: unknown) {
  const read = schema.safeParse(form)
  if (read.success) return { value: read.data }
  return { faults: read.error.issues.map(({ path, message }) => [path.join('.'), message]) }
}

const isForm = (value: unknown): value is Form =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)

/** The paths of all fields of a form, those of the forms within it too. */
const pathsOf = (form: Form): string[][] =>
  Object.entries(form).flatMap(([name, value]) => [
    [name],
    ...(isForm(value) ? pathsOf(value).map((path) => [name, ...path]) : []),
  ])

/** The form with another value in one field; `undefined` leaves the field out. */
function changed(form: Form, [name = '', ...rest]: string[], value: unknown): Form {
  const inner = form[name]
  const next = rest.length > 0 && isForm(inner) ? changed(inner, rest, value) : value
  const { [name]: _left, ...others } = form
  return next === undefined ? others : { ...others, [name]: next }
}

const fieldsOf = (all: typeof bodies) =>
  all.flatMap(([what, schema, form]) =>
    pathsOf(form).map((path) => ({ what, field: path.join('.'), path, schema, form })),
  )

test.each([...bodies, ...queries])(
  '%s: the form that the tests below change is right',
  (...[, schema, form]) => {
    expect(readingOf(schema, form)).toEqual({ value: expect.anything() })
  },
)

test.each(fieldsOf(bodies))(
  '$what: $field is the same as null, as an empty text and absent',
  ({ path, schema, form }) => {
    const absent = readingOf(schema, changed(form, path, undefined))
    expect(readingOf(schema, changed(form, path, null))).toEqual(absent)
    expect(readingOf(schema, changed(form, path, ''))).toEqual(absent)
  },
)

test.each(fieldsOf(queries))(
  '$what: $field is the same empty, as the word null and absent',
  ({ path, schema, form }) => {
    const absent = readingOf(schema, changed(form, path, undefined))
    expect(readingOf(schema, changed(form, path, ''))).toEqual(absent)
    expect(readingOf(schema, changed(form, path, 'null'))).toEqual(absent)
  },
)

test.each(fieldsOf(bodies))(
  '$what: $field takes no value of another type in its place',
  ({ path, schema, form }) => {
    const given = path.reduce<unknown>((at, name) => (isForm(at) ? at[name] : undefined), form)
    for (const other of [false, 5, [], {}, 'x'].filter((each) => kindOf(each) !== kindOf(given))) {
      expect(readingOf(schema, changed(form, path, other)), String(other)).toHaveProperty('faults')
    }
  },
)

test.each(['0x10', '1e1', ' 12', '-1', '0', '1,5', '1000001', 'Infinity', '1.'])(
  'a fee rate of %j is no number that somebody wrote',
  (feeRate) => {
    expect(readingOf(bumpQuery, { feeRate })).toHaveProperty('faults')
  },
)

test('texts are trimmed, the sector’s name too', () => {
  const [, schema, form] = bodies[0] as (typeof bodies)[number]
  expect(schema.parse({ ...form, companySector: ' Comercio ', firstName: ' Ana ' })).toMatchObject({
    companySector: 'Comercio',
    firstName: 'Ana',
  })
})

test.each([
  [
    'run-payment',
    runPaymentBody,
    {
      after: '',
      note: '',
      previewHash: '',
      held: {},
      include: [],
      leave: [],
      only: null,
      targetBlocks: 3,
      periodKey: '',
      extra: false,
    },
  ],
  ['reject', rejectBody, { reason: '' }],
  ['bump', bumpBody, {}],
  ['mine', mineBody, { blocks: 1 }],
])('%s: a body that is empty is as none', (_what, schema, read) => {
  for (const body of [undefined, null, '', {}]) {
    expect(readingOf(schema as z.ZodMiniType, body)).toEqual({ value: read })
  }
})
