import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { team } from '#contract/team.ts'
import { keepSession, readSignedInUser } from '#web/lib/session.ts'
import { makeUser } from '#web/testing/fixtures.ts'
import { server } from '#web/testing/server.ts'
import { show } from '#web/testing/show.tsx'
import { useOwnRoleKept } from './api.ts'

function Layout() {
  useOwnRoleKept()
  return null
}

test('a higher role is given meanwhile → the session draws by it', async () => {
  const user = makeUser({ role: 'ACCOUNTANT' })
  keepSession({ token: 'token', user })
  const { _id, firstName, lastName, email, createdAt } = user
  const own = { _id, firstName, lastName, email, createdAt, current: true, factors: [] }
  const more = {
    role: 'APPROVER',
    lastActiveAt: null,
    counts: { code: 'YES', from: null },
  } as const
  server.answer('GET', '/companies/users', team, { users: [{ ...own, ...more }], invitations: [] })
  show(<Layout />)
  await waitFor(() => expect(readSignedInUser()?.role).toBe('APPROVER'))
})
