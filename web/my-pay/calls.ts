import { createContext, useContext } from 'react'
import type { Failure } from '#contract/http.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { noteDatabase, whileDatabaseAway } from '#web/lib/database-away.ts'
import { languageTag } from '#web/lib/language.ts'
import type { PageWords } from './texts.ts'

const timeLimitMs = 45_000

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Answer<Data> = { success: true; data: Data } | Failure

/** How far this clock is behind the server's: a session of 15 minutes ends by the server's. */
let behindMs = 0
export const serverNow = () => Date.now() + behindMs

/** A call that did not succeed. */
export class CallError extends ApiError {
  /** An earlier try lost the database: what is refused now may have been done by that one. */
  mayBeDone = false
}

/**
 * `data` is what the contract says of the path. It is not checked again here: the schemas and their
 * library would be a quarter of this page's script.
 */
async function ask<Data>(
  { language, texts }: PageWords,
  method: Method,
  path: string,
  body?: object,
): Promise<Data> {
  const lost = (cause: unknown) =>
    new CallError('NETWORK', method === 'GET' ? texts.failed.read : texts.failed.write, { cause })
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
  if (!answer.message) throw lost(answer)
  throw new CallError(answer.code, answer.message, { faults: answer.errors })
}

/** Asks again by itself while the database is away. No call here does harm when it is done twice. */
export async function callServer<Data>(
  words: PageWords,
  method: Method,
  path: string,
  body?: object,
): Promise<Data> {
  let wasAway = false
  try {
    return await whileDatabaseAway(async () => {
      try {
        const data = await ask<Data>(words, method, path, body)
        noteDatabase(false)
        return data
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        error.mayBeDone = wasAway
        wasAway ||= error.isDatabaseAway
        noteDatabase(error.isDatabaseAway)
        throw error
      }
    })
  } catch (error) {
    // After a minute nobody waits any more: the sentence of the failure says what to do.
    noteDatabase(false)
    throw error
  }
}

/** Calls of somebody who has entered; when the session has ended the whole page says so. */
export type EmployeeCall = <Data>(method: Method, path: string, body?: object) => Promise<Data>

export const CallContext = createContext<EmployeeCall | null>(null)

export function useCall(): EmployeeCall {
  const call = useContext(CallContext)
  if (!call) throw new Error('CallContext is missing')
  return call
}

/** The sentence of anything that was thrown. */
export const sentenceOf = (error: unknown, { texts }: PageWords): string =>
  error instanceof CallError ? error.message : texts.failed.read
