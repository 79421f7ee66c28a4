import { useEffect } from 'react'
import { refreshedToken } from '#contract/auth.ts'
import { call } from '#web/lib/api.ts'
import { refreshToken, tokenAgeMs } from '#web/lib/session-changes.ts'

const intervalMs = 900_000
/**
 * The age is looked at this often: a reload, a sleep of the machine or another tab's refresh shift it.
 * Short of the server's minute of grace, in which an answer that was lost can be asked for again.
 */
const lookMs = 10_000

const isDue = () => tokenAgeMs() >= intervalMs

async function fetchToken() {
  const { token } = await call(refreshedToken, '/auth/refresh-token', { automatic: true })
  return token
}

/** A new token every 15 minutes while an admin screen is open, in one tab for all. */
export function useTokenRefresh() {
  useEffect(() => {
    let isUnderWay = false
    const timer = setInterval(async () => {
      if (isUnderWay || !isDue()) return
      isUnderWay = true
      try {
        await refreshToken(isDue, fetchToken)
      } catch {
        // An expired session has told the person already (lib/api.ts); after a lost connection the
        // old token still serves, and is tried again next time.
      }
      isUnderWay = false
    }, lookMs)
    return () => clearInterval(timer)
  }, [])
}
