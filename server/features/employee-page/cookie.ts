import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/startup/deps.ts'

const name = 'quincena_employee'
type Config = Pick<Deps['config'], 'publicUrl'>

/** The browser sends the cookie with calls of this page alone, and never from another site. */
const attributes = ({ publicUrl }: Config) =>
  ({
    path: '/api/v1/employee',
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl.startsWith('https:'),
  }) as const

export const employeeCookieOf = (request: FastifyRequest): string | null =>
  request.cookies[name] ?? null

export function setEmployeeCookie(
  reply: FastifyReply,
  config: Config,
  token: string,
  seconds: number,
): void {
  reply.setCookie(name, token, { ...attributes(config), maxAge: seconds })
}

export function clearEmployeeCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(name, attributes(config))
}
