import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { appForFile } from '#server/testing/for-file.ts'

type Operation = {
  security: object[]
  responses: Record<string, { content: { 'application/json': { schema: { required: string[] } } } }>
}
const t = await appForFile()
const paths: Record<string, Record<string, Operation>> = (
  await t.app.inject({ url: '/api/openapi.json' })
).json().paths

const operations = () =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method} ${path}`,
      operation,
    })),
  )

test('every call is documented with its answer, the refusals and its bearer', () => {
  const open = operations()
    .filter(({ operation }) => operation.security.length === 0)
    .map(({ name }) => name)
  expect(open.sort()).toEqual([
    'delete /api/v1/employee/session',
    'get /api/v1/address-reports/{token}',
    'get /api/v1/auth/sign-up',
    'get /api/v1/companies/company-sector',
    'get /api/v1/config',
    'get /api/v1/freezes/{token}',
    'get /api/v1/invitations/{token}',
    'patch /api/v1/users/reset-password',
    'post /api/v1/address-reports/{token}',
    'post /api/v1/address-reports/{token}/confirm',
    'post /api/v1/auth/passkey',
    'post /api/v1/auth/passkey/options',
    'post /api/v1/auth/sign-in',
    'post /api/v1/auth/sign-in/mfa',
    'post /api/v1/auth/sign-in/mfa/resend',
    'post /api/v1/auth/sign-up',
    'post /api/v1/auth/sign-up/invitation',
    'post /api/v1/employee/links',
    'post /api/v1/employee/session',
    'post /api/v1/freezes/{token}',
    'post /api/v1/invitations/{token}',
    'post /api/v1/users/reset-password',
  ])
  expect(operations().length).toBeGreaterThan(25)
  for (const { name, operation } of operations()) {
    const { default: refusal, ...answers } = operation.responses
    expect(refusal?.content['application/json'].schema.required, name).toContain('code')
    // Files have no envelope.
    if (name.endsWith('.csv')) continue
    for (const answer of Object.values(answers)) {
      expect(answer.content['application/json'].schema.required, name).toContain('data')
    }
  }
})

test('a call documented with a bearer refuses without one, and no other does', async () => {
  for (const { name, operation } of operations()) {
    const [method = '', path = ''] = name.split(' ')
    const answer = await t.app.inject({
      method: method.toUpperCase() as 'GET',
      url: path.replaceAll(/\{\w+\}/g, '019aa000-0000-7000-8000-000000000001'),
    })
    const { code } = answer.json()
    const asks = (scheme: string) => operation.security.some((each) => scheme in each)
    expect(code === 'INVALID_TOKEN', name).toBe(asks('bearer'))
    if (asks('employee')) expect(code, name).toBe('LINK_ENDED')
  }
})

test('the documentation’s page loads nothing from elsewhere and refuses frames', async () => {
  const page = await t.app.inject({ url: '/api/docs/' })
  expect(page.statusCode).toBe(200)
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/https?:|unsafe-eval|\*/)
  expect(page.body).not.toMatch(/(src|href)="(https?:)?\/\//)
  expect(page.body).toContain('/api/openapi.json')
  expect((await t.app.inject({ url: '/api/docs/js/scalar.js' })).statusCode).toBe(200)
})

test('api docs switched off → page, its script and the JSON answer 404 as no path does', async () => {
  const without = await testApp({ config: { apiDocs: false } })
  onTestFinished(() => without.stop())
  for (const url of [
    '/api/docs',
    '/api/docs/',
    '/api/docs/js/scalar.js',
    '/api/docs/openapi.json',
    '/api/openapi.json',
  ]) {
    const answer = await without.app.inject({ url, headers: { accept: 'text/html' } })
    expect([answer.statusCode, answer.json().code], url).toEqual([404, 'NOT_FOUND'])
  }
})
