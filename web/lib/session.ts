import { useSyncExternalStore } from 'react'
import { z } from 'zod/mini'
import { type User, user as userSchema } from '#contract/users.ts'

/** The specification's keys in session storage. */
const tokenKey = 'token'
const userKey = 'user'

type Listener = () => void
const listeners = new Set<Listener>()

function subscribe(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function changed() {
  for (const listener of listeners) listener()
}

/**
 * A duplicated tab starts with a copy of this one's session storage. A refresh replaces the token,
 * and the server ends the session when the old one is used later: so the tabs that hold the same
 * token get its successor.
 */
const channel = new BroadcastChannel('quincena-session')
channel.addEventListener('message', ({ data }: MessageEvent<{ old: string; fresh: string }>) => {
  if (token() === data.old) {
    sessionStorage.setItem(tokenKey, data.fresh)
    changed()
  }
})

export function token(): string | null {
  return sessionStorage.getItem(tokenKey)
}

/** A session that began before these were known goes on. */
const storedUser = z.extend(userSchema, {
  emailVerified: z._default(z.boolean(), false),
  phoneVerified: z._default(z.boolean(), false),
})

let parsed: { text: string | null; user: User | null } = { text: null, user: null }

/** Another version's or somebody's edited storage is as good as nobody signed in. */
function readUser(text: string): User | null {
  let stored: unknown
  try {
    stored = JSON.parse(text)
  } catch {
    return null
  }
  return storedUser.safeParse(stored).data ?? null
}

export function signedInUser(): User | null {
  const text = sessionStorage.getItem(userKey)
  if (text !== parsed.text) parsed = { text, user: text === null ? null : readUser(text) }
  return parsed.user
}

export function isAdmin(): boolean {
  return token() !== null && signedInUser()?.role === 'ADMIN'
}

export function startSession(session: { token: string; user: User }) {
  sessionStorage.setItem(tokenKey, session.token)
  sessionStorage.setItem(userKey, JSON.stringify(session.user))
  changed()
}

/** After the profile or the second factor was changed: what the screens show of the person. */
export function replaceUser(user: User) {
  // Signed out while the change was under way: nobody is signed in any more.
  if (token() === null) return
  sessionStorage.setItem(userKey, JSON.stringify(user))
  changed()
}

export function replaceToken(fresh: string) {
  const old = token()
  // Signed out while the refresh was under way: its answer must not sign anybody in again.
  if (old === null) return
  sessionStorage.setItem(tokenKey, fresh)
  channel.postMessage({ old, fresh })
}

export function endSession() {
  sessionStorage.clear()
  changed()
}

/** The signed-in user, kept current. */
export function useSignedInUser(): User | null {
  return useSyncExternalStore(subscribe, signedInUser)
}
