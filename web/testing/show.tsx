import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { Providers } from '#web/app/providers.tsx'
import { i18n } from '#web/lib/i18n.ts'

/** Renders as the application does, on any path, and returns the person in front of it. */
export function show(element: ReactNode, path = '/') {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [path] })
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
  return { person: userEvent.setup(), router }
}

/** The Spanish text of the screen. */
export const t = i18n.t
