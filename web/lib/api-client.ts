import { z } from 'zod/mini'
import { failure, success } from '#contract/http.ts'
import { ApiError } from './api-error.ts'
import type { fetchWithProgress } from './fetch-with-progress.ts'

const basePath = '/api/v1'
const envelope = success(z.unknown())

/** Longer than the server's own limit for a request (30 s), so that its answer comes first. */
const timeLimitMs = 45_000

export interface ApiCallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Sent as JSON; a FormData as it is. */
  body?: unknown
  /** Empty and null values are left out. */
  query?: Record<string, string | number | null | undefined>
  /** Our own polling: the server does not count it as the person's activity. */
  automatic?: boolean
  idempotencyKey?: string
  /** A POST that saves nothing, such as a sign-in: losing its answer leaves nothing unknown. */
  savesNothing?: boolean
  signal?: AbortSignal
  /** How far a FormData has been sent, in bytes. */
  onSent?: (sent: number, total: number) => void
}

export interface ClientParts {
  fetch: typeof fetch
  fetchWithProgress: typeof fetchWithProgress
  /** The session's token, the newest that any tab has. */
  newestToken: () => Promise<string | null>
  /** Another one, where the server refuses that one. */
  tokenAfter: (refused: string) => Promise<string | null>
  /** The headers of each answer to a session that lives. */
  answered: (headers: Headers) => void
  /** Whether the server's database is away, after each answer that tells. */
  database: (isAway: boolean) => void
  language: () => string
  text: (key: 'errors.networkRead' | 'errors.networkWrite' | 'errors.unreadable') => string
  /** The server's sentence, with the time from which on it would not refuse. */
  withWait: (message: string, from: string) => Promise<string>
  /** The server's sentence, with the people who are missing and what to do. */
  withMissing: (message: string, data: Record<string, unknown>) => Promise<string>
  sessionExpired: () => void
}

export function createClient(parts: ClientParts) {
  function request(path: string, options: ApiCallOptions, token: string | null): Promise<Response> {
    const { body } = options
    const headers = new Headers({ Accept: 'application/json', 'Accept-Language': parts.language() })
    if (token !== null) headers.set('Authorization', `Bearer ${token}`)
    if (options.automatic) headers.set('X-Automatic', '1')
    // People read by which way an address was changed: by a form here, or by another program.
    if ((options.method ?? 'GET') !== 'GET') headers.set('X-Via', 'FORM')
    if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey)
    const isForm = body instanceof FormData
    if (body !== undefined && !isForm) headers.set('Content-Type', 'application/json')
    const signals = options.signal ? [options.signal] : []
    if (!isForm) signals.push(AbortSignal.timeout(timeLimitMs))
    const url = basePath + path + queryText(options.query)
    const method = options.method ?? 'GET'
    const signal = AbortSignal.any(signals)
    if (isForm && options.onSent) {
      return parts.fetchWithProgress(url, { method, headers, body, signal }, options.onSent)
    }
    return parts.fetch(url, {
      method,
      headers,
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
      signal,
      cache: 'no-store',
    })
  }

  function lost(options: ApiCallOptions, cause: unknown): unknown {
    // The caller gave up the call itself: no failure to report.
    if (options.signal?.aborted) return cause
    const isRead = options.savesNothing || (options.method ?? 'GET') === 'GET'
    return new ApiError(
      'NETWORK',
      parts.text(isRead ? 'errors.networkRead' : 'errors.networkWrite'),
      { cause },
    )
  }

  async function opened(response: Response): Promise<[Response, unknown]> {
    if (response.status !== 403) parts.answered(response.headers)
    return [response, await body(response)]
  }

  async function send(path: string, options: ApiCallOptions): Promise<[Response, unknown]> {
    const token = await parts.newestToken()
    try {
      const response = await request(path, options, token)
      if (response.status === 403 && token !== null) {
        // Another tab refreshed the session meanwhile: the refused request had no effect, and the new
        // token can make it.
        const newer = await parts.tokenAfter(token)
        if (newer === null) return [response, await body(response)]
        return await opened(await request(path, options, newer))
      }
      return await opened(response)
    } catch (cause) {
      throw lost(options, cause)
    }
  }

  async function sayMore(message: string, code: string, data: Record<string, unknown>) {
    if (code === 'QUORUM_IMPOSSIBLE') return parts.withMissing(message, data)
    const from = data.from ?? data.until
    return typeof from === 'string' ? parts.withWait(message, from) : message
  }

  /** The `data` of the answer, as `schema` says. Everything else is thrown as an ApiError. */
  return async function call<Data extends z.ZodMiniType>(
    schema: Data,
    path: string,
    options: ApiCallOptions = {},
  ): Promise<z.output<Data>> {
    const [response, answer] = await send(path, options)
    if (response.status === 403) parts.sessionExpired()
    const refused = failure.safeParse(answer)
    if (refused.success) {
      const { code, message, errors, data } = refused.data
      parts.database(code === 'DATABASE_UNAVAILABLE')
      const details = { status: response.status, faults: errors, data }
      throw new ApiError(code, await sayMore(message, code, data ?? {}), details)
    }
    const opened = envelope.safeParse(answer)
    if (opened.success) parts.database(false)
    const accepted = schema.safeParse(opened.data?.data)
    if (opened.success && accepted.success) return accepted.data
    throw new ApiError('UNREADABLE', parts.text('errors.unreadable'), {
      status: response.status,
      cause: opened.error ?? accepted.error,
    })
  }
}

/** A body that is no JSON (a proxy's page) reads as undefined, which no schema accepts. */
async function body(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function queryText(query: ApiCallOptions['query']): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== null && value !== undefined && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
