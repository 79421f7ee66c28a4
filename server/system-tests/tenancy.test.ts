import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueDueReceipts } from '#server/features/receipts/issue.ts'
import { type Method, type TestApp, testApp } from '#server/testing/app.ts'
import { anAddress } from '#server/testing/engine.ts'
import {
  aCompany,
  aConfirmedRun,
  anEmployee,
  anEmployeeBody,
  aPayroll,
  aPayrollBody,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { aList, aListForm, createList } from '#server/testing/lists.ts'
import { makePaidRun } from '#server/testing/paid-rows.ts'
import { addPasskeyRow } from '#server/testing/passkeys.ts'
import { softwareKey } from '#server/testing/software-authenticator.ts'
import { aMember } from '#server/testing/team-steps.ts'

let t: TestApp
let theirs: TestCompany
let ours: TestCompany
let ids: Record<
  | 'employee'
  | 'payroll'
  | 'payment'
  | 'line'
  | 'transaction'
  | 'session'
  | 'list'
  | 'import'
  | 'user'
  | 'passkey'
  | 'invitation'
  | 'occurrence'
  | 'order'
  | 'special',
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
  const dates = { every: 'FORTNIGHT', days: [15, 'LAST'], hour: '09:00' }
  await theirs.call('PUT', `/companies/payrolls/${payroll}/schedule`, dates)
  const occurrence = (await theirs.call('GET', '/calendar?to=2027-12-31')).body.data.occurrences[0]
    ._id
  const list = (await aPayroll(theirs, { type: 'CSV' }))._id
  const run = { ...(await aConfirmedRun(theirs, payroll)), ...(await aReceipt(payroll)) }
  const { id: user } = await aMember(t, theirs, 'APPROVER')
  const invited = { email: 'ana@izalco.sv', role: 'PAYROLL' }
  const invitation = (await theirs.call('POST', '/companies/invitations', invited)).body.data._id
  const owner = { companyId: theirs.companyId, userId: theirs.user._id }
  const named = { ...t, config: { ...t.config, publicUrl: 'http://localhost:3000' } }
  const passkey = await addPasskeyRow(named, owner, softwareKey())
  const team = { user, invitation, passkey, order: await aPendingChange() }
  const special = await aBonus(payroll)
  const rest = { import: await anImport(), special, ...run }
  ids = { employee, payroll, occurrence, session, list, ...team, ...rest }
})
afterAll(() => t.stop())

/** A paid run of theirs, with its receipts. */
async function aReceipt(payroll: string) {
  const payment = await makePaidRun(theirs, payroll)
  await issueDueReceipts(t.worker, { ...t, sms: true, now: new Date() })
  const { line_id: line } = await t.db
    .selectFrom('receipts')
    .select('line_id')
    .where('sheet_id', '=', payment)
    .executeTakeFirstOrThrow()
  return { payment, line }
}

/** A change of their rules that waits for somebody else's approval. */
async function aPendingChange(): Promise<string> {
  const put = (tiers: object[]) => theirs.call('PUT', '/companies/approval-rules', { tiers })
  await put([{ fromUsd: 1000, approvals: 1 }])
  return (await put([])).body.data.pending._id
}

async function aBonus(payroll: string): Promise<string> {
  const body = { kind: 'BONUS', year: new Date().getFullYear(), usd: 25 }
  const path = `/companies/payrolls/${payroll}/special-runs`
  return (await theirs.call('POST', path, body)).body.data.specialRun._id
}

async function anImport(): Promise<string> {
  const answer = await createList(theirs, { file: aList({ firstName: 'X' }) })
  return (expectRefusal(answer, 422, 'CSV_INVALID').data as { import: { _id: string } }).import._id
}

/** A valid body for each call that takes one, whose effect would show. */
const bodies: Record<string, () => object> = {
  'put /companies/employees/{id}': () => anEmployeeBody({ firstName: 'Robada' }),
  'put /companies/employees/{id}/shared-address': () => ({ with: own.employee, accepted: true }),
  'put /companies/employees/{id}/consent': () => ({ agreed: true, note: 'Robada' }),
  'put /companies/payrolls/{id}': () => aPayrollBody({ name: 'Robada' }),
  'put /companies/payrolls/{id}/bulk': () => aListForm({ file: aList({ firstName: 'Robada' }) }),
  'patch /users/passkeys/{id}': () => ({ name: 'Robada' }),
  'post /companies/imports/{id}/decisions': () => ({ decisions: [{ row: 2, is: 'other' }] }),
  'post /companies/payrolls/{id}/run-payment': () => ({}),
  'post /special-runs/{id}/run': () => ({}),
  'post /companies/payrolls/{id}/acknowledge-records': () => ({ transactions: [ids.transaction] }),
  'post /companies/payrolls/{id}/withdraw-funds': () => ({ address: anAddress() }),
  'patch /companies/users/{id}': () => ({ role: 'PAYROLL' }),
  'post /companies/employees/{id}/address-hold/release': () => ({ code: '123456' }),
  'post /transactions/{id}/approve': () => ({ code: '123456' }),
  'put /companies/payrolls/{id}/schedule': () => ({ every: 'MONTH', days: [10], hour: '10:00' }),
  'put /companies/payrolls/{id}/sweep': () => ({ floorUsd: 60 }),
  'post /calendar/{id}/skip': () => ({ reason: 'Robada' }),
  'post /calendar/{id}/move': () => ({ dueAt: new Date(Date.now() + 3_600_000).toISOString() }),
  'post /calendar/{id}/prepare': () => ({ held: {} }),
  'post /approvals/{id}/approve': () => ({ code: '123456' }),
  'patch /payments/{id}/dollar-lines': () => ({ paid: true }),
  'patch /payments/{id}/dollar-lines/{lineId}': () => ({ paid: true }),
  'post /companies/payrolls/{id}/special-runs': () => ({
    kind: 'BONUS',
    year: new Date().getFullYear(),
    usd: 1,
  }),
  'put /special-runs/{id}': () => ({ lines: [] }),
  'post /transactions/{id}/reject': () => ({ reason: 'Robada' }),
}

/** The kind of the id in a path. A call that is missing here fails the test below. */
const slots: Record<string, keyof typeof ids> = {
  'delete /auth/sessions/{id}': 'session',
  'patch /users/passkeys/{id}': 'passkey',
  'delete /users/passkeys/{id}': 'passkey',
  'post /users/passkeys/{id}/request-approval': 'passkey',
  'patch /companies/users/{id}': 'user',
  'post /companies/users/{id}/reset-factors': 'user',
  'delete /companies/users/{id}': 'user',
  'post /companies/invitations/{id}/resend': 'invitation',
  'delete /companies/invitations/{id}': 'invitation',
  'get /companies/employees/{id}': 'employee',
  'put /companies/employees/{id}': 'employee',
  'delete /companies/employees/{id}': 'employee',
  'put /companies/employees/{id}/shared-address': 'employee',
  'put /companies/employees/{id}/consent': 'employee',
  'post /companies/employees/{id}/invite': 'employee',
  'post /companies/employees/{id}/address-hold/release': 'employee',
  'post /companies/employees/{id}/address-hold/request': 'employee',
  'get /companies/payrolls/{id}/sweep': 'payroll',
  'put /companies/payrolls/{id}/sweep': 'payroll',
  'delete /companies/payrolls/{id}/sweep': 'payroll',
  'get /companies/payrolls/{id}/schedule': 'payroll',
  'put /companies/payrolls/{id}/schedule': 'payroll',
  'delete /companies/payrolls/{id}/schedule': 'payroll',
  'get /calendar/{id}/sheet': 'occurrence',
  'post /calendar/{id}/skip': 'occurrence',
  'post /calendar/{id}/move': 'occurrence',
  'post /calendar/{id}/prepare': 'occurrence',
  'get /payrolls/{id}': 'payroll',
  'get /payrolls/{id}/balance': 'payroll',
  'get /payrolls/{id}/transactions': 'payroll',
  'put /companies/payrolls/{id}': 'payroll',
  'delete /companies/payrolls/{id}': 'payroll',
  'get /companies/payrolls/{id}/payment-preview': 'payroll',
  'get /companies/payrolls/{id}/payment-preview/people': 'payroll',
  'get /companies/payrolls/{id}/changes': 'payroll',
  'post /companies/payrolls/{id}/run-payment': 'payroll',
  'post /companies/payrolls/{id}/close-payment': 'payroll',
  'post /companies/payrolls/{id}/acknowledge-records': 'payroll',
  'post /companies/payrolls/{id}/withdraw-funds': 'payroll',
  'get /companies/payrolls/{id}/consolidate': 'payroll',
  'post /companies/payrolls/{id}/consolidate': 'payroll',
  'post /transactions/{id}/approve': 'transaction',
  'post /transactions/{id}/approval-code': 'transaction',
  'post /transactions/{id}/approval-options': 'transaction',
  'post /approvals/{id}/approve': 'order',
  'post /approvals/{id}/code': 'order',
  'post /approvals/{id}/options': 'order',
  'post /approvals/{id}/reject': 'order',
  'delete /companies/approval-rules/pending/{id}': 'order',
  'post /transactions/{id}/reject': 'transaction',
  'put /companies/payrolls/{id}/bulk': 'list',
  'post /companies/payrolls/{id}/to-regular': 'list',
  'get /companies/imports/{id}': 'import',
  'post /companies/imports/{id}/decisions': 'import',
  'get /companies/imports/{id}/errors': 'import',
  'get /companies/imports/{id}/report.csv': 'import',
  'get /companies/payments/{id}': 'payment',
  'get /payments/{id}/dollar-lines': 'payment',
  'get /payments/{id}/people': 'payment',
  'post /companies/payrolls/{id}/special-runs': 'payroll',
  'get /special-runs/{id}': 'special',
  'get /special-runs/{id}/lines.csv': 'special',
  'get /special-runs/{id}/payment-preview': 'special',
  'post /special-runs/{id}/run': 'special',
  'put /special-runs/{id}': 'special',
  'delete /special-runs/{id}': 'special',
  'get /payrolls/{id}/dollar-runs': 'payroll',
  'get /payments/{id}/dollar-lines.csv': 'payment',
  'get /payments/{id}/dollar-lines.xlsx': 'payment',
  'patch /payments/{id}/dollar-lines': 'payment',
  'patch /payments/{id}/dollar-lines/{lineId}': 'payment',
  'get /transactions/{id}/details': 'transaction',
  'get /transactions/{id}/bump': 'transaction',
  'post /transactions/{id}/bump': 'transaction',
  'post /transactions/{id}/bump-options': 'transaction',
  'get /transactions/{id}/cancel': 'transaction',
  'post /transactions/{id}/cancel': 'transaction',
  'post /transactions/{id}/cancel-options': 'transaction',
  'get /transactions/{id}/fee': 'transaction',
  'post /transactions/{id}/fee': 'transaction',
  'post /transactions/{id}/fee-options': 'transaction',
  'get /payrolls/{id}/transactions.csv': 'payroll',
  'get /payrolls/{id}/transactions.xlsx': 'payroll',
  'get /transactions/{id}/recipients.csv': 'transaction',
  'get /transactions/{id}/recipients.xlsx': 'transaction',
  'get /payments/{id}/receipts.zip': 'payment',
  'get /payments/{id}/lines/{lineId}/receipt.pdf': 'payment',
}
/** The secret of a mail opens these, not an id: see server/features/freeze and team. */
const links = [
  ...['get /freezes/{token}', 'post /freezes/{token}'],
  ...['get /address-reports/{token}', 'post /address-reports/{token}'],
  'post /address-reports/{token}/confirm',
  ...['get /invitations/{token}', 'post /invitations/{token}'],
]
const memberships = [
  'patch /companies/payrolls/{payrollId}/employees/{employeeId}',
  'delete /companies/payrolls/{payrollId}/employees/{employeeId}',
]

/** Calls of an employee's own page; another's line is refused in a test of server/features/employee-page. */
const ownPage = [
  'get /employee/payments/{lineId}/receipt.pdf',
  'post /employee/payments/{lineId}/arrived',
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
  const tables = ['companies', 'employees', 'payrolls', 'payroll_employees', 'sheets'] as const
  const paid = ['sheet_lines', 'payouts'] as const
  const more = ['transactions', 'payroll_balances', 'addresses', 'session_tokens'] as const
  const files = ['imports', 'import_rows', 'users', 'team_invitations', 'passkeys'] as const
  const own = [
    'drafts',
    'draft_lines',
    'employee_consents',
    'consent_texts',
    'arrivals',
    'messages',
  ] as const
  const rows = await Promise.all(
    [...tables, ...paid, ...more, ...files, ...own].map((table) =>
      t.owner.selectFrom(table).selectAll().execute(),
    ),
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
    [...Object.keys(slots), ...memberships, ...links, ...ownPage].sort(),
  )
})

test.each(Object.entries(slots))(
  '%s does not know what is another company’s, no more than what does not exist',
  async (call, slot) => {
    const template = call.split(' ')[1] ?? ''
    const before = await everything()
    const whole = template.replace('{lineId}', ids.line)
    const foreign = await ask(call, whole.replace('{id}', ids[slot]))
    expectRefusal(foreign, 404, 'NOT_FOUND')
    for (const [what, id] of Object.entries(strangeIds)) {
      const answer = await ask(call, whole.replace('{id}', id))
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
    expectRefusal(await ask(call, path(payroll, employee)), 404, 'NOT_FOUND')
  }
  expect(await everything()).toBe(before)
})

test('the lists of one company have nothing of another', async () => {
  const texts = await Promise.all(
    ['/employees', '/payrolls', '/users/dashboard', '/companies/company', '/companies/users'].map(
      async (path) => JSON.stringify((await ours.call('GET', path)).body),
    ),
  )
  for (const id of [...Object.values(ids), theirs.companyId, theirs.user._id]) {
    expect(texts.join()).not.toContain(id)
  }
})
