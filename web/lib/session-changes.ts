import type { User } from '#contract/user.ts'
import { mySession, storeSession } from './session.ts'
import { tellChange } from './session-tabs.ts'

/** After the profile or the second factor was changed: what the screens of all tabs show of the person. */
export function updateSignedInUser(user: User) {
  const mine = mySession()
  // Signed out while the change was under way: nobody is signed in any more.
  if (mine === null) return
  storeSession({ ...mine, user, userAt: Date.now() })
  tellChange()
}

/** Refreshes in one tab at a time: who waited finds the new token already there. */
export async function refreshToken(isDue: () => boolean, fetchToken: () => Promise<string>) {
  const refresh = async () => {
    if (!isDue()) return
    const token = await fetchToken()
    const mine = mySession()
    // Signed out while the refresh was under way: its answer must not sign anybody in again.
    if (mine === null) return
    storeSession({ ...mine, token, tokenAt: Date.now() })
    tellChange()
  }
  // The server gives all who ask at once the same token: where there are no locks, nothing is lost.
  if ('locks' in navigator) await navigator.locks.request('quincena-refresh', refresh)
  else await refresh()
}

/** How long ago the server gave the token. */
export const tokenAgeMs = () => Date.now() - (mySession()?.tokenAt ?? Date.now())
