import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionList } from '#contract/auth.ts'
import { failure } from '#contract/http.ts'
import { sandboxFailure } from '#contract/sandbox.ts'
import { createChain } from '#server/adapters/bitcoind/chain.ts'
import { createPlayChain } from '#server/adapters/bitcoind/play-chain.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { type TestBitcoind, testBitcoind } from '#server/testing/bitcoind.ts'
import { anEmployeeSession } from '#server/testing/employee-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
import {
  aCompany,
  aConfirmedRun,
  anEmployee,
  aPayroll,
  aPrice,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { hostileBodies, hostileQueries, hostileValues } from '#server/testing/hostile-requests.ts'
import { createList } from '#server/testing/lists.ts'
import { aMember, inviteMember } from '#server/testing/team-steps.ts'
import { longTest } from '../testing/long-test.ts'

type Schema = { properties?: Record<string, unknown> }
type Operation = {
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
type Route = { name: string; method: string; path: string; operation: Operation }

/** The list is the running server's own: a new call is in it by itself. */
let t: TestApp
let node: TestBitcoind
let routes: Route[]
beforeAll(async () => {
  node = await testBitcoind({ prepared: true })
  const rpc = { rpcUrl: node.rpcUrl, cookieFile: node.cookieFile, user: null, password: null }
  const play = createPlayChain(rpc)
  const chain = createChain(rpc)
  t = await testApp({ chain, sandbox: { chain, play } })
  // An instant until long after the last request, so that it causes no refusal.
  const at = new Date(Date.now() + 3_600_000)
  await aPrice(t, 9_100_000n, at)
  const rates = { fee_rate_sats_per_kvb: 1_000n, fee_rate_next_block_sats_per_kvb: 2_000n }
  await t.worker
    .insertInto('node_status')
    .values({ height: 101, headers: 101, ...rates, trouble: null, at })
    .execute()
  const { paths } = (await t.app.inject({ url: '/api/openapi.json' })).json()
  routes = Object.entries<Record<string, Operation>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method} ${path}`,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
})
afterAll(async () => {
  await t.stop()
  await node.stop()
})

/** A right value for each field by its name, so that one wrong one is all that is wrong. */
const right: Record<string, unknown> = {
  firstName: 'Marcela',
  lastName: 'Portillo',
  email: 'marcela@izalco.sv',
  password: 'Volcan#2026',
  newPassword: 'Ilopango#27',
  companyName: 'Café Izalco',
  companySector: 'Agroindustria',
  name: 'Planilla',
  description: 'De oficina',
  type: 'REGULAR',
  identification: '01234567-8',
  phone: '+50370001234',
  baseSalary: 650.25,
  mfaToken: 'a'.repeat(43),
  code: '407182',
  action: 'FACTORS',
  channel: 'EMAIL',
  preferences: { twoFactorAuthentication: { enabled: false, via: 'EMAIL' } },
  approval: { overUsd: 100, changedAddresses: true },
  amount: '0.00100000',
  transactions: ['019aa000-0000-7000-8000-0000000000ff'],
  btc: '0.001',
  blocks: 1,
  price: 91_000,
  role: 'PAYROLL',
  tiers: [],
  strongOnly: false,
  on: false,
  paid: true,
  agreed: true,
  arrived: true,
  textVersion: 1,
  bitcoinPercent: 100,
  text: 'Cobrar en bitcoin es voluntario.',
  kind: 'AGUINALDO',
  year: new Date().getFullYear(),
  lines: [],
  decisions: [],
  every: 'MONTH',
  days: [10],
  hour: '09:00',
  timeZone: 'America/El_Salvador',
  whenClosed: 'BEFORE',
  saturdays: 'CLOSED',
  mode: 'REMIND',
  reason: 'Ya se pagó',
  dueAt: '2027-01-04T15:00:00.000Z',
}

/**
 * The long run tries each value at each call. `npm test` tries a twelfth of them at a call, in turn, so
 * that all of them are tried at several calls.
 */
const callsBetween = process.env.LONG_RUN ? 1 : 12
const inTurn = <T>(all: readonly T[], turn: number): T[] =>
  all.filter((_, index) => (index + turn) % callsBetween === 0)

/** Text that only a log may hold: a stack, a path of the program, SQL. */
const innards =
  /\bat .*\(|node_modules|\.ts:\d|file:\/\/|\bselect .* from\b|\binsert into\b|relation "|violates|syntax error/i

/** `cookie`: of an employee's own page. */
type Given = { url: string; payload?: string; token: string | null; cookie?: string }

async function check(route: Route, { url, payload, token, cookie }: Given): Promise<void> {
  const response = await t.app.inject({
    method: route.method as 'POST',
    url,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(cookie ? { cookie } : {}),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload }),
  })
  noteChange(route, response.statusCode)
  const what = `${route.name} ${url.slice(0, 200)} ${payload?.slice(0, 200)}: ${response.body.slice(0, 300)}`
  expect(response.statusCode, what).toBeLessThan(500)
  expect(response.body, what).not.toMatch(innards)
  if (response.statusCode < 300) return
  const body = response.json()
  const refusal = route.path.startsWith('/api/sandbox/') ? sandboxFailure : failure
  expect(refusal.parse(body), what).toEqual(body)
}

const nouns = [
  'payroll',
  'employee',
  'payment',
  'transaction',
  'session',
  'import',
  'user',
  'invitation',
] as const
type Ids = Record<(typeof nouns)[number], string>

/** The route with ids of the company's own: what it refuses, it refuses for its body. */
function urlOf({ path }: Route, ids: Ids): string {
  const noun = nouns.find((each) => path.includes(`/${each}s/`)) ?? 'payroll'
  return path
    .replace('{employeeId}', ids.employee)
    .replace('{payrollId}', ids.payroll)
    .replace('{lineId}', randomUUID())
    .replace('{txid}', 'ab'.repeat(32))
    .replace('{id}', ids[noun])
}

const queryNames = ({ operation }: Route) =>
  (operation.parameters ?? []).filter((each) => each.in === 'query').map(({ name }) => name)
const fieldsOf = ({ operation }: Route) =>
  Object.keys(operation.requestBody?.content['application/json']?.schema.properties ?? {})
const valid = (fields: string[]) =>
  Object.fromEntries(
    fields.map((field) => [
      field,
      field === 'cryptoAddress' || field === 'address' ? anAddress() : right[field],
    ]),
  )

/** Notes whether somebody has to be looked at again: a read changes nothing, a refusal at most the session. */
function noteChange({ method }: Route, status: number): void {
  if (method !== 'GET' && (status < 300 || status === 401)) isDoubtful = true
}

type Caller = { company: TestCompany; ids: Ids; cookie: string }
let caller: Caller | null = null
/** Whether a call since the last look may have ended the session or deleted something. */
let isDoubtful = false

/** Somebody with one of each, somebody else where a call before has ended the session or deleted one. */
async function somebody(): Promise<Caller> {
  if (caller && !isDoubtful) return caller
  const { company: last, ids: known, cookie: former = '' } = caller ?? {}
  const paths = [`/payrolls/${known?.payroll}/balance`, `/companies/employees/${known?.employee}`]
  const looks = await Promise.all(paths.map((path) => last?.call('GET', path)))
  looks.push(await t.call('GET', '/employee/me', { headers: { cookie: former } }))
  isDoubtful = false
  if (caller && looks.every((look) => look?.status === 200)) return caller
  const company = await aCompany(t)
  const payroll = (await aPayroll(company))._id
  const email = `${randomUUID()}@izalco.sv`
  const employee = (await anEmployee(company, { email, phone: '' }))._id
  const list = expectRefusal(await createList(company, { file: 'x' }), 422, 'CSV_INVALID')
  const { _id: session } = expectAccepted(sessionList, await company.call('GET', '/auth/sessions'))
    .sessions[0] as { _id: string }
  const ids = {
    payroll,
    employee,
    session,
    user: (await aMember(t, company, 'PAYROLL')).id,
    invitation: (await inviteMember(company, `${randomUUID()}@izalco.sv`))._id,
    ...(await aConfirmedRun(company, payroll)),
    import: (list.data as { import: { _id: string } }).import._id,
  }
  const { cookie } = await anEmployeeSession(t, { email })
  caller = { company, ids, cookie }
  return caller
}

/** Ten at a time: as many as there are connections to the database. */
async function checkAll(route: Route, all: Given[]): Promise<void> {
  for (let at = 0; at < all.length; at += 10) {
    await Promise.all(all.slice(at, at + 10).map((given) => check(route, given)))
  }
}

/** The refusals of right ids and values; all others succeed. */
const refusals: Record<string, string> = {
  'get /api/sandbox/tx/{txid}': '404',
  // No change of rules waits.
  'delete /companies/approval-rules/pending/{id}': '404 NOT_FOUND',
  'delete /users/passkeys/{id}': '404 NOT_FOUND',
  'delete /users/totp': '404 NOT_FOUND',
  'get /address-reports/{token}': '410 REPORT_LINK_ENDED',
  'get /freezes/{token}': '410 FREEZE_LINK_ENDED',
  'get /invitations/{token}': '410 INVITATION_ENDED',
  // Nobody of the run has a receipt.
  'get /employee/payments/{lineId}/receipt.pdf': '404 NOT_FOUND',
  'get /payments/{id}/lines/{lineId}/receipt.pdf': '404 NOT_FOUND',
  'get /payments/{id}/receipts.zip': '404 NOT_FOUND',
  // The id of no sheet.
  'get /special-runs/{id}': '404 NOT_FOUND',
  'get /special-runs/{id}/lines.csv': '404 NOT_FOUND',
  'get /special-runs/{id}/payment-preview': '404 NOT_FOUND',
  'post /special-runs/{id}/run': '404 NOT_FOUND',
  'put /special-runs/{id}': '404 NOT_FOUND',
  'delete /special-runs/{id}': '404 NOT_FOUND',
  'get /transactions/{id}/bump': '409 NOT_UNCONFIRMED',
  'get /transactions/{id}/cancel': '409 NOT_CANCELLABLE',
  'get /transactions/{id}/fee': '409 NOT_PENDING_APPROVAL',
  'patch /payments/{id}/dollar-lines/{lineId}': '404 NOT_FOUND',
  'patch /users/passkeys/{id}': '404 NOT_FOUND',
  'patch /users/reset-password': '400 RESET_CODE_INVALID',
  // No approval waits.
  'post /approvals/{id}/approve': '404 NOT_FOUND',
  'post /approvals/{id}/code': '404 NOT_FOUND',
  'post /approvals/{id}/options': '404 NOT_FOUND',
  'post /approvals/{id}/reject': '404 NOT_FOUND',
  // The payroll has no dates yet.
  'get /calendar/{id}/sheet': '404 NOT_FOUND',
  'post /calendar/{id}/skip': '404 NOT_FOUND',
  'post /calendar/{id}/move': '404 NOT_FOUND',
  'post /calendar/{id}/prepare': '404 NOT_FOUND',
  'post /auth/passkey': '400 VALIDATION',
  'post /auth/passkey/options': '409 PASSKEYS_IMPOSSIBLE',
  'post /auth/sign-in/mfa': '401 MFA_EXPIRED',
  // A value for it here would end every sign-up with 410.
  'post /auth/sign-up/invitation': '400 VALIDATION',
  'post /auth/sign-in/mfa/resend': '401 MFA_EXPIRED',
  'post /companies/employees/bulk': '415 UNSUPPORTED_MEDIA_TYPE',
  // The address has signed up by a call before.
  'post /companies/invitations': '409 EMAIL_TAKEN',
  'post /companies/payrolls/bulk': '415 UNSUPPORTED_MEDIA_TYPE',
  'post /companies/payrolls/{id}/acknowledge-records': '404 NOT_FOUND',
  'post /companies/payrolls/{id}/close-payment': '409 NOTHING_TO_CLOSE',
  'post /companies/payrolls/{id}/consolidate': '409 NOTHING_TO_CONSOLIDATE',
  'post /companies/payrolls/{id}/run-payment': '409 ALREADY_PAID',
  'post /companies/payrolls/{id}/to-regular': '409 PAYROLL_TYPE_MISMATCH',
  'put /companies/employees/{id}/shared-address': '400 VALIDATION',
  // No release waits.
  'post /companies/employees/{id}/address-hold/release': '409 NOT_PENDING_APPROVAL',
  'post /companies/employees/{id}/address-hold/request': '409 NOT_PENDING_APPROVAL',
  'put /companies/payrolls/{id}/sweep': '409 SWEEP_ADDRESS_MISSING',
  // No address was registered.
  'post /companies/sweep-address/arrived': '409 SWEEP_ADDRESS_MISSING',
  'post /companies/payrolls/{id}/special-runs': '409 PAYROLL_HAS_NO_EMPLOYEES',
  'post /companies/payrolls/{id}/withdraw-funds': '409 INSUFFICIENT_FUNDS',
  'post /address-reports/{token}': '410 REPORT_LINK_ENDED',
  'post /address-reports/{token}/confirm': '410 REPORT_LINK_ENDED',
  // A new password was set by a call before.
  'post /companies/users/{id}/reset-factors': '400 WRONG_PASSWORD',
  'post /employee/payments/{lineId}/arrived': '404 NOT_FOUND',
  'post /employee/session': '401 LINK_ENDED',
  // The person has no other channel to send a code over.
  'put /employee/payout': '401 WRONG_CODE',
  'post /freezes/{token}': '410 FREEZE_LINK_ENDED',
  'post /invitations/{token}': '410 INVITATION_ENDED',
  'post /transactions/{id}/approval-code': '409 NOT_PENDING_APPROVAL',
  'post /transactions/{id}/approval-options': '409 NOT_PENDING_APPROVAL',
  'post /transactions/{id}/approve': '409 NOT_PENDING_APPROVAL',
  'post /transactions/{id}/bump': '409 NOT_UNCONFIRMED',
  'post /transactions/{id}/bump-options': '409 NOT_UNCONFIRMED',
  'post /transactions/{id}/cancel': '409 NOT_CANCELLABLE',
  'post /transactions/{id}/cancel-options': '409 NOT_CANCELLABLE',
  'post /transactions/{id}/fee': '409 NOT_PENDING_APPROVAL',
  'post /transactions/{id}/fee-options': '409 NOT_PENDING_APPROVAL',
  'post /transactions/{id}/reject': '409 NOT_PENDING_APPROVAL',
  'post /users/contact': '401 WRONG_CODE',
  'post /users/passkeys': '400 VALIDATION',
  'post /users/passkeys/options': '409 PASSKEYS_IMPOSSIBLE',
  'post /users/passkeys/{id}/request-approval': '404 NOT_FOUND',
  // A new password was set by a call before.
  'post /users/recovery-codes': '400 WRONG_PASSWORD',
  'post /users/totp': '400 WRONG_PASSWORD',
  'post /users/totp/confirm': '401 WRONG_CODE',
  'put /companies/payrolls/{id}/bulk': '415 UNSUPPORTED_MEDIA_TYPE',
}

test('the ids and values that the tests here begin with are right', async () => {
  const outcomes: Record<string, string> = {}
  for (const route of routes) {
    const { company, ids, cookie } = await somebody()
    const query = queryNames(route).includes('code') ? '?code=abc' : ''
    const response = await t.app.inject({
      method: route.method as 'POST',
      url: `${urlOf(route, ids)}${query}`,
      headers: { authorization: `Bearer ${company.token}`, cookie },
      ...(route.operation.requestBody ? { payload: valid(fieldsOf(route)) } : {}),
    })
    noteChange(route, response.statusCode)
    if (response.statusCode < 300) continue
    const { code = '' } = response.json()
    outcomes[route.name.replace('/api/v1', '')] = `${response.statusCode} ${code}`.trim()
  }
  expect(outcomes).toEqual(refusals)
})

test('any body is answered in the envelope, never as an internal error', async () => {
  for (const [turn, route] of routes.filter(({ method }) => method !== 'GET').entries()) {
    const { company, ids, cookie } = await somebody()
    const { token } = company
    const url = urlOf(route, ids)
    const fields = fieldsOf(route)
    const forms = inTurn(hostileValues, turn).flatMap((value, index) => {
      const field = fields[index % Math.max(1, fields.length)]
      const all = Object.fromEntries(fields.map((each) => [each, value]))
      return field ? [all, { ...valid(fields), [field]: value }] : [all]
    })
    const bodies = inTurn(hostileBodies, turn)
    const payloads = [...bodies, ...forms.map((form) => JSON.stringify(form))]
    await checkAll(route, [
      { url, payload: '{}', token: null },
      ...payloads.map((payload) => ({ url, payload, token, cookie })),
    ])
  }
})

test('whatever stands in a query is answered in the envelope too', async () => {
  for (const route of routes.filter(({ method }) => method === 'GET')) {
    const { company, ids, cookie } = await somebody()
    const { token } = company
    const names = ['page', ...queryNames(route)]
    await checkAll(
      route,
      hostileQueries.map((value) => {
        const query = names.map((name) => `${name}=${value}`).join('&')
        return { url: `${urlOf(route, ids)}?${query}`, token, cookie }
      }),
    )
  }
})

longTest('right and wrong values in any mixture are a success or a refusal', async () => {
  for (const route of routes.filter((each) => fieldsOf(each).length > 0)) {
    const { company, ids, cookie } = await somebody()
    const given = { url: urlOf(route, ids), token: company.token, cookie }
    const fields = fieldsOf(route)
    const value = fc.oneof(
      fc.constantFrom(...hostileValues),
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.jsonValue({ maxDepth: 3 }),
      fc.double(),
    )
    const changes = fc.dictionary(fc.constantFrom(...fields, 'unknown'), value, { maxKeys: 4 })
    await fc.assert(
      fc.asyncProperty(fc.array(changes, { minLength: 5, maxLength: 10 }), async (all) => {
        const payloads = all.map((changed) => JSON.stringify({ ...valid(fields), ...changed }))
        await checkAll(
          route,
          payloads.map((payload) => ({ ...given, payload })),
        )
      }),
      { numRuns: 2 },
    )
  }
})
