import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { aCompany, anEmployeeBody, expectRefusal } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'

const t = await appForFile()

async function post(token: string, key: string, body: object, path = '/companies/employees') {
  const response = await t.app.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
    payload: body,
  })
  const { statusCode: status, headers, payload } = response
  return { status, headers, text: payload, body: response.json() }
}

async function employeesOf(token: string): Promise<number> {
  const { body } = await t.call('GET', '/employees', { token })
  return body.data.employeesMatched
}

test('the same key with the same body → the first answer, byte for byte', async () => {
  const { token } = await aCompany(t)
  const body = anEmployeeBody()
  const first = await post(token, 'k1', body)
  expect(first.status).toBe(201)
  expect(first.headers['idempotent-replayed']).toBeUndefined()
  const second = await post(token, 'k1', body)
  expect([second.status, second.text]).toEqual([201, first.text])
  expect(second.headers['idempotent-replayed']).toBe('true')
  expect(second.headers['content-type']).toBe(first.headers['content-type'])
  expect(await employeesOf(token)).toBe(1)
})

test('an answer with a key is the one without it', async () => {
  const { token } = await aCompany(t)
  const keyed = await post(token, 'k1', anEmployeeBody())
  const plain = await t.call('POST', '/companies/employees', { token, body: anEmployeeBody() })
  expect(Object.keys(keyed.body.data)).toEqual(Object.keys(plain.body.data))
  expect([keyed.body.success, keyed.body.message]).toEqual([true, plain.body.message])
})

test('the same key with another body is refused and does nothing', async () => {
  const { token } = await aCompany(t)
  await post(token, 'k1', anEmployeeBody())
  expectRefusal(
    await post(token, 'k1', anEmployeeBody({ firstName: 'Otra' })),
    409,
    'IDEMPOTENCY_KEY_REUSED',
  )
  expect(await employeesOf(token)).toBe(1)
})

test('twenty at once with one key make one employee and get one answer', async () => {
  const { token } = await aCompany(t)
  const body = anEmployeeBody()
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(token, 'k1', body)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(await employeesOf(token)).toBe(1)
})

test('a refusal is not kept: mended, the same key is free again', async () => {
  const { token } = await aCompany(t)
  const payroll = await post(
    token,
    'p',
    { name: 'N', description: 'D', type: 'REGULAR' },
    '/companies/payrolls',
  )
  const path = `/companies/payrolls/${payroll.body.data._id}/run-payment`
  expectRefusal(await post(token, 'k1', { note: '' }, path), 409, 'PAYROLL_HAS_NO_EMPLOYEES')
  expectRefusal(await post(token, 'k1', { note: 'otra' }, path), 409, 'PAYROLL_HAS_NO_EMPLOYEES')
})

test('a key belongs to company, method and path', async () => {
  const [one, other] = [await aCompany(t), await aCompany(t)]
  const body = anEmployeeBody()
  const first = await post(one.token, 'k1', body)
  expect((await post(other.token, 'k1', body)).status).toBe(201)
  const payroll = { name: 'N', description: 'D', type: 'REGULAR' }
  expect((await post(one.token, 'k1', payroll, '/companies/payrolls')).status).toBe(201)
  const path = `/companies/employees/${first.body.data._id}`
  const headers = { 'idempotency-key': 'k1' }
  const edited = await t.call('PUT', path, { token: one.token, body, headers })
  expect(edited.status).toBe(200)
})

test('a deletion that is repeated with its key is answered as the first time', async () => {
  const { token } = await aCompany(t)
  const { body } = await post(token, 'k1', anEmployeeBody())
  const path = `/companies/employees/${body.data._id}`
  const headers = { 'idempotency-key': randomUUID() }
  const first = await t.call('DELETE', path, { token, headers })
  const second = await t.call('DELETE', path, { token, headers })
  expect([second.status, second.body]).toEqual([200, first.body])
  expectRefusal(await t.call('DELETE', path, { token }), 404, 'NOT_FOUND')
})

test('after 24 hours a key is forgotten', async () => {
  const { token } = await aCompany(t)
  await post(token, 'k1', anEmployeeBody())
  await t.owner
    .updateTable('idempotency_keys')
    .set({ created_at: new Date(Date.now() - 24 * 3_600_000 - 1_000) })
    .execute()
  expect((await post(token, 'k1', anEmployeeBody({ firstName: 'Otra' }))).status).toBe(201)
  expect(await employeesOf(token)).toBe(2)
})

test.each(['', 'a b', 'ñ', 'x'.repeat(201)])('the key «%s» is not one', async (key) => {
  const { token } = await aCompany(t)
  const answer = await post(token, key, anEmployeeBody())
  expect(expectRefusal(answer, 400, 'VALIDATION').errors?.[0]?.path).toBe('Idempotency-Key')
  expect(await employeesOf(token)).toBe(0)
})
