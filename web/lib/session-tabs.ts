import { z } from 'zod/mini'
import {
  adoptSession,
  forgetSession,
  keepSession,
  mySession,
  type SharedSession,
  sharedSession,
  subscribe,
  token,
} from './session.ts'
import { endIn, type KnownSessionEnd, readKnownEnd, sessionEnd, setEnd } from './session-end.ts'

/**
 * One session for all tabs of this origin. Session storage stays the only store: a tab asks the
 * others, and a tab that has the session answers. Only an answer carries the token
 * (docs/decisions/0018).
 */

/** Why a session is over in a tab: it was closed on purpose, or the server says so. */
export const ending = z.object({
  why: z.enum(['idle', 'age', 'closed', 'signedOut']),
  at: z.number(),
  userId: z.string(),
})
export type Ending = z.infer<typeof ending>

const message = z.union([
  z.object({ kind: z.literal('ask') }),
  z.object({
    kind: z.literal('answer'),
    session: sharedSession,
    end: z.nullable(sessionEnd),
  }),
  /** Somebody signed in, or has a newer token or another name. */
  z.object({ kind: z.literal('changed') }),
  z.object({ kind: z.literal('end'), end: sessionEnd }),
  z.object({ kind: z.literal('over'), ending, tokenAt: z.number() }),
])
type Message = z.infer<typeof message>

/** Tabs that have a session hold it; a tab can see whether there is another. */
const lockName = 'quincena-session'
/**
 * A tab that is there answers within milliseconds; one that sleeps must not hold up this one. One where
 * somebody has just signed in is busy with its first screen, and holds up nobody at the login.
 */
const patienceMs = { known: 1000, unknown: 150, signedIn: 30_000 }
/** Somebody who was heard just now would have told of a newer token. */
const freshMs = 30_000

const channel = new BroadcastChannel('quincena-session')
const post = (content: Message) => channel.postMessage(content)

let question: PromiseWithResolvers<void> | null = null
let heardAt = Date.now()
let isOver = false
let overListener: (ending: Ending) => void = () => undefined

/** The application's reaction when another tab ends the session. */
export function onSessionOver(listener: (ending: Ending) => void) {
  overListener = listener
}

channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const heard = message.safeParse(data).data
  if (heard) take(heard)
})

function take(heard: Message) {
  const mine = mySession()
  switch (heard.kind) {
    case 'ask':
      // A session that is over must not come back with the next page.
      if (mine && !isOver) post({ kind: 'answer', session: mine, end: readKnownEnd() })
      return
    case 'answer':
      takeAnswer(heard.session, heard.end, mine)
      return
    case 'changed':
      void askTabs(mine === null ? patienceMs.signedIn : patienceMs.known)
      return
    case 'end':
      if (mine) setEnd(heard.end)
      return
    case 'over':
      takeOver(heard.ending, heard.tokenAt, mine)
  }
}

function takeAnswer(
  theirs: SharedSession,
  end: KnownSessionEnd | null,
  mine: SharedSession | null,
) {
  // An answer to another tab begins no session here.
  if (isOver || (mine === null && question === null)) return
  adoptSession(theirs)
  if (end && token() === theirs.token) setEnd(end)
  question?.resolve()
}

function takeOver(over: Ending, tokenAt: number, mine: SharedSession | null) {
  if (mine === null || isOver) return
  // Signing out is for everybody at this browser. An expiry is of one session, and of no newer token.
  const isMine = mine.user._id === over.userId && mine.tokenAt <= tokenAt
  if (over.why === 'signedOut' || isMine) overListener(over)
}

/** Ends the session in the other tabs too. */
export function tellOver(over: Ending) {
  const mine = mySession()
  if (mine) post({ kind: 'over', ending: over, tokenAt: mine.tokenAt })
}

/** Somebody ended it, here for all tabs: out of one's own will, or by what ends all sessions. */
export function endEverywhere(why: 'signedOut' | 'closed') {
  const mine = mySession()
  if (mine) tellOver({ why, at: Date.now(), userId: mine.user._id })
  forgetSession()
}

/** Gives this tab's session to nobody from now on, though it is still in sight. */
export function closeSession() {
  isOver = true
}

/** Null where the browser does not say: it has no Web Locks outside https and the own machine. */
async function otherTabs(): Promise<boolean | null> {
  if (!('locks' in navigator)) return null
  const { held = [] } = await navigator.locks.query()
  const holders = held.filter(({ name }) => name === lockName).length
  return holders > (release === null ? 0 : 1)
}

async function patience(): Promise<number> {
  const others = await otherTabs()
  if (others === null) return patienceMs.unknown
  return others ? patienceMs.known : 0
}

/** Resolves when another tab has answered, or none will. */
async function askTabs(knownPatienceMs?: number): Promise<void> {
  if (question) return question.promise
  const mine = Promise.withResolvers<void>()
  question = mine
  const waitMs = knownPatienceMs ?? (await patience())
  if (waitMs > 0) {
    post({ kind: 'ask' })
    const timer = setTimeout(mine.resolve, waitMs)
    await mine.promise
    clearTimeout(timer)
  }
  mine.resolve()
  question = null
  heardAt = Date.now()
}

/** The token for a request: after a pause another tab may have a newer one, and the old one counts as stolen. */
export async function newestToken(): Promise<string | null> {
  if (token() !== null && Date.now() - heardAt > freshMs) await askTabs()
  return token()
}

/** The token after `refused` was refused: another one where another tab has it. */
export async function tokenAfter(refused: string): Promise<string | null> {
  if (token() === refused) await askTabs()
  return token() === refused ? null : token()
}

/** An answer to this session came: it lives, and until when. */
export function noteAnswer(headers: Headers) {
  const end = endIn(headers)
  if (end === null || token() === null) return
  heardAt = Date.now()
  if (setEnd(end)) post({ kind: 'end', end })
}

let release: (() => void) | null = null

function holdLock() {
  const isHeld = release !== null
  const isWanted = token() !== null
  if (isHeld === isWanted || !('locks' in navigator)) return
  if (!isWanted) {
    release?.()
    release = null
    return
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  release = resolve
  void navigator.locks.request(lockName, { mode: 'shared' }, () => promise)
}

/** The other tabs ask what it is. */
export const tellChange = () => post({ kind: 'changed' })

/** Before the first screen: a new tab finds the session of an open one, a duplicate its newest token. */
export async function findSession(): Promise<void> {
  await askTabs()
  holdLock()
  subscribe(holdLock)
}

export function beginSession(session: Parameters<typeof keepSession>[0]) {
  isOver = false
  keepSession(session)
  heardAt = Date.now()
  question?.resolve()
  tellChange()
}
