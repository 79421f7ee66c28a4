import { createContext, useContext } from 'react'
import type { ErrorCode } from '#contract/errors.ts'
import type { Failure, Fault } from '#contract/http.ts'
import { languageTag } from '#web/lib/language.ts'
import type { Words } from './texts.ts'

const timeLimitMs = 45_000

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Answer<Data> = { success: true; data: Data } | Failure

/** How far this clock is behind the server's: a session of 15 minutes ends by the server's. */
let behindMs = 0
export const serverNow = () => Date.now() + behindMs

/** A call that did not succeed. `message` is for people; without a code there was no answer. */
export class CallError extends Error {
  readonly code: ErrorCode | null
  readonly faults: readonly Fault[]

  constructor(message: string, refused: Failure | null, cause?: unknown) {
    super(message, { cause })
    this.name = 'CallError'
    this.code = refused?.code ?? null
    this.faults = refused?.errors ?? []
  }
}

/**
 * `data` is what the contract says of the path. It is not checked again here: the schemas and their
 * library would be a quarter of this page's script.
 */
export async function call<Data>(
  { language, texts }: Words,
  method: Method,
  path: string,
  body?: object,
): Promise<Data> {
  const lost = (cause: unknown) =>
    new CallError(method === 'GET' ? texts.failed.read : texts.failed.write, null, cause)
  let answer: Answer<Data>
  try {
    const response = await fetch(`/api/v1${path}`, {
      method,
      headers: {
        Accept: 'application/json',
        'Accept-Language': languageTag(language),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(timeLimitMs),
      cache: 'no-store',
    })
    answer = await response.json()
    const at = Date.parse(response.headers.get('date') ?? '')
    if (!Number.isNaN(at)) behindMs = at - Date.now()
  } catch (cause) {
    throw lost(cause)
  }
  if (answer.success) return answer.data
  // The page of a proxy can be JSON too.
  throw answer.message ? new CallError(answer.message, answer) : lost(answer)
}

/** Calls of somebody who has entered; when the session has ended the whole page says so. */
export type Call = <Data>(method: Method, path: string, body?: object) => Promise<Data>

export const CallContext = createContext<Call | null>(null)

export function useCall(): Call {
  const call = useContext(CallContext)
  if (!call) throw new Error('CallContext is missing')
  return call
}

/** The sentence of anything that was thrown. */
export const sentenceOf = (error: unknown, { texts }: Words): string =>
  error instanceof CallError ? error.message : texts.failed.read
