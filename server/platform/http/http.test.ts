import { expect, test } from 'vitest'
import { aCompany, anEmployeeBody, expectRefusal, faultsOf } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'

const t = await appForFile()
const ours = await aCompany(t)

const employees = '/companies/employees'
const unknownId = '019aa000-0000-7000-8000-000000000001'

async function send(path: string, type: string, payload: string, headers = {}, method = 'POST') {
  const response = await t.app.inject({
    method: method as 'POST',
    url: `/api/v1${path}`,
    headers: { 'content-type': type, ...headers },
    payload,
  })
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}
const json = 'application/json'
const large = JSON.stringify({ firstName: 'a'.repeat(70_000) })
const bearer = () => ({ authorization: `Bearer ${ours.token}` })

test('refusals come in the contract’s order, earlier faults before later ones', async () => {
  const dead = { authorization: 'Bearer dead' }
  expectRefusal(await send('/nowhere', 'text/xml', large), 404, 'NOT_FOUND')
  expectRefusal(await send(employees, json, '{', {}, 'PATCH'), 404, 'NOT_FOUND')
  expectRefusal(await send(employees, 'text/xml', large), 415, 'UNSUPPORTED_MEDIA_TYPE')
  expectRefusal(await send(employees, json, large), 413, 'PAYLOAD_TOO_LARGE')
  expectRefusal(await send(employees, json, '{"a":'), 400, 'BAD_JSON')
  expectRefusal(await send(employees, json, '{}'), 401, 'INVALID_TOKEN')
  expectRefusal(await send(employees, json, '{}', dead), 403, 'SESSION_EXPIRED')
  expectRefusal(
    await send(`${employees}/${unknownId}`, json, '{}', bearer(), 'PUT'),
    400,
    'VALIDATION',
  )
  const body = JSON.stringify(anEmployeeBody())
  expectRefusal(
    await send(`${employees}/${unknownId}`, json, body, bearer(), 'PUT'),
    404,
    'NOT_FOUND',
  )
  expectRefusal(await send(`${employees}/no-id`, json, body, bearer(), 'PUT'), 404, 'NOT_FOUND')
})

test.each([
  ['cut short', '{"firstName": "Ana"'],
  ['with a key of the prototype', '{"__proto__": {"admin": true}}'],
  ['with a constructor’s prototype', '{"constructor": {"prototype": {"admin": true}}}'],
  ['that is no JSON at all', 'firstName=Ana'],
])('a body %s is no JSON to us', async (_what, payload) => {
  expectRefusal(await send(employees, json, payload, bearer()), 400, 'BAD_JSON')
})

test.each(['null', '[]', '7', '"text"', 'true', ''])(
  'a body of %j is refused as a form that misses its fields',
  async (payload) => {
    expectRefusal(await send(employees, json, payload, bearer()), 400, 'VALIDATION')
  },
)

test.each(['', 'null', '""'])('a body of %j → the faults of each field', async (payload) => {
  const faults = faultsOf(await send(employees, json, payload, bearer()))
  expect(Object.keys(faults)).toEqual(['firstName', 'lastName', 'baseSalary', 'cryptoAddress'])
})

test('a path that is no URL, or of 10 KB, is not found', async () => {
  for (const path of [
    '/companies/employees/%',
    `/payrolls/${'a'.repeat(10_000)}`,
    '/payrolls/%00',
  ]) {
    expectRefusal(await ours.call('GET', path), 404, 'NOT_FOUND')
  }
})

test('HEAD changes nothing', async () => {
  const url = '/api/v1/auth/refresh-token'
  const response = await t.app.inject({ method: 'HEAD', url, headers: bearer() })
  expect(response.statusCode).toBe(404)
})

test.each(['/healthz', '/readyz', '/', '/login', '/it/mi-pago', '/nominas', '/nothing.js'])(
  'outside /api HEAD answers as GET does: %s',
  async (url) => {
    const headers = { accept: 'text/html' }
    const [get, head] = await Promise.all(
      (['GET', 'HEAD'] as const).map((method) => t.app.inject({ method, url, headers })),
    )
    expect(head?.statusCode).toBe(get?.statusCode)
    expect(head?.headers['content-type']).toBe(get?.headers['content-type'])
    expect(head?.headers['content-length']).toBe(get?.headers['content-length'])
    expect(head?.body).toBe('')
    expect(get?.headers['permissions-policy']).toContain('camera=(), display-capture=()')
  },
)

test.each(['/api/v1/config', '/api/docs', '/api/sandbox/messages'])(
  'under /api nothing answers HEAD: %s',
  async (url) => {
    const response = await t.app.inject({ method: 'HEAD', url })
    expect(response.statusCode).toBe(404)
  },
)

test('messages are in the asker’s language, those of fields too', async () => {
  const inEnglish = { 'accept-language': 'en-US' }
  const answer = await ours.call(
    'POST',
    employees,
    { ...anEmployeeBody(), baseSalary: 0 },
    {
      headers: inEnglish,
    },
  )
  const { message, errors } = expectRefusal(answer, 400, 'VALIDATION')
  expect(message).toBe('Check the marked fields. Nothing was saved.')
  expect(errors).toEqual([{ path: 'baseSalary', message: 'The base salary must be at least 1' }])
  const made = await ours.call('POST', employees, anEmployeeBody(), {
    headers: { 'accept-language': 'prt' },
  })
  expect(made.body.message).toBe('Funcionário registrado')
})

test('answers are not cached, not sniffed, and shared with no other origin', async () => {
  const { headers } = await ours.call('GET', '/companies/company', undefined, {
    headers: { origin: 'https://elsewhere.example' },
  })
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-type': 'application/json; charset=utf-8',
  })
  expect(headers).not.toHaveProperty('access-control-allow-origin')
  expect(headers).not.toHaveProperty('x-powered-by')
})

test('an internal error answers 500 without its reason, which is logged', async () => {
  t.logged()
  await t.owner.schema.alterTable('companies').renameTo('companies_away').execute()
  const answer = await ours.call('GET', '/companies/company')
  await t.owner.schema.alterTable('companies_away').renameTo('companies').execute()
  expect(expectRefusal(answer, 500, 'INTERNAL').message).not.toContain('companies')
  const [line] = t.logged()
  expect(line).toMatchObject({ msg: 'a request failed', route: '/api/v1/companies/company' })
  expect(JSON.stringify(line)).not.toContain(ours.token)
})
