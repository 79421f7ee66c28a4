import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isScreenPath } from '#contract/screens.ts'
import { headerText } from './headers.ts'
import { type App, sendError } from './http.ts'
import { Refusal } from './refusal.ts'

const compressed = promisify(gzip)
const built = join(import.meta.dirname, '../../../dist/web')
const noncePlace = '__CSP_NONCE__'

/** The administrators' application, and the page of employees, which has a small script of its own. */
const pages = { app: 'index.html', myPay: 'mi-pago.html' } as const

/** The languages by the segments of the web app's addresses. */
const languages = ['es', 'en', 'it', 'prt'] as const
const segment = `:language(^(?:${languages.join('|')})$)`

/** The build has drawn the login into a page for each language (web/vite-plugins/login-pages.ts). */
const loginPage = (language: string) => `login.${language}.html`

/**
 * The page's language as the web app itself chooses it (web/lib/language-choice.ts): the path, then
 * the cookie, then Spanish.
 */
function languageOfPage({ params, headers }: FastifyRequest): string {
  const { language } = params as { language?: string }
  const cookie = /(?:^|; )i18next=(\w+)/.exec(headers.cookie ?? '')?.[1]
  return [language, cookie].find((name) => languages.some((known) => known === name)) ?? 'es'
}

/** The hashes of the scripts that the build has put into a page, as the policy names them. Vite gives each the nonce. */
function hashesOf(html: string): string[] {
  const [, ...rest] = html.split(`<script nonce="${noncePlace}">`)
  const texts = rest.map((text) => text.slice(0, text.indexOf('</script>')))
  return texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

/**
 * Scripts, styles and calls from this origin only; of scripts inside the page those that the build put
 * there. Emotion's styles carry the answer's nonce.
 */
function contentSecurityPolicy(nonce: string, scriptHashes: readonly string[]): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "worker-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types quincena',
  ].join('; ')
}

/** The library looks for no file by such a path, and says so with 400 or 403. */
function refusePath(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { statusCode = 500 } = error as { statusCode?: number }
  return sendError(statusCode < 500 ? new Refusal('NOT_FOUND') : error, request, reply)
}

const takesGzip = ({ headers }: FastifyRequest) =>
  /(?:^|,)\s*gzip\s*(?:,|$)/.test(headerText(headers, 'accept-encoding'))

/** A browser says so. Programs that take anything get the screens that exist. */
function takesPage({ headers, url }: FastifyRequest): boolean {
  const accepted = headerText(headers, 'accept') || 'text/html'
  const [path = ''] = url.split('?')
  return accepted.includes('text/html') || (accepted.includes('*/*') && isScreenPath(path))
}

async function serveFiles(app: App, folder: string): Promise<void> {
  const files = { index: false, preCompressed: true, schemaHide: true } as const
  // Looked for at each request: the names of a later build are known as soon as it is there.
  await app.register(fastifyStatic, {
    ...files,
    root: join(folder, 'static'),
    prefix: '/static/',
    setHeaders: (reply) => reply.header('cache-control', 'public, max-age=31536000, immutable'),
  })
  await app.register(fastifyStatic, {
    ...files,
    root: folder,
    wildcard: false,
    decorateReply: false,
    globIgnore: [...Object.values(pages), 'login.*.html', 'static/**', '**/*.{br,gz}'],
    setHeaders: (reply) => reply.header('cache-control', 'no-cache'),
  })
}

/**
 * Serves the built web app: hashed files for ever, index.html with a fresh nonce for each answer.
 */
export async function webApp(app: App, folder = built): Promise<void> {
  const hasBuild = existsSync(join(folder, pages.app))
  const lastTemplates = new Map<string, string>()
  /**
   * Read at each request: another build may have taken its place, and the page names that build's
   * files.
   */
  async function template(file: string): Promise<string | undefined> {
    try {
      lastTemplates.set(file, await readFile(join(folder, file), 'utf8'))
    } catch (error) {
      // A build that is being written has no page for a moment: the last one is answered.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
    return lastTemplates.get(file)
  }
  if (hasBuild) await Promise.all(Object.values(pages).map(template))

  async function page(
    request: FastifyRequest,
    reply: FastifyReply,
    file: string = pages.app,
  ): Promise<FastifyReply> {
    const text = hasBuild ? ((await template(file)) ?? (await template(pages.app))) : undefined
    if (text === undefined) {
      return reply.status(404).type('text/plain').send('The web app is not built: npm run build\n')
    }
    const nonce = randomBytes(16).toString('base64')
    reply
      .header('content-security-policy', contentSecurityPolicy(nonce, hashesOf(text)))
      .header('cache-control', 'no-store')
      .header('vary', file.startsWith('login.') ? 'accept-encoding, cookie' : 'accept-encoding')
      .type('text/html; charset=utf-8')
    const html = text.replaceAll(noncePlace, nonce)
    if (!takesGzip(request)) return reply.send(html)
    // The page holds nothing secret and nothing of the request, so its compressed length tells
    // nothing.
    return reply.header('content-encoding', 'gzip').send(await compressed(html))
  }

  if (hasBuild) {
    await app.register(async (scope) => {
      scope.setErrorHandler(refusePath)
      await serveFiles(scope as App, folder)
    })
  }
  app.get('/', { schema: { hide: true } }, async (request, reply) => page(request, reply))
  app.get('/index.html', { schema: { hide: true } }, async (request, reply) => page(request, reply))
  // Paths with the language's segment or without, as every page has them.
  for (const start of ['', `/${segment}`]) {
    app.get(`${start}/mi-pago`, { schema: { hide: true } }, async (request, reply) =>
      page(request, reply, pages.myPay),
    )
    app.get(`${start}/login`, { schema: { hide: true } }, async (request, reply) =>
      takesPage(request)
        ? page(request, reply, loginPage(languageOfPage(request)))
        : sendError(new Refusal('NOT_FOUND'), request, reply),
    )
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|static|assets)(\/|$|\?)/.test(request.url) &&
      takesPage(request)
    return isPage ? page(request, reply) : sendError(new Refusal('NOT_FOUND'), request, reply)
  })
}
