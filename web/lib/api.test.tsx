import { expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { server } from '#web/testing/server.ts'
import { call } from './api.ts'

test('a write without a key of its own → it gets one, and is sent again under it', async () => {
  const path = '/companies/payrolls/payroll-1'
  server.refuse('DELETE', path, 'DATABASE_UNAVAILABLE')
  const deleted = call(z.null(), path, { method: 'DELETE' })
  const keys = () =>
    server.requests('DELETE', path).map(({ headers }) => headers.get('idempotency-key'))
  await vi.waitFor(() => expect(keys()).toHaveLength(1))
  server.answer('DELETE', path, z.null(), null)
  expect(await deleted).toBeNull()
  expect(keys()[1]).toBe(keys()[0])
  expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/)
})

test('what the server keeps under no key → nobody repeats it', async () => {
  const path = '/users/password'
  server.refuse('PATCH', path, 'DATABASE_UNAVAILABLE')
  await expect(call(z.null(), path, { method: 'PATCH' })).rejects.toMatchObject({
    isDatabaseAway: true,
  })
  expect(server.requests('PATCH', path)).toHaveLength(1)
})
