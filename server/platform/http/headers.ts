import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** None that means something to us is longer. A head may have 16 KB, and reading that costs time. */
export const headerCharacters = 200

/** A header as far as it is read; '' where there is none. */
export function headerText(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name]
  return (Array.isArray(value) ? value.join() : (value ?? '')).slice(0, headerCharacters)
}

/** The devices and sensors of a browser that none of the pages needs. */
export const permissionsPolicy = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((name) => `${name}=()`)
  .join(', ')

/**
 * The addresses that proxies have added at the end of an X-Forwarded-For, as far back as it names
 * IP addresses.
 */
export function trimForwardedFor(header: string): string {
  const entries = header
    .slice(-headerCharacters)
    .split(',')
    .map((entry) => entry.trim())
  const wrong = entries.findLastIndex((entry) => isIP(entry) === 0)
  return entries.slice(wrong + 1).join()
}

/** Keeps out of `request.ip`, which is stored and counted by, what is no address. */
export function readForwardedFor(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const header = raw.headers['x-forwarded-for']
    if (header !== undefined) raw.headers['x-forwarded-for'] = trimForwardedFor(String(header))
  })
}
