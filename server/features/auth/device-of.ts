import type { FastifyRequest } from 'fastify'
import { headerText } from '#server/platform/http/headers.ts'
import { language } from '#server/platform/http/http.ts'
import { deviceCookieOf } from './device-cookie.ts'
import type { Device } from './devices.ts'

export function deviceOf(request: FastifyRequest): Device {
  const agent = headerText(request.headers, 'user-agent')
  return { ip: request.ip, agent, language: language(request), cookie: deviceCookieOf(request) }
}
