import type { z } from 'zod/mini'
import { type ApiCallOptions, createClient } from './api-client.ts'
import { noteDatabase, whileDatabaseAway } from './database-away.ts'
import { currentLanguage, i18n } from './i18n.ts'
import { randomKey } from './send-once.ts'
import { newestToken, noteAnswer, tokenAfter } from './session-tabs.ts'

export type { ApiCallOptions } from './api-client.ts'
export { ApiError } from './api-error.ts'

let expiredListener: () => void = () => undefined

/** The application's reaction when the server says that the session is over. */
export function onSessionExpired(listener: () => void) {
  expiredListener = listener
}

const client = createClient({
  fetch: (...request) => fetch(...request),
  // Only a long list of employees is sent with it.
  fetchWithProgress: async (...request) =>
    (await import('./fetch-with-progress.ts')).fetchWithProgress(...request),
  newestToken,
  tokenAfter,
  answered: noteAnswer,
  database: noteDatabase,
  language: currentLanguage,
  text: (key) => i18n.t(key),
  // The formats of times come with the screens, and the first script has no room for them.
  withWait: (message, from) =>
    import('./wait-sentence.ts').then(
      ({ sayWait }) => `${message} ${sayWait(from)}`,
      () => message,
    ),
  withMissing: (message, data) =>
    import('./missing-sentence.ts').then(
      ({ sayMissing }) => [message, ...sayMissing(data)].join(' '),
      () => message,
    ),
  sessionExpired: () => expiredListener(),
})

/** The server keeps no answer of these under a key: asked again, it would refuse what it did. */
const keepsNoKey = /^\/(?:auth|users|freezes|invitations|address-reports)\/|-factors$/

/** The one way to the server. A call that may be repeated waits for a database that is away. */
export function call<Data extends z.ZodMiniType>(
  schema: Data,
  path: string,
  options: ApiCallOptions = {},
): Promise<z.output<Data>> {
  const { method = 'GET', savesNothing, idempotencyKey } = options
  // Reads are asked again by their query, and the senders of keys know how long they wait.
  if (method === 'GET' || idempotencyKey) return client(schema, path, options)
  if (savesNothing) return whileDatabaseAway(() => client(schema, path, options))
  if (keepsNoKey.test(path)) return client(schema, path, options)
  const keyed = { ...options, idempotencyKey: randomKey() }
  return whileDatabaseAway(() => client(schema, path, keyed))
}
