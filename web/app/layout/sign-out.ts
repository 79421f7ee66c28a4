import { z } from 'zod/mini'
import { queryClient } from '#web/app/query-client.ts'
import { call } from '#web/lib/api.ts'
import { forgetOpenKeys } from '#web/lib/send-once.ts'
import { endEverywhere } from '#web/lib/session-tabs.ts'

/** Leaves at once; that the server also forgets the session must not keep anybody waiting. */
export function signOut() {
  const signedOut = call(z.null(), '/auth/sign-out', { method: 'POST' })
  // A session that the server still holds ends there by itself after an hour.
  signedOut.catch(() => undefined)
  endEverywhere('signedOut')
  forgetOpenKeys()
  queryClient.clear()
}
