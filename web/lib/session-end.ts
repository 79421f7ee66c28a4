import { useSyncExternalStore } from 'react'
import { z } from 'zod/mini'
import { readSessionEnd, sessionEndName } from '#contract/session-end.ts'

/** When the session ends if nobody does anything, by this machine's clock. */
export const sessionEnd = z.object({ at: z.number(), by: z.enum(['idle', 'age']) })
export type KnownSessionEnd = z.infer<typeof sessionEnd>

/** The time before the end at which somebody is warned. */
export const warningMs = 120_000
/** Survives a reload: after an hour the server can no longer say it. */
const endKey = 'ends'
/** The answers' whole seconds, and their way here, differ by this much without anything being new. */
const toleranceMs = 3000

let known: { text: string | null; end: KnownSessionEnd | null } = { text: null, end: null }
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(text: string): KnownSessionEnd | null {
  try {
    return sessionEnd.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

export function readKnownEnd(): KnownSessionEnd | null {
  const text = sessionStorage.getItem(endKey)
  if (text !== known.text) known = { text, end: text === null ? null : read(text) }
  return known.end
}

/** True where it was not known. */
export function setEnd(end: KnownSessionEnd): boolean {
  const before = readKnownEnd()
  if (before?.by === end.by && Math.abs(before.at - end.at) < toleranceMs) return false
  sessionStorage.setItem(endKey, JSON.stringify(end))
  for (const listener of listeners) listener()
  return true
}

/** The end of the session as an answer of the server says it; null where it says nothing. */
export function endIn(headers: Headers): KnownSessionEnd | null {
  const end = readSessionEnd(headers.get(sessionEndName))
  return end && { at: Date.now() + end.inMs, by: end.by }
}

/** When the session ends, kept current. */
export function useSessionEnd(): KnownSessionEnd | null {
  return useSyncExternalStore(subscribe, readKnownEnd)
}
