import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failure } from '#contract/http.ts'
import { type App, sendError } from './http.ts'
import { webApp } from './web-app.ts'

const logged: string[] = []
let folder: string
let app: App

const inline = "document.title = 'ready'"
const inlineHash = createHash('sha256').update(inline).digest('base64')

async function serving(root: string): Promise<App> {
  const stream = { write: (line: string) => void logged.push(line) }
  const options = { exposeHeadRoutes: false, logger: { level: 'warn', stream } }
  const served = Fastify(options).withTypeProvider<ZodTypeProvider>()
  served.setErrorHandler(sendError)
  await webApp(served, root)
  return served
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-app-test-'))
  const files = {
    'index.html': `<meta property="csp-nonce" nonce="__CSP_NONCE__"><script nonce="__CSP_NONCE__">${inline}</script>
       <script type="module" src="/static/main-3fK2.js" nonce="__CSP_NONCE__"></script>`,
    'login.es.html': '<p>Entrar</p>',
    'login.prt.html': '<p>Acessar</p>',
    'mi-pago.html': '<meta property="csp-nonce" nonce="__CSP_NONCE__"><p>my pay</p>',
    'static/main-3fK2.js': 'export {}',
    'assets/translations/es/global.json': '{}',
    'assets/plantilla-nomina.csv': 'Nombre',
    'favicon.svg': '<svg/>',
  }
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  app = await serving(folder)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const get = (url: string, headers = {}) =>
  app.inject({ url, headers: { accept: '*/*', ...headers } })
const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test.each([
  '/',
  '/index.html',
  '/login',
  '/dashboard/transaction/019aa000-0000-7000-8000-000000000001',
  '/reset-password?token=a.b',
])('%s is the page, in a browser', async (url) => {
  const answer = await get(url, asBrowser)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  })
})

test.each(['/sandbox', '/sandbox/tx/00ff', '/en/login?x=1', '/payrolls/details/1'])(
  '%s is the page for a program that takes anything, not for JSON alone',
  async (url) => {
    expect((await get(url)).headers['content-type']).toBe('text/html; charset=utf-8')
    expect((await get(url, { accept: 'application/json' })).statusCode).toBe(404)
    expect((await get(`/x${url}`)).statusCode).toBe(404)
  },
)

test('a page is sent compressed to those who take it', async () => {
  const headers = { ...asBrowser, 'accept-encoding': 'gzip, deflate, br' }
  const answer = await get('/mi-pago', headers)
  expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(gunzipSync(answer.rawPayload).toString()).toContain('my pay')
  const plain = await get('/mi-pago', { ...asBrowser, 'accept-encoding': 'gzip;q=0' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.body).toContain('my pay')
})

test('each page has its own nonce, and its policy names the one inline script', async () => {
  const [one, two] = [await get('/', asBrowser), await get('/', asBrowser)]
  const nonceOf = (answer: typeof one) => {
    const nonces = [...answer.body.matchAll(/nonce="([^"]+)"/g)].map(([, nonce]) => nonce)
    expect(new Set(nonces).size).toBe(1)
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toContain(`style-src 'self' 'nonce-${nonces[0]}'`)
    expect(policy).toContain(`default-src 'none'; script-src 'self' 'sha256-${inlineHash}';`)
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toContain('unsafe')
    return nonces[0]
  }
  expect(nonceOf(one)).not.toBe(nonceOf(two))
  expect(one.body).not.toContain('__CSP_NONCE__')
})

test.each([
  ['/login', {}, 'Entrar'],
  ['/login?x=1', { cookie: 'a=b; i18next=prt' }, 'Acessar'],
  ['/prt/login', {}, 'Acessar'],
  ['/es/login', { cookie: 'i18next=prt' }, 'Entrar'],
  ['/login', { cookie: 'i18next=../../x' }, 'Entrar'],
  // A build without it: the application draws it.
  ['/it/login', {}, 'main-3fK2.js'],
])('%s with %o → the login as it was drawn, %s', async (url, headers, text) => {
  const answer = await get(url, { ...asBrowser, ...headers })
  expect(answer.body).toContain(text)
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' })
})

test.each(['/mi-pago', '/en/mi-pago', '/prt/mi-pago', '/mi-pago?x=1'])(
  "%s → the employees' own page, with a nonce of its own",
  async (url) => {
    const [one, two] = [await get(url, asBrowser), await get(url)]
    for (const answer of [one, two]) {
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toContain('my pay')
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      })
      const [, nonce] = /nonce="([^"]+)"/.exec(answer.body) ?? []
      expect(nonce).not.toContain('CSP')
      expect(answer.headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
    }
    expect(one.body).not.toBe(two.body)
  },
)

test.each(['/xx/mi-pago', '/mi-pagos', '/dashboard/mi-pago', '/mi-pago.html'])(
  "%s → not the employees' page",
  async (url) => expect((await get(url, asBrowser)).body).not.toContain('my pay'),
)

test('hashed files are cached for ever, the others revalidated', async () => {
  const cacheOf = async (url: string) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(200)
    return answer.headers['cache-control']
  }
  expect(await cacheOf('/static/main-3fK2.js')).toBe('public, max-age=31536000, immutable')
  for (const url of ['/assets/translations/es/global.json', '/assets/plantilla-nomina.csv']) {
    expect(await cacheOf(url)).toBe('no-cache')
  }
  expect(await cacheOf('/favicon.svg')).toBe('no-cache')
})

test.each([
  ['GET', '/api/nowhere'],
  ['GET', '/api'],
  ['GET', '/static/gone-1a2b.js'],
  ['GET', '/assets/translations/xx/global.json'],
  ['POST', '/dashboard'],
  ['DELETE', '/'],
] as const)('%s %s is nowhere, even for a browser', async (method, url) => {
  const answer = await app.inject({ method, url, headers: asBrowser })
  expect(answer.statusCode).toBe(404)
  expect(failure.parse(answer.json()).code).toBe('NOT_FOUND')
})

test.each(['/../package.json', '/static/../../package.json', '/%2e%2e/package.json', '/..%2fx'])(
  '%s leads to nothing outside the build',
  async (url) => {
    const answer = await get(url)
    expect(answer.body).not.toContain('quincena')
  },
)

test.each([
  ...['/static/..%5c..', '/static/%00', '/static/....//x', '/static/..%2f..%2fx'],
  ...['/static/main-3fK2.js%00', '/static//etc/passwd', '/assets/..%5c..', '/assets/%00', '/%00'],
])('%s is nowhere, and the log has no error', async (url) => {
  logged.length = 0
  const answer = await get(url)
  expect(answer.statusCode).toBe(404)
  expect(failure.parse(answer.json()).code).toBe('NOT_FOUND')
  expect(logged).toEqual([])
})

test('a later build is served without a restart, the last page while it is written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'web-app-test-'))
  await mkdir(join(folder, 'static'))
  await writeFile(join(folder, 'index.html'), 'the first')
  const served = await serving(folder)
  const pageText = async () => (await served.inject({ url: '/login', headers: asBrowser })).body
  await rm(join(folder, 'index.html'))
  expect(await pageText()).toBe('the first')
  await writeFile(join(folder, 'index.html'), 'the second')
  await writeFile(join(folder, 'static/main-9zQ1.js'), 'export {}')
  expect(await pageText()).toBe('the second')
  expect((await served.inject({ url: '/static/main-9zQ1.js' })).statusCode).toBe(200)
  await served.close()
  await rm(folder, { recursive: true })
})

test('a file goes out compressed where the build has it so and the browser takes it', async () => {
  await writeFile(join(folder, 'static/big-7yT2.js'), 'plain')
  await writeFile(join(folder, 'static/big-7yT2.js.br'), 'small')
  const answer = await get('/static/big-7yT2.js', { 'accept-encoding': 'gzip, br' })
  expect([answer.body, answer.headers['content-encoding']]).toEqual(['small', 'br'])
  expect(answer.headers['content-type']).toContain('javascript')
  expect((await get('/static/big-7yT2.js')).body).toBe('plain')
})

test('without a build the browser gets instructions', async () => {
  const unbuilt = await serving(join(folder, 'nowhere'))
  for (const url of ['/', '/login']) {
    const answer = await unbuilt.inject({ url, headers: asBrowser })
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toContain('npm run build')
  }
  await unbuilt.close()
})
