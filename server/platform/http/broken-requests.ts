import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCode } from '#contract/errors.ts'
import type { Failure } from '#contract/http.ts'
import { errorText } from './language.ts'

/** Why Node gave a request up before there was one to route; all else is no HTTP. */
const reasons: Record<string, { status: number; code: ErrorCode }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'BAD_REQUEST' },
  HPE_HEADER_OVERFLOW: { status: 431, code: 'PAYLOAD_TOO_LARGE' },
}
const noHttp = { status: 400, code: 'BAD_REQUEST' } as const

/**
 * Answers what never became a request: an unknown method, letters in the path that are not encoded,
 * a head that is too large. No header of it can be relied on, so it is refused in Spanish.
 */
export function refuseBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  // A client that hung up reads no answer.
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, code } = reasons[error.code ?? ''] ?? noHttp
  const failure: Failure = { success: false, message: errorText(code, 'es'), code, data: null }
  const body = JSON.stringify(failure)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroy(error)
}
