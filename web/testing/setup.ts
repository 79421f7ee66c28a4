import { setImmediate as nextTurn } from 'node:timers/promises'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, expect, vi } from 'vitest'
import { queryClient } from '#web/app/query-client.ts'
import { startTranslations } from '#web/lib/i18n.ts'
import { InPageRequest } from './in-page-request.ts'
import { InPageWorker } from './in-page-worker.ts'
import { server } from './server.ts'

/** For component tests: the page is Spanish, and requests reach the test's server alone. */
vi.stubGlobal('fetch', (url: string, { method = 'GET', headers, body }: RequestInit = {}) =>
  server.take(url, method, new Headers(headers), body),
)
vi.stubGlobal('XMLHttpRequest', InPageRequest)
vi.stubGlobal('Worker', InPageWorker)
await startTranslations()

// Other tests may have the processors meanwhile.
configure({ asyncUtilTimeout: 15_000 })

afterEach(async () => {
  cleanup()
  // The last request is on its way, and still finds its answer.
  await nextTurn()
  queryClient.clear()
  sessionStorage.clear()
  const unanswered = [...server.unanswered]
  server.reset()
  expect(unanswered, 'requests without an answer').toEqual([])
})
