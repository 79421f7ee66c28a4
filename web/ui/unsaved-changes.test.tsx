import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { Link, Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { forgetSession, keepSession } from '#web/lib/session.ts'
import { makeUser } from '#web/testing/fixtures.ts'
import { show, t } from '#web/testing/show.tsx'
import { AppDialog } from './app-dialog.tsx'
import { DialogPresence } from './dialog-presence.tsx'
import { useUnsavedChanges } from './unsaved-changes.tsx'

beforeEach(() => keepSession({ token: 'token', user: makeUser() }))

function Form({ label }: { label: string }) {
  const [text, setText] = useState('')
  const { saved } = useUnsavedChanges(text !== '')
  return (
    <>
      <input aria-label={label} value={text} onChange={({ target }) => setText(target.value)} />
      <button type="button" onClick={saved}>{`save ${label}`}</button>
    </>
  )
}

function TypingDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const { leave } = useUnsavedChanges(text !== '')
  return (
    <AppDialog onClose={() => leave(onClose)} title="dialog">
      <input aria-label="typed" value={text} onChange={({ target }) => setText(target.value)} />
    </AppDialog>
  )
}

function Page() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Form label="first" />
      <Form label="second" />
      <Link to="/other">away</Link>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      <DialogPresence>{open && <TypingDialog onClose={() => setOpen(false)} />}</DialogPresence>
    </>
  )
}

const shown = () =>
  show(
    <Routes>
      <Route path="/" element={<Page />} />
      <Route path="/other" element={<h1>elsewhere</h1>} />
    </Routes>,
  )

const question = () => screen.queryByRole('dialog', { name: t('ui.unsaved.title') })
const press = (name: string) => screen.getByRole('button', { name })

test('nothing typed → the page is left at once', async () => {
  const { person } = shown()
  await person.click(screen.getByRole('link', { name: 'away' }))
  expect(await screen.findByRole('heading', { name: 'elsewhere' })).toBeTruthy()
  expect(question()).toBeNull()
})

test('either of two forms is unsaved → leaving asks, and staying keeps what was typed', async () => {
  const { person } = shown()
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'second' })
  await person.type(field, 'Rosa')
  await person.click(screen.getByRole('link', { name: 'away' }))
  await waitFor(() => expect(question()).toBeTruthy())
  await person.click(press(t('ui.unsaved.stay')))
  await waitFor(() => expect(question()).toBeNull())
  expect(field.value).toBe('Rosa')

  await person.click(screen.getByRole('link', { name: 'away' }))
  await waitFor(() => expect(question()).toBeTruthy())
  await person.click(press(t('ui.unsaved.leave')))
  expect(await screen.findByRole('heading', { name: 'elsewhere' })).toBeTruthy()
})

test('saved, or signed out → nobody is asked', async () => {
  const { person, router } = shown()
  await person.type(screen.getByRole('textbox', { name: 'first' }), 'Rosa')
  await person.click(press('save first'))
  await person.click(screen.getByRole('link', { name: 'away' }))
  expect(await screen.findByRole('heading', { name: 'elsewhere' })).toBeTruthy()

  await router.navigate('/')
  await person.type(await screen.findByRole('textbox', { name: 'second' }), 'Rosa')
  forgetSession()
  await person.click(screen.getByRole('link', { name: 'away' }))
  expect(await screen.findByRole('heading', { name: 'elsewhere' })).toBeTruthy()
})

test('a dialog with something typed is closed → it asks before it closes', async () => {
  const { person } = shown()
  await person.click(press('open'))
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await person.click(press('open'))
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'typed' })
  await person.type(field, 'Rosa')
  await person.keyboard('{Escape}')
  await waitFor(() => expect(question()).toBeTruthy())
  await person.click(press(t('ui.unsaved.stay')))
  await waitFor(() => expect(question()).toBeNull())
  expect(field.value).toBe('Rosa')

  await person.keyboard('{Escape}')
  await waitFor(() => expect(question()).toBeTruthy())
  await person.click(press(t('ui.unsaved.leave')))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
