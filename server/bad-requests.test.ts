import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failure } from '#contract/http.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { anAddress } from '#server/testing/engine.ts'
import {
  aCompany,
  anEmployee,
  aPayroll,
  aPrice,
  type TestCompany,
} from '#server/testing/factories.ts'

type Schema = { properties?: Record<string, unknown> }
type Operation = {
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
type Route = { name: string; method: string; path: string; operation: Operation }

/** The list is the running server's own: a new call is in it by itself. */
let t: TestApp
let routes: Route[]
beforeAll(async () => {
  t = await testApp()
  await aPrice(t)
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
afterAll(() => t.stop())

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
  preferences: { twoFactorAuthentication: { enabled: false, via: 'EMAIL' } },
  approval: { overUsd: 100, changedAddresses: true },
  amount: '0.00100000',
}

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

/** Bodies that are no form at all. */
const hostileBodies = [
  '',
  ' ',
  'null',
  '[]',
  '7',
  '"text"',
  'true',
  '{',
  '{"a":1,}',
  '{"a":NaN}',
  "{'a':1}",
  '{"a":1}{"b":2}',
  '\uFEFF{}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"name":1,"name":2}',
  `{"name":${deep(7)}}`,
  `{"name":${deep(8)}}`,
  deep(30_000),
  `{"name":1${'0'.repeat(400)}}`,
  `{"name":1e400}`,
  `{"name":"\\u0000\\ud800\\u202e"}`,
  JSON.stringify({ name: 'a'.repeat(60_000) }),
  JSON.stringify({ name: 'a'.repeat(70_000) }),
  JSON.stringify(Array(10_000).fill(1)),
]

/** Values that no field takes as they are, or that some language between here and the table might. */
const hostileValues: unknown[] = [
  null,
  true,
  7,
  -1,
  1e308,
  '0x10',
  ['7'],
  {},
  { toString: 1 },
  { $gt: '' },
  '\u0000',
  'a\ud800',
  '\u202eabc',
  'a'.repeat(201),
  'a'.repeat(20_000),
  "'; DROP TABLE users; --",
  '%00',
  '__proto__',
  [[[]]],
]

const hostileQueries = [
  '',
  'null',
  '-1',
  '0',
  '1e9',
  '99999999999999999999',
  'abc',
  '%00',
  '%ED%A0%80',
  '%E0%A4%A',
  '1&page=2&limit=3&search=4&hours=5',
  'a'.repeat(5_000),
  "'%20OR%201=1",
]

/** What only a log may hold: a stack, a path of the program, SQL. */
const innards =
  /\bat .*\(|node_modules|\.ts:\d|file:\/\/|\bselect .* from\b|\binsert into\b|relation "|violates|syntax error/i

type Given = { url: string; payload?: string; token: string | null }

async function check(route: Route, { url, payload, token }: Given): Promise<void> {
  const response = await t.app.inject({
    method: route.method as 'POST',
    url,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload }),
  })
  const what = `${route.name} ${url.slice(0, 200)} ${payload?.slice(0, 200)}: ${response.body.slice(0, 300)}`
  expect(response.statusCode, what).toBeLessThan(500)
  expect(response.body, what).not.toMatch(innards)
  if (response.statusCode === 200 || response.statusCode === 201) return
  const body = response.json()
  expect(failure.parse(body), what).toEqual(body)
}

type Ids = { payroll: string; employee: string }
const unknown = '019aa000-0000-7000-8000-0000000000ff'

function urlOf({ path }: Route, { payroll, employee }: Ids): string {
  const first = path.includes('/payrolls/')
    ? payroll
    : path.includes('/employees/')
      ? employee
      : unknown
  return path
    .replace('{employeeId}', employee)
    .replace('{payrollId}', payroll)
    .replace(/\{\w+\}/, first)
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

type Asker = { company: TestCompany; ids: Ids }
let asker: Asker | null = null

/** Somebody with a payroll and an employee, somebody else where a call before has ended the session. */
async function somebody(): Promise<Asker> {
  const alive = await asker?.company.call('GET', '/companies/company')
  if (asker && alive?.status === 200) return asker
  const company = await aCompany(t)
  const ids = { payroll: (await aPayroll(company))._id, employee: (await anEmployee(company))._id }
  asker = { company, ids }
  return asker
}

/** Ten at a time: as many as there are connections to the database. */
async function checkAll(route: Route, all: Given[]): Promise<void> {
  for (let at = 0; at < all.length; at += 10) {
    await Promise.all(all.slice(at, at + 10).map((given) => check(route, given)))
  }
}

test('whatever is sent as a body is answered in the envelope, never as a fault of ours', async () => {
  for (const route of routes.filter(({ method }) => method !== 'GET')) {
    const { company, ids } = await somebody()
    const { token } = company
    const url = urlOf(route, ids)
    const fields = fieldsOf(route)
    const forms = hostileValues.flatMap((value, index) => {
      const field = fields[index % Math.max(1, fields.length)]
      const all = Object.fromEntries(fields.map((each) => [each, value]))
      return field ? [all, { ...valid(fields), [field]: value }] : [all]
    })
    const payloads = [...hostileBodies, ...forms.map((form) => JSON.stringify(form))]
    await checkAll(route, [
      { url, payload: '{}', token: null },
      ...payloads.map((payload) => ({ url, payload, token })),
    ])
  }
})

test('whatever stands in a query is answered in the envelope too', async () => {
  for (const route of routes.filter(({ method }) => method === 'GET')) {
    const { company, ids } = await somebody()
    const { token } = company
    const names = ['page', ...queryNames(route)]
    await checkAll(
      route,
      hostileQueries.map((value) => {
        const query = names.map((name) => `${name}=${value}`).join('&')
        return { url: `${urlOf(route, ids)}?${query}`, token }
      }),
    )
  }
})

test('right and wrong values in any mixture are a success or a refusal', async () => {
  for (const route of routes.filter((each) => fieldsOf(each).length > 0)) {
    const { company, ids } = await somebody()
    const given = { url: urlOf(route, ids), token: company.token }
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
