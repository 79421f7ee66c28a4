import { i18n } from '#web/lib/i18n.ts'
import { forgetSession, readSignedInUser } from '#web/lib/session.ts'
import { readKnownEnd } from '#web/lib/session-end.ts'
import { closeSession, type Ending, tellOver } from '#web/lib/session-tabs.ts'
import { leavePage } from '#web/shared/auth/return-page.ts'
import { toastWarning } from '#web/ui/toasts.tsx'

const delayMs = 3000
/** The server's clock and this one's do not agree to the second. */
const slackMs = 5000
let leaving = false

const presentPage = () => window.location.pathname + window.location.search

/** The limit that was due ended it; before that, somebody or something else. */
function endingOf(userId: string): Ending {
  const end = readKnownEnd()
  const now = Date.now()
  if (end === null || now < end.at - slackMs) return { why: 'closed', at: now, userId }
  return { why: end.by, at: Math.min(end.at, now), userId }
}

/** The server says that the session is over: say so, and after 3 s begin again at the login. */
export function leaveExpiredSession() {
  if (leaving) return
  const over = endingOf(readSignedInUser()?._id ?? '')
  tellOver(over)
  leave(over)
}

/** Another tab ended it: at once where the person did so, else as if this tab had been told. */
export function leaveWithOtherTab(over: Ending) {
  if (over.why === 'signedOut') startAgain(over)
  else leave(over)
}

/** A page that is loaded again keeps nothing of the person. */
function startAgain(over: Ending) {
  const page = presentPage()
  forgetSession()
  leavePage(page, over)
  window.location.reload()
}

function leave(over: Ending) {
  // Several calls are refused at once; one of them is enough.
  if (leaving) return
  leaving = true
  closeSession()
  toastWarning(i18n.t('errors.sessionExpired'), i18n.t('errors.sessionExpiredDetail'), {
    autoClose: delayMs,
  })
  setTimeout(() => startAgain(over), delayMs)
}
