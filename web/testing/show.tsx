import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import type { Role } from '#domain/roles.ts'
import { Providers } from '#web/app/providers.tsx'
import { i18n } from '#web/lib/i18n.ts'
import { signedInUser } from '#web/lib/session.ts'
import { UnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { makeUser } from './fixtures.ts'

/**
 * Renders as the application does, on any path, and returns the person in front of it: of the role,
 * if the test has begun no session itself.
 */
export function show(element: ReactNode, path = '/', role: Role = 'ADMIN') {
  // The user alone: with a token each request would first ask other tabs for a newer one.
  if (!signedInUser()) sessionStorage.setItem('user', JSON.stringify(makeUser({ role })))
  const screen = <UnsavedChanges>{element}</UnsavedChanges>
  const router = createMemoryRouter([{ path: '*', element: screen }], { initialEntries: [path] })
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
  return { person: userEvent.setup(), router }
}

/** The Spanish text of the screen. */
export const t = i18n.t
