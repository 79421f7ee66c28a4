import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Method, type TestApp, testApp } from '#server/testing/app.ts'
import { anAddress } from '#server/testing/engine.ts'
import {
  aCompany,
  aConfirmedRun,
  anEmployee,
  anEmployeeBody,
  aPayroll,
  aPayrollBody,
  refused,
  type TestCompany,
} from '#server/testing/factories.ts'
import { aList, aListForm, createList } from '#server/testing/lists.ts'

let t: TestApp
let theirs: TestCompany
let ours: TestCompany
let ids: Record<
  'employee' | 'payroll' | 'payment' | 'transaction' | 'session' | 'list' | 'import',
  string
>
let own: { employee: string; payroll: string }

beforeAll(async () => {
  t = await testApp()
  theirs = await aCompany(t)
  ours = await aCompany(t)
  own = { employee: (await anEmployee(ours))._id, payroll: (await aPayroll(ours))._id }
  const payroll = (await aPayroll(theirs))._id
  const employee = (await anEmployee(theirs))._id
  await theirs.call('PATCH', `/companies/payrolls/${payroll}/employees/${employee}`)
  const { id: session } = await t.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', theirs.user._id)
    .executeTakeFirstOrThrow()
  const list = (await aPayroll(theirs, { type: 'CSV' }))._id
  const run = await aConfirmedRun(theirs, payroll)
  ids = { employee, payroll, session, list, import: await anImport(), ...run }
})
afterAll(() => t.stop())

async function anImport(): Promise<string> {
  const answer = await createList(theirs, { file: aList({ firstName: 'X' }) })
  return (refused(answer, 422, 'CSV_INVALID').data as { import: { _id: string } }).import._id
}

/** A valid body for each call that takes one, whose effect would show. */
const bodies: Record<string, () => object> = {
  'put /companies/employees/{id}': () => anEmployeeBody({ firstName: 'Robada' }),
  'put /companies/payrolls/{id}': () => aPayrollBody({ name: 'Robada' }),
  'put /companies/payrolls/{id}/bulk': () => aListForm({ file: aList({ firstName: 'Robada' }) }),
  'post /companies/payrolls/{id}/run-payment': () => ({}),
  'post /companies/payrolls/{id}/acknowledge-records': () => ({ transactions: [ids.transaction] }),
  'post /companies/payrolls/{id}/withdraw-funds': () => ({ address: anAddress() }),
  'post /transactions/{id}/approve': () => ({ code: '123456' }),
  'post /transactions/{id}/reject': () => ({ reason: 'Robada' }),
}

/** The kind of the id in a path. A call that is missing here fails the test below. */
const slots: Record<string, keyof typeof ids> = {
  'delete /auth/sessions/{id}': 'session',
  'get /companies/employees/{id}': 'employee',
  'put /companies/employees/{id}': 'employee',
  'delete /companies/employees/{id}': 'employee',
  'get /payrolls/{id}': 'payroll',
  'get /payrolls/{id}/balance': 'payroll',
  'get /payrolls/{id}/transactions': 'payroll',
  'put /companies/payrolls/{id}': 'payroll',
  'delete /companies/payrolls/{id}': 'payroll',
  'get /companies/payrolls/{id}/payment-preview': 'payroll',
  'post /companies/payrolls/{id}/run-payment': 'payroll',
  'post /companies/payrolls/{id}/close-payment': 'payroll',
  'post /companies/payrolls/{id}/acknowledge-records': 'payroll',
  'post /companies/payrolls/{id}/withdraw-funds': 'payroll',
  'post /transactions/{id}/approve': 'transaction',
  'post /transactions/{id}/approval-code': 'transaction',
  'post /transactions/{id}/reject': 'transaction',
  'put /companies/payrolls/{id}/bulk': 'list',
  'get /companies/imports/{id}': 'import',
  'get /companies/imports/{id}/errors': 'import',
  'get /companies/imports/{id}/report.csv': 'import',
  'get /companies/payments/{id}': 'payment',
  'get /transactions/{id}/details': 'transaction',
  'get /transactions/{id}/bump': 'transaction',
  'post /transactions/{id}/bump': 'transaction',
  'get /transactions/{id}/cancel': 'transaction',
  'post /transactions/{id}/cancel': 'transaction',
  'get /payrolls/{id}/transactions.csv': 'payroll',
  'get /payrolls/{id}/transactions.xlsx': 'payroll',
  'get /transactions/{id}/recipients.csv': 'transaction',
  'get /transactions/{id}/recipients.xlsx': 'transaction',
}
/** The secret of a mail opens these, not an id: see server/features/freeze. */
const links = ['get /freezes/{token}', 'post /freezes/{token}']
const memberships = [
  'patch /companies/payrolls/{payrollId}/employees/{employeeId}',
  'delete /companies/payrolls/{payrollId}/employees/{employeeId}',
]

/** The calls of the running server that have an id in their path. */
async function callsWithIds(): Promise<string[]> {
  const { paths } = (await t.app.inject({ url: '/api/openapi.json' })).json()
  return Object.entries<object>(paths)
    .filter(([path]) => path.includes('{'))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path.replace('/api/v1', '')}`),
    )
}

/** Every row of the tables a company has, as text. */
async function everything(): Promise<string> {
  const tables = ['companies', 'employees', 'payrolls', 'payroll_employees', 'payments'] as const
  const more = ['transactions', 'payroll_balances', 'addresses', 'session_tokens'] as const
  const files = ['imports', 'import_rows'] as const
  const rows = await Promise.all(
    [...tables, ...more, ...files].map((table) => t.owner.selectFrom(table).selectAll().execute()),
  )
  const text = (_key: string, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value
  return JSON.stringify(rows.map((each) => each.map((row) => JSON.stringify(row, text)).sort()))
}

const strangeIds = {
  unknown: '019aa000-0000-7000-8000-0000000000ff',
  malformed: 'not-an-id',
  '10 KB long': 'a'.repeat(10_240),
  'a NUL': '%00',
  'a path': '..%2F..%2Fpayrolls',
  'half a character': '%ED%A0%80',
}

async function ask(call: string, path: string) {
  const [method = ''] = call.split(' ')
  return ours.call(method.toUpperCase() as Method, path, bodies[call]?.())
}

test('every call with an id is in the lists above', async () => {
  expect((await callsWithIds()).sort()).toEqual(
    [...Object.keys(slots), ...memberships, ...links].sort(),
  )
})

test.each(Object.entries(slots))(
  '%s does not know what is another company’s, no more than what does not exist',
  async (call, slot) => {
    const template = call.split(' ')[1] ?? ''
    const before = await everything()
    const foreign = await ask(call, template.replace('{id}', ids[slot]))
    refused(foreign, 404, 'NOT_FOUND')
    for (const [what, id] of Object.entries(strangeIds)) {
      const answer = await ask(call, template.replace('{id}', id))
      expect(answer.body, what).toEqual(foreign.body)
      expect(answer.status, what).toBe(404)
    }
    expect(await everything()).toBe(before)
  },
)

test.each(memberships)('%s joins nobody across companies', async (call) => {
  const template = call.split(' ')[1] ?? ''
  const path = (payroll: string, employee: string) =>
    template.replace('{payrollId}', payroll).replace('{employeeId}', employee)
  const before = await everything()
  for (const [payroll, employee] of [
    [ids.payroll, own.employee],
    [own.payroll, ids.employee],
    [ids.payroll, ids.employee],
    ...Object.values(strangeIds).flatMap((id) => [
      [id, own.employee],
      [own.payroll, id],
    ]),
  ] as [string, string][]) {
    refused(await ask(call, path(payroll, employee)), 404, 'NOT_FOUND')
  }
  expect(await everything()).toBe(before)
})

test('the lists of one company have nothing of another', async () => {
  const texts = await Promise.all(
    ['/employees', '/payrolls', '/users/dashboard', '/companies/company'].map(async (path) =>
      JSON.stringify((await ours.call('GET', path)).body),
    ),
  )
  for (const id of [...Object.values(ids), theirs.companyId, theirs.user._id]) {
    expect(texts.join()).not.toContain(id)
  }
})
