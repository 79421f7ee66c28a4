import { serverNow } from './calls.ts'

const key = 'quincena-my-pay'

/**
 * Until when this browser may have a session, whose cookie no script sees. Without it the page asks for a
 * link at once, and nobody waits for a refusal.
 */
export function mayHaveSession(): boolean {
  try {
    return Number(localStorage.getItem(key)) > Date.now()
  } catch {
    // Refused storage tells nothing: only the server knows.
    return true
  }
}

export function rememberSession(endsAt: string | null) {
  try {
    if (endsAt === null) localStorage.removeItem(key)
    else localStorage.setItem(key, String(Date.now() + Date.parse(endsAt) - serverNow()))
  } catch {
    // The server is asked instead.
  }
}
