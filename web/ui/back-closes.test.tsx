import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, use, useState } from 'react'
import { createBrowserRouter, Link, Outlet, RouterProvider, useLocation } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { Providers } from '#web/app/providers.tsx'
import { t } from '#web/testing/show.tsx'
import { AppDialog } from './app-dialog.tsx'
import { BackCloses } from './back-closes.tsx'
import { DialogPresence } from './dialog-presence.tsx'

function Inner({ onClose }: { onClose: () => void }) {
  return (
    <AppDialog onClose={onClose} title="inner">
      in
    </AppDialog>
  )
}

function Outer({ onClose, busy }: { onClose: () => void; busy: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <AppDialog onClose={onClose} title="outer" busy={busy}>
      <button type="button" onClick={() => setOpen(true)}>
        deeper
      </button>
      <Link to="/elsewhere">elsewhere</Link>
      <DialogPresence>{open && <Inner onClose={() => setOpen(false)} />}</DialogPresence>
    </AppDialog>
  )
}

function List({ busy }: { busy: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <h1>list</h1>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      <DialogPresence>
        {open && <Outer busy={busy} onClose={() => setOpen(false)} />}
      </DialogPresence>
    </>
  )
}

/** A slow phone draws what the router knows a while later. */
const whenDrawn = vi.fn<(state: { layer?: string } | null) => void>()

function Frame() {
  whenDrawn(useLocation().state)
  return (
    <>
      <BackCloses />
      <Outlet />
    </>
  )
}

/** A page whose script is on its way. */
let slowPage = Promise.withResolvers<{ Component: () => ReactNode }>()

let router: ReturnType<typeof createBrowserRouter> | undefined

/** A page before, and the list with its page and search. */
async function showList(busy = false) {
  window.history.replaceState(null, '', '/before')
  router = createBrowserRouter([
    {
      Component: Frame,
      children: [
        { path: 'before', element: <h1>before</h1> },
        { path: 'list', element: <List busy={busy} /> },
        { path: 'elsewhere', element: <h1>elsewhere</h1> },
        { path: 'slow', lazy: () => slowPage.promise },
      ],
    },
  ])
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
  await screen.findByText('before')
  await router.navigate('/list?page=3&search=ka')
  await screen.findByText('list')
  return userEvent.setup()
}

afterEach(() => {
  whenDrawn.mockReset()
  vi.unstubAllGlobals()
  router?.dispose()
})

const address = () => window.location.pathname + window.location.search
const dialogs = () => screen.queryAllByRole('dialog').length
const back = () => window.history.back()

test('Back closes a dialog → the page, its search and the way back are as before', async () => {
  const person = await showList()
  await person.click(screen.getByText('open'))
  await screen.findByText('outer')
  back()
  await waitFor(() => expect(dialogs()).toBe(0))
  expect(address()).toBe('/list?page=3&search=ka')
  back()
  await screen.findByText('before')
})

test('a dialog opens while another page is on its way → the page comes', async () => {
  slowPage = Promise.withResolvers()
  const person = await showList()
  const move = router?.navigate('/slow')
  await person.click(screen.getByText('open'))
  await screen.findByText('outer')
  slowPage.resolve({ Component: () => <h1>slow page</h1> })
  await move
  await screen.findByText('slow page')
  expect(address()).toBe('/slow')
})

test('Back before the entry of a dialog is drawn → the dialog closes all the same', async () => {
  await showList()
  // A page come to by Back or loaded: there the router finds nothing new in Back.
  back()
  await screen.findByText('before')
  window.history.forward()
  await screen.findByText('list')
  // Drawing waits as in a browser: `act` would let nothing happen meanwhile.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const slow = Promise.withResolvers<void>()
  whenDrawn.mockImplementation((state) => {
    if (state?.layer) use(slow.promise)
  })
  screen.getByText('open').click()
  await screen.findByText('outer')
  await waitFor(() => expect(window.history.state.usr?.layer).toBeTruthy())
  back()
  await waitFor(() => expect(window.history.state.usr).toBeNull())
  slow.resolve()
  await waitFor(() => expect(dialogs()).toBe(0))
  expect(address()).toBe('/list?page=3&search=ka')
})

test('Forward after that → the page, and no dialog', async () => {
  const person = await showList()
  await person.click(screen.getByText('open'))
  await screen.findByText('outer')
  back()
  await waitFor(() => expect(dialogs()).toBe(0))
  window.history.forward()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(address()).toBe('/list?page=3&search=ka')
  expect(dialogs()).toBe(0)
})

test('closed by its button → one Back leaves the page, however often it was opened', async () => {
  const person = await showList()
  for (let times = 0; times < 3; times++) {
    await person.click(screen.getByText('open'))
    await person.click(await screen.findByRole('button', { name: t('ui.close') }))
    await waitFor(() => expect(dialogs()).toBe(0))
  }
  back()
  await screen.findByText('before')
})

test('a dialog over a dialog → each Back closes one', async () => {
  const person = await showList()
  await person.click(screen.getByText('open'))
  await person.click(await screen.findByText('deeper'))
  await screen.findByText('inner')
  back()
  await waitFor(() => expect(screen.queryByText('inner')).toBeNull())
  expect(screen.getByText('outer')).toBeTruthy()
  back()
  await waitFor(() => expect(dialogs()).toBe(0))
  expect(address()).toBe('/list?page=3&search=ka')
})

test('a dialog at work → Back leaves it and the page where they are', async () => {
  const person = await showList(true)
  await person.click(screen.getByText('open'))
  await screen.findByText('outer')
  for (let times = 0; times < 2; times++) {
    back()
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(screen.getByText('outer')).toBeTruthy()
    expect(address()).toBe('/list?page=3&search=ka')
  }
})

test('a link in a dialog is followed → Back shows the page without the dialog', async () => {
  const person = await showList()
  await person.click(screen.getByText('open'))
  await person.click(await screen.findByRole('link', { name: 'elsewhere' }))
  await screen.findByRole('heading', { name: 'elsewhere' })
  back()
  await screen.findByText('list')
  expect(dialogs()).toBe(0)
  back()
  await screen.findByText('before')
})
