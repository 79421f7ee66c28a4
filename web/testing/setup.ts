import { setImmediate as nextTurn } from 'node:timers/promises'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, expect, vi } from 'vitest'
import { queryClient } from '#web/app/query-client.ts'
import { noteDatabase } from '#web/lib/database-away.ts'
import { i18n, startTranslations } from '#web/lib/i18n.ts'
import { forgetSession } from '#web/lib/session.ts'
import { beginSession } from '#web/lib/session-tabs.ts'
import { makeUser } from './fixtures.ts'
import { InPageRequest } from './in-page-request.ts'
import { InPageWorker } from './in-page-worker.ts'
import { server } from './server.ts'

/** Requests of component tests reach the test's server alone, and the page is Spanish. */
vi.stubGlobal('fetch', (url: string, { method = 'GET', headers, body }: RequestInit = {}) =>
  server.take(url, method, new Headers(headers), body),
)
vi.stubGlobal('XMLHttpRequest', InPageRequest)
vi.stubGlobal('Worker', InPageWorker)
// The first file of a worker loads the texts for all.
if (!i18n.isInitialized) await startTranslations()

// Other tests may have the processors meanwhile.
configure({ asyncUtilTimeout: 15_000 })

// The files of a worker share page and modules, so each test leaves both as it found them.
afterEach(async () => {
  cleanup()
  // The last request is on its way, and still finds its answer.
  await nextTurn()
  queryClient.clear()
  // The next test's page was opened just now: it asks no other tab for a newer token.
  beginSession({ token: '', user: makeUser() })
  forgetSession()
  sessionStorage.clear()
  localStorage.clear()
  noteDatabase(false)
  await i18n.changeLanguage('es')
  const unanswered = [...server.unanswered]
  server.reset()
  expect(unanswered, 'requests without an answer').toEqual([])
})
