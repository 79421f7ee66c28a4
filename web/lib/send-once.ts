import { ApiError } from './api-error.ts'

/** Together as long as somebody stays in front of a screen that says it is at work. */
const pausesMs = [1000, 2000, 4000]

/** Pauses while the database fails over: about a minute. */
const pausesForDatabase = 15

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** The server could not be reached before anything was sent: the outcome is known. */
export class NotSent extends Error {
  override name = 'NotSent'
}

interface RetryOptions {
  /** An answer was lost, and its outcome is being looked for. */
  onRetry?: () => void
  wait?: (ms: number) => Promise<void>
  /** Does not give up while no answer comes at all, however long the connection is away. */
  untilAnswered?: boolean
}

interface SendOptions<Answer> extends RetryOptions {
  /**
   * Whether what an earlier press made is still there. Somebody may have found and undone it: then the
   * server's answer of that time would be a lie, and the press is another request.
   */
  isThere?: (answer: Answer) => Promise<boolean>
  /** A read that is tried first; NotSent is thrown, and nothing sent, if no answer to it comes. */
  probe?: () => Promise<unknown>
}

/** The answer is missing, the first request is still under way, or the server does not know how far it got. */
export const isOutcomeOpen = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.outcomeUnknown || error.code === 'REQUEST_IN_PROGRESS' || error.code === 'INTERNAL')

/**
 * Sends a write that is done once however often it is sent, until its outcome is known. Still unknown
 * at the end, it throws the last failure.
 */
export async function retryWrite<Answer>(
  send: () => Promise<Answer>,
  { onRetry, wait = pause, untilAnswered = false }: RetryOptions = {},
): Promise<Answer> {
  let patience = pausesForDatabase
  for (let tries = 0; ; ) {
    try {
      return await send()
    } catch (error) {
      const isLost = error instanceof ApiError && error.outcomeUnknown
      if (!isOutcomeOpen(error) || tries === pausesMs.length) throw error
      onRetry?.()
      await wait(pausesMs[tries] ?? 0)
      const waitsOn =
        (untilAnswered && isLost) || (isLost && error.isDatabaseAway && patience-- > 0)
      if (!waitsOn || tries < pausesMs.length - 1) tries += 1
    }
  }
}

/** Keys of writes whose outcome is open, by what they ask for. They outlive the dialog that sent them. */
const openKeys = new Map<string, string>()

/** Forgets them at the end of a session: the next person in this tab asks for something else. */
export function forgetOpenKeys(): void {
  openKeys.clear()
}

async function requireReachable(probe: () => Promise<unknown>): Promise<void> {
  try {
    await probe()
  } catch (cause) {
    if (cause instanceof ApiError && cause.outcomeUnknown) throw new NotSent('no answer', { cause })
    throw cause
  }
}

/** A random key without crypto.randomUUID, which exists only on https and on the own machine. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Sends a write under an Idempotency-Key, again and again until its outcome is known. `request` is what
 * it asks for: path and body. The same asked again while the outcome is open goes under the same key,
 * so the server does it once; another body, or the same after a known outcome, is another request.
 */
export async function sendOnce<Answer>(
  request: unknown,
  send: (idempotencyKey: string) => Promise<Answer>,
  { probe, isThere, ...options }: SendOptions<Answer> = {},
): Promise<Answer> {
  const text = JSON.stringify(request)
  const isRepeated = openKeys.has(text)
  if (probe && !isRepeated) await requireReachable(probe)
  const key = openKeys.get(text) ?? randomKey()
  openKeys.set(text, key)
  try {
    const answer = await retryWrite(() => send(key), options)
    const isUndone = isRepeated && isThere !== undefined && !(await isThere(answer))
    openKeys.delete(text)
    return isUndone ? sendOnce(request, send, options) : answer
  } catch (error) {
    if (error instanceof ApiError && !isOutcomeOpen(error)) openKeys.delete(text)
    throw error
  }
}
