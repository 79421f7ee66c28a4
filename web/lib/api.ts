import { createClient } from './api-client.ts'
import { currentLanguage, i18n } from './i18n.ts'
import { newestToken, noteAnswer, tokenAfter } from './session-tabs.ts'

export type { CallOptions } from './api-client.ts'
export { ApiError } from './api-error.ts'

let expiredListener: () => void = () => undefined

/** The application's reaction when the server says that the session is over. */
export function onSessionExpired(listener: () => void) {
  expiredListener = listener
}

/** The one way to the server. */
export const call = createClient({
  fetch: (...request) => fetch(...request),
  // Only a long list of employees is sent with it.
  fetchWithProgress: async (...request) =>
    (await import('./fetch-with-progress.ts')).fetchWithProgress(...request),
  newestToken,
  tokenAfter,
  answered: noteAnswer,
  language: currentLanguage,
  text: (key) => i18n.t(key),
  sessionExpired: () => expiredListener(),
})
