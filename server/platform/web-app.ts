import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply } from 'fastify'
import { type App, sendError } from './http.ts'
import { Refusal } from './refusal.ts'

const built = join(import.meta.dirname, '../../dist/web')
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

/** Serves the built web app: hashed files for ever, index.html anew for each answer with its nonce. */
export async function webApp(app: App, folder = built): Promise<void> {
  const hasBuild = existsSync(join(folder, 'index.html'))
  const template = hasBuild ? await readFile(join(folder, 'index.html'), 'utf8') : null
  function page(reply: FastifyReply): FastifyReply {
    if (template === null) {
      return reply.status(404).type('text/plain').send('The web app is not built: npm run build\n')
    }
    const nonce = randomBytes(16).toString('base64')
    return reply
      .header('content-security-policy', contentSecurityPolicy(nonce))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(template.replaceAll(noncePlace, nonce))
  }

  if (hasBuild) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      globIgnore: ['index.html'],
      schemaHide: true,
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(join(folder, 'static'))
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.get('/', { schema: { hide: true } }, async (_request, reply) => page(reply))
  app.get('/index.html', { schema: { hide: true } }, async (_request, reply) => page(reply))
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      request.method === 'GET' &&
      !/^\/(api|static|assets)(\/|$|\?)/.test(request.url) &&
      (request.headers.accept ?? 'text/html').includes('text/html')
    return isPage ? page(reply) : sendError(new Refusal('NOT_FOUND'), request, reply)
  })
}
