import { ApiError } from './api-error.ts'

/** Together as long as somebody stays in front of a screen that says it is at work. */
const pausesMs = [1000, 2000, 4000]

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** The answer is missing, or the first request is still being carried out. */
const isOpen = (error: unknown) =>
  error instanceof ApiError && (error.outcomeUnknown || error.code === 'REQUEST_IN_PROGRESS')

/**
 * Sends what is done once however often it is sent, until its outcome is known: after a lost answer
 * the next one is the first one's. Still unknown at the end, it throws what was lost.
 */
export async function retryWrite<Answer>(
  send: () => Promise<Answer>,
  wait: (ms: number) => Promise<void> = pause,
): Promise<Answer> {
  for (const ms of pausesMs) {
    try {
      return await send()
    } catch (error) {
      if (!isOpen(error)) throw error
    }
    await wait(ms)
  }
  return send()
}
