import { i18n } from '#web/lib/i18n.ts'
import { endSession } from '#web/lib/session.ts'
import { toastWarning } from '#web/ui/toasts.tsx'

const delayMs = 3000
let leaving = false

/** The server says that the session is over: say so, and after 3 s begin again at the login. */
export function leaveExpiredSession() {
  // Several calls are refused at once; one of them is enough.
  if (leaving) return
  leaving = true
  toastWarning(i18n.t('errors.sessionExpired'), i18n.t('errors.sessionExpiredDetail'), {
    autoClose: delayMs,
  })
  setTimeout(() => {
    endSession()
    window.location.reload()
  }, delayMs)
}
