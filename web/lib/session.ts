import { useSyncExternalStore } from 'react'
import { z } from 'zod/mini'
import { type User, user as userSchema } from '#contract/user.ts'

/** The specification's keys in session storage. */
const tokenKey = 'token'
const userKey = 'user'
/** How old they are, so that tabs know which of two is the newer. */
const agesKey = 'session'

type Listener = () => void
const listeners = new Set<Listener>()

export function subscribe(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notifyListeners() {
  for (const listener of listeners) listener()
}

export function token(): string | null {
  return sessionStorage.getItem(tokenKey)
}

/** A session that began before these were known goes on. */
const storedUser = z.extend(userSchema, {
  emailVerified: z._default(z.boolean(), false),
  phoneVerified: z._default(z.boolean(), false),
  factors: z._default(userSchema.shape.factors, []),
})

/** When the server gave each, by this machine's clock, which all tabs share. */
const ages = z.object({ tokenAt: z.number(), userAt: z.number() })
type Ages = z.infer<typeof ages>

/** Storage of before, or set by hand: as old as this page. */
const unknownAge = Date.now()

/** Another version's or somebody's edited storage is as good as none. */
function read<Schema extends z.ZodMiniType>(schema: Schema, text: string | null) {
  try {
    return schema.safeParse(JSON.parse(text ?? 'null')).data ?? null
  } catch {
    return null
  }
}

let parsed: { text: string | null; user: User | null } = { text: null, user: null }

export function readSignedInUser(): User | null {
  const text = sessionStorage.getItem(userKey)
  if (text !== parsed.text) parsed = { text, user: read(storedUser, text) }
  return parsed.user
}

/** People of all four roles are signed in; the screens draw what each may do (web/shared/roles). */
export function isSignedIn(): boolean {
  return token() !== null && readSignedInUser() !== null
}

const readAges = (): Ages =>
  read(ages, sessionStorage.getItem(agesKey)) ?? { tokenAt: unknownAge, userAt: unknownAge }

/** The part of a session that one tab tells another that has it too. */
export const sharedSession = z.extend(ages, { token: z.string(), user: storedUser })
export type SharedSession = z.infer<typeof sharedSession>

/** The tab's session, for another tab. */
export function mySession(): SharedSession | null {
  const present = token()
  const user = readSignedInUser()
  return present === null || user === null ? null : { token: present, user, ...readAges() }
}

export function storeSession({ token, user, ...times }: SharedSession) {
  sessionStorage.setItem(tokenKey, token)
  sessionStorage.setItem(userKey, JSON.stringify(user))
  sessionStorage.setItem(agesKey, JSON.stringify(times))
  notifyListeners()
}

/** Begins where nobody is signed in; of the same person's session takes what is newer. */
export function adoptSession(theirs: SharedSession) {
  const mine = mySession()
  if (mine === null) return storeSession(theirs)
  if (mine.user._id !== theirs.user._id) return
  const isNewToken = theirs.tokenAt > mine.tokenAt
  const isNewUser = theirs.userAt > mine.userAt
  if (!isNewToken && !isNewUser) return
  storeSession({
    ...(isNewToken
      ? { token: theirs.token, tokenAt: theirs.tokenAt }
      : { token: mine.token, tokenAt: mine.tokenAt }),
    ...(isNewUser
      ? { user: theirs.user, userAt: theirs.userAt }
      : { user: mine.user, userAt: mine.userAt }),
  })
}

export function keepSession(session: { token: string; user: User }) {
  const now = Date.now()
  storeSession({ ...session, tokenAt: now, userAt: now })
}

export function forgetSession() {
  sessionStorage.clear()
  notifyListeners()
}

/** The signed-in user, kept current. */
export function useSignedInUser(): User | null {
  return useSyncExternalStore(subscribe, readSignedInUser, () => null)
}
