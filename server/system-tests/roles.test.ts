import { beforeAll, expect, test } from 'vitest'
import { type Role, roles } from '#domain/roles.ts'
import { updateUser } from '#server/authorization/account-rows.ts'
import type { Method } from '#server/testing/app.ts'
import { aCompany, expectRefusal, type TestCompany } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { aList, aListForm } from '#server/testing/lists.ts'
import { aMember } from '#server/testing/team-steps.ts'

const everybody = roles
const admin = ['ADMIN'] as const
const preparing = ['ADMIN', 'PAYROLL'] as const
const approving = ['ADMIN', 'APPROVER'] as const
const exporting = ['ADMIN', 'APPROVER', 'ACCOUNTANT'] as const

/** The roles that may do what: the calls of the running server, as the page about teams has them. */
const table: Record<string, readonly Role[] | 'without a session' | 'an employee’s session'> = {
  'post /employee/links': 'without a session',
  'post /employee/session': 'without a session',
  'delete /employee/session': 'without a session',
  'get /employee/me': 'an employee’s session',
  'get /employee/payments': 'an employee’s session',
  'post /employee/payments/{lineId}/arrived': 'an employee’s session',
  'put /employee/consent': 'an employee’s session',
  'get /employee/payments/{lineId}/receipt.pdf': 'an employee’s session',
  'put /employee/payout': 'an employee’s session',
  'post /employee/payout/code': 'an employee’s session',

  'post /auth/sign-up': 'without a session',
  'get /auth/sign-up': 'without a session',
  'post /auth/sign-up/invitation': 'without a session',
  'post /auth/sign-in': 'without a session',
  'post /auth/sign-in/mfa': 'without a session',
  'post /auth/sign-in/mfa/resend': 'without a session',
  'post /auth/passkey/options': 'without a session',
  'post /auth/passkey': 'without a session',
  'post /users/reset-password': 'without a session',
  'patch /users/reset-password': 'without a session',
  'get /address-reports/{token}': 'without a session',
  'post /address-reports/{token}': 'without a session',
  'post /address-reports/{token}/confirm': 'without a session',
  'get /freezes/{token}': 'without a session',
  'post /freezes/{token}': 'without a session',
  'get /invitations/{token}': 'without a session',
  'post /invitations/{token}': 'without a session',
  'get /companies/company-sector': 'without a session',
  'get /config': 'without a session',

  // Calls that people make for themselves.
  'get /auth/refresh-token': everybody,
  'post /auth/sign-out': everybody,
  'get /auth/sessions': everybody,
  'delete /auth/sessions/{id}': everybody,
  'put /users': everybody,
  'post /users/step-up': everybody,
  'post /users/contact-code': everybody,
  'post /users/contact': everybody,
  'patch /users/password': everybody,
  'get /users/factors': everybody,
  'post /users/passkeys/options': everybody,
  'post /users/passkeys': everybody,
  'patch /users/passkeys/{id}': everybody,
  'delete /users/passkeys/{id}': everybody,
  'post /users/passkeys/{id}/request-approval': everybody,
  'post /users/totp': everybody,
  'post /users/totp/confirm': everybody,
  'delete /users/totp': everybody,
  'post /users/recovery-codes': everybody,

  // Reads.
  'get /users/dashboard': everybody,
  'get /network': everybody,
  'get /coins/btc/price': everybody,
  'get /coins/btc/history': everybody,
  'get /companies/company': everybody,
  'get /companies/consent-text': everybody,
  'get /companies/employees/invite': everybody,
  'get /companies/approval-rules': everybody,
  'get /approvals': everybody,
  'get /companies/users': everybody,
  'get /employees': everybody,
  'get /companies/employees/{id}': everybody,
  'get /companies/payrolls/{id}/schedule': everybody,
  'get /companies/payrolls/{id}/sweep': everybody,
  'get /companies/sweep-address': everybody,
  'get /calendar': everybody,
  'get /calendar/next': everybody,
  'get /calendar/{id}/sheet': everybody,
  // The feed is each person's own: it shows what they may read.
  'get /calendar/feed': everybody,
  'post /calendar/feed': everybody,
  'delete /calendar/feed': everybody,
  'get /payrolls': everybody,
  'get /payrolls/{id}': everybody,
  'get /payrolls/{id}/balance': everybody,
  'get /payrolls/{id}/transactions': everybody,
  'get /transactions/{id}/details': everybody,
  'get /transactions/{id}/bump': everybody,
  'get /transactions/{id}/cancel': everybody,
  'get /transactions/{id}/fee': everybody,
  'get /companies/payments/{id}': everybody,
  'get /payments/{id}/dollar-lines': everybody,
  'get /payments/{id}/people': everybody,
  'get /special-runs/{id}': everybody,
  'get /special-runs/{id}/lines.csv': everybody,
  'get /special-runs/{id}/payment-preview': everybody,
  'get /payrolls/{id}/dollar-runs': everybody,
  'get /payments/{id}/dollar-lines.csv': everybody,
  'get /payments/{id}/dollar-lines.xlsx': everybody,
  'get /companies/payrolls/{id}/payment-preview': everybody,
  'get /companies/payrolls/{id}/consolidate': everybody,
  'get /companies/payrolls/{id}/payment-preview/people': everybody,
  'get /companies/payrolls/{id}/changes': everybody,
  'get /companies/imports/{id}': everybody,
  'get /companies/imports/{id}/errors': everybody,
  'get /companies/imports/{id}/report.csv': everybody,
  'get /companies/audit': exporting,
  'get /payrolls/{id}/transactions.csv': exporting,
  'get /payrolls/{id}/transactions.xlsx': exporting,
  'get /transactions/{id}/recipients.csv': exporting,
  'get /transactions/{id}/recipients.xlsx': exporting,
  'get /payments/{id}/receipts.zip': exporting,
  'get /payments/{id}/lines/{lineId}/receipt.pdf': exporting,

  'post /companies/users/{id}/reset-factors': admin,
  'put /companies': admin,
  'get /companies/receipt-mail-preview': admin,
  'get /system': admin,
  'put /companies/approval-rules': admin,
  'put /companies/sweep-address': admin,
  'post /companies/sweep-address/arrived': admin,
  'put /companies/payrolls/{id}/sweep': admin,
  'delete /companies/payrolls/{id}/sweep': admin,
  'put /companies/consent-text': admin,
  'put /companies/employees/{id}/consent': admin,
  'delete /companies/approval-rules/pending/{id}': admin,
  'patch /payments/{id}/dollar-lines': preparing,
  'patch /payments/{id}/dollar-lines/{lineId}': preparing,
  'put /companies/payrolls/{id}/schedule': preparing,
  'delete /companies/payrolls/{id}/schedule': preparing,
  'post /calendar/{id}/skip': preparing,
  'post /calendar/{id}/prepare': preparing,
  'post /calendar/{id}/move': preparing,
  'patch /companies/users/{id}': admin,
  'delete /companies/users/{id}': admin,
  'post /companies/invitations': admin,
  'post /companies/invitations/{id}/resend': admin,
  'delete /companies/invitations/{id}': admin,
  'post /companies/unfreeze': admin,
  'post /companies/payrolls/{id}/acknowledge-records': admin,
  'post /companies/payrolls/{id}/to-regular': admin,

  'post /companies/payrolls/{id}/special-runs': preparing,
  'put /special-runs/{id}': preparing,
  'post /special-runs/{id}/run': preparing,
  'delete /special-runs/{id}': preparing,
  'post /companies/employees': preparing,
  'post /companies/employees/invite': preparing,
  'post /companies/employees/{id}/invite': preparing,
  'put /companies/employees/{id}': preparing,
  'delete /companies/employees/{id}': preparing,
  'put /companies/employees/{id}/shared-address': preparing,
  'post /companies/employees/{id}/address-hold/release': approving,
  'post /companies/employees/{id}/address-hold/request': ['ADMIN', 'PAYROLL', 'APPROVER'],
  'post /companies/employees/bulk': preparing,
  'post /companies/imports/{id}/decisions': preparing,
  'post /companies/payrolls': preparing,
  'put /companies/payrolls/{id}': preparing,
  'delete /companies/payrolls/{id}': preparing,
  'post /companies/payrolls/bulk': preparing,
  'put /companies/payrolls/{id}/bulk': preparing,
  'patch /companies/payrolls/{payrollId}/employees/{employeeId}': preparing,
  'delete /companies/payrolls/{payrollId}/employees/{employeeId}': preparing,
  'post /companies/payrolls/{id}/run-payment': preparing,
  'post /companies/payrolls/{id}/close-payment': preparing,
  'post /companies/payrolls/{id}/withdraw-funds': preparing,
  'post /companies/payrolls/{id}/consolidate': preparing,
  'post /transactions/{id}/bump': preparing,
  'post /transactions/{id}/bump-options': preparing,

  'post /transactions/{id}/cancel': ['ADMIN', 'PAYROLL', 'APPROVER'],
  'post /transactions/{id}/cancel-options': ['ADMIN', 'PAYROLL', 'APPROVER'],
  'post /transactions/{id}/fee': preparing,
  'post /transactions/{id}/fee-options': preparing,
  'post /transactions/{id}/approve': approving,
  'post /transactions/{id}/approval-code': approving,
  'post /transactions/{id}/approval-options': approving,
  'post /approvals/{id}/approve': approving,
  'post /approvals/{id}/code': approving,
  'post /approvals/{id}/options': approving,
  'post /approvals/{id}/reject': ['ADMIN', 'PAYROLL', 'APPROVER'],
  // PAYROLL what they asked for themselves: server/features/payments/approval.
  'post /transactions/{id}/reject': ['ADMIN', 'PAYROLL', 'APPROVER'],
}
const protectedCalls = Object.entries(table).flatMap(([call, may]) =>
  typeof may === 'string' ? [] : [{ call, may }],
)
const openCalls = Object.keys(table).filter((call) => typeof table[call] === 'string')
const employeeCalls = openCalls.filter((call) => table[call] !== 'without a session')
/** Calls that end the session or replace its token. */
const endsSession = ['get /auth/refresh-token', 'post /auth/sign-out']

const t = await appForFile()
let ours: TestCompany
let tokens: Record<Role, string>
const member = async (role: Role) => (await aMember(t, ours, role)).token

beforeAll(async () => {
  ours = await aCompany(t)
  const made = await Promise.all(roles.map(async (role) => [role, await member(role)] as const))
  tokens = Object.fromEntries(made) as Record<Role, string>
})

/** Asks with a body that is right for no call but an upload's: who may not ask is told this first. */
async function ask(call: string, token?: string) {
  const [method = '', template = ''] = call.split(' ')
  const path = template.replace(/\{\w+\}/g, '019aa000-0000-7000-8000-0000000000ff')
  const body = path.endsWith('/bulk') ? aListForm({ file: aList({ firstName: 'Ana' }) }) : undefined
  const options = token === undefined ? { body } : { body, token }
  const answer = await t.call(method.toUpperCase() as Method, path, options)
  return { status: answer.status, code: answer.body.code as string | undefined, answer }
}

async function documentedCalls(): Promise<string[]> {
  const { paths } = (await t.app.inject({ url: '/api/openapi.json' })).json()
  return Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path.replace('/api/v1', '')}`),
  )
}

test('every call of the running server is in the table', async () => {
  expect((await documentedCalls()).sort()).toEqual(Object.keys(table).sort())
})

test('no call is missing in the documentation that the table is compared with', async () => {
  const branches = t.app.printRoutes({ commonPrefix: false }).split(/\n(?= {4}[├└])/)
  const calls = branches
    .filter((branch) => /^ {4}[├└]── api\/v1/.test(branch))
    .flatMap((branch) => [...branch.matchAll(/\(([A-Z, ]+)\)/g)])
    .flatMap(([, methods = '']) => methods.split(', '))
  expect(calls).toHaveLength((await documentedCalls()).length)
})

test.each(protectedCalls)('$call → 422 for all but $may', async ({ call, may }) => {
  for (const role of roles) {
    const token = endsSession.includes(call) ? await member(role) : tokens[role]
    const { status, code, answer } = await ask(call, token)
    if (may.includes(role)) {
      expect(code, role).not.toBe('NOT_ALLOWED_FOR_ROLE')
      expect(status, role).not.toBe(403)
      // Some ask for the password and a code as well.
      if (status === 401) expect(code, role).toBe('CODE_REQUIRED')
    } else {
      expectRefusal(answer, 422, 'NOT_ALLOWED_FOR_ROLE')
    }
  }
})

test('no bearer → 401 of each call but those without a session', async () => {
  for (const { call } of protectedCalls)
    expectRefusal((await ask(call)).answer, 401, 'INVALID_TOKEN')
  for (const call of openCalls) expect((await ask(call)).code, call).not.toBe('INVALID_TOKEN')
})

test('no role opens a call of an employee’s own page: 401 LINK_ENDED', async () => {
  for (const call of employeeCalls) {
    for (const token of [undefined, ...Object.values(tokens)]) {
      expectRefusal((await ask(call, token)).answer, 401, 'LINK_ENDED')
    }
  }
})

test('the session of somebody who was removed → 403 of each call', async () => {
  const { id, token } = await aMember(t, ours, 'ADMIN')
  const owner = { companyId: ours.companyId, userId: id }
  const removed = { removed_at: t.now() }
  await t.db.transaction().execute((trx) => updateUser(trx, t.macKey, owner, removed))
  for (const { call } of protectedCalls) {
    expectRefusal((await ask(call, token)).answer, 403, 'SESSION_EXPIRED')
  }
})
