import { useEffect } from 'react'
import { refreshedToken } from '#contract/auth.ts'
import { call } from '#web/lib/api.ts'
import { replaceToken } from '#web/lib/session.ts'

const intervalMs = 900_000

/** A new token every 15 minutes while an admin screen is open. */
export function useTokenRefresh() {
  useEffect(() => {
    const timer = setInterval(async () => {
      try {
        const { token } = await call(refreshedToken, '/auth/refresh-token', { automatic: true })
        replaceToken(token)
      } catch {
        // An expired session has told the person already (lib/api.ts); after a lost connection the
        // old token still serves, and is tried again next time.
      }
    }, intervalMs)
    return () => clearInterval(timer)
  }, [])
}
