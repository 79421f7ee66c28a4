import { useCallback, useRef } from 'react'

/** Not crypto.randomUUID, which exists only on https and on the own machine. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * A key for what is about to be sent, the same while the body is the same: after a lost answer the
 * second press gets the first one's outcome and nothing is done twice. Another body is another wish.
 */
export function useIdempotencyKey(): (body?: unknown) => string {
  const last = useRef<{ text: string; key: string } | null>(null)
  return useCallback((body?: unknown) => {
    const text = JSON.stringify(body ?? null)
    if (last.current?.text !== text) last.current = { text, key: randomKey() }
    return last.current.key
  }, [])
}
