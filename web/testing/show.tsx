import createCache from '@emotion/cache'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { onTestFinished } from 'vitest'
import type { Role } from '#domain/roles.ts'
import { Providers, stylesKey } from '#web/app/providers.tsx'
import { i18n } from '#web/lib/i18n.ts'
import { readSignedInUser } from '#web/lib/session.ts'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { UnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { makeUser } from './fixtures.ts'

const styleElements = document.createElement('div')
/**
 * Styles stay outside the page: happy-dom reads every rule of the page for each element whose role or
 * name a test looks for, which takes two thirds of a test's time. Journeys see the styles.
 */
const styles = createCache({ key: stylesKey, container: styleElements })

/** Puts the styles into the page, for a test that reads computed styles. */
export function applyStyles() {
  document.head.append(styleElements)
  onTestFinished(() => styleElements.remove())
}

/**
 * Renders as the application does, on any path, and returns the person in front of it: of the role,
 * if the test has begun no session itself.
 */
export function show(element: ReactNode, path = '/', role: Role = 'ADMIN') {
  // The user alone: with a token each request would first ask other tabs for a newer one.
  if (!readSignedInUser()) sessionStorage.setItem('user', JSON.stringify(makeUser({ role })))
  const screen = <UnsavedChanges>{element}</UnsavedChanges>
  const router = createMemoryRouter([{ path: '*', element: screen }], { initialEntries: [path] })
  render(
    <Providers styles={styles}>
      <RouterProvider router={router} />
    </Providers>,
  )
  return { person: userEvent.setup(), router }
}

/** Shows an open dialog, which is gone once it is closed. */
export function showDialog(draw: (onClose: () => void) => ReactNode) {
  function Page() {
    const [open, setOpen] = useState(true)
    return <DialogPresence>{open && draw(() => setOpen(false))}</DialogPresence>
  }
  return show(<Page />)
}

/** The Spanish text of the screen. */
export const t = i18n.t
