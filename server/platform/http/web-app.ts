import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { headerText } from './headers.ts'
import { type App, sendError } from './http.ts'
import { Refusal } from './refusal.ts'

const built = join(import.meta.dirname, '../../../dist/web')
const noncePlace = '__CSP_NONCE__'

/** Scripts, styles and calls from this origin only; Emotion's styles carry the answer's nonce. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
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

/** By a path of such a form the library looks for no file, and says so with 400 or 403. */
function refusePath(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { statusCode = 500 } = error as { statusCode?: number }
  return sendError(statusCode < 500 ? new Refusal('NOT_FOUND') : error, request, reply)
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
    globIgnore: ['index.html', 'static/**', '**/*.{br,gz}'],
    setHeaders: (reply) => reply.header('cache-control', 'no-cache'),
  })
}

/**
 * Serves the built web app: hashed files for ever, index.html with a fresh nonce for each answer.
 */
export async function webApp(app: App, folder = built): Promise<void> {
  const hasBuild = existsSync(join(folder, 'index.html'))
  let lastTemplate = hasBuild ? await readFile(join(folder, 'index.html'), 'utf8') : ''
  /**
   * Read at each request: another build may have taken its place, and the page names that build's
   * files.
   */
  async function template(): Promise<string> {
    try {
      lastTemplate = await readFile(join(folder, 'index.html'), 'utf8')
    } catch (error) {
      // A build that is being written has no page for a moment: the last one is answered.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
    return lastTemplate
  }
  async function page(reply: FastifyReply): Promise<FastifyReply> {
    if (!hasBuild) {
      return reply.status(404).type('text/plain').send('The web app is not built: npm run build\n')
    }
    const nonce = randomBytes(16).toString('base64')
    return reply
      .header('content-security-policy', contentSecurityPolicy(nonce))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send((await template()).replaceAll(noncePlace, nonce))
  }

  if (hasBuild) {
    await app.register(async (scope) => {
      scope.setErrorHandler(refusePath)
      await serveFiles(scope as App, folder)
    })
  }
  app.get('/', { schema: { hide: true } }, async (_request, reply) => page(reply))
  app.get('/index.html', { schema: { hide: true } }, async (_request, reply) => page(reply))
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      request.method === 'GET' &&
      !/^\/(api|static|assets)(\/|$|\?)/.test(request.url) &&
      (headerText(request.headers, 'accept') || 'text/html').includes('text/html')
    return isPage ? page(reply) : sendError(new Refusal('NOT_FOUND'), request, reply)
  })
}
