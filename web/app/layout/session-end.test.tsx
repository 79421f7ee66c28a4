import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { company } from '#contract/company.ts'
import { setEnd } from '#web/lib/session-end.ts'
import { beginSession } from '#web/lib/session-tabs.ts'
import { makeCompany, makeUser } from '#web/testing/fixtures.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { SessionEndWatch } from './session-end.tsx'

const path = '/companies/company'

afterEach(() => vi.useRealTimers())

function Form() {
  const [text, setText] = useState('')
  useUnsavedChanges(text !== '')
  return <input aria-label="form" value={text} onChange={({ target }) => setText(target.value)} />
}

/** The page of somebody whose session ends in so many seconds. */
function showPage(seconds: number, by: 'idle' | 'age' = 'idle') {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-22T21:42:00Z') })
  beginSession({ token: 'token-1', user: makeUser() })
  server.answer('GET', path, company, makeCompany())
  const shown = show(
    <>
      <Form />
      <SessionEndWatch />
    </>,
  )
  setEnd({ at: Date.now() + seconds * 1000, by })
  return shown
}

const dialog = () => screen.queryByRole('dialog')
const shownTime = () => screen.getByRole('timer').textContent

test('more than two minutes are left → nothing is asked, and nothing called', async () => {
  showPage(130)
  await vi.advanceTimersByTimeAsync(5000)
  expect(dialog()).toBeNull()
  expect(server.requests('GET', path)).toHaveLength(0)
})

test('two minutes are left → it asks, counts down, and reads aloud twice', async () => {
  showPage(125)
  await vi.advanceTimersByTimeAsync(5100)
  expect(await screen.findByRole('dialog', { name: t('layout.sessionEnd.title') })).toBeTruthy()
  expect(shownTime()).toMatch(/^(2:00|1:5\d)$/)
  expect(screen.getByText(/sin uso desde las/).textContent).toContain('14:44')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/1[12]\d segundos/))
  const spoken = screen.getByRole('alert').textContent
  await vi.advanceTimersByTimeAsync(60_000)
  expect(shownTime()).toMatch(/^(1:00|0:5\d)$/)
  expect(screen.getByRole('alert').textContent).toBe(spoken)
  await vi.advanceTimersByTimeAsync(32_000)
  expect(screen.getByRole('alert').textContent).toBe(t('layout.sessionEnd.left', { count: 30 }))
})

test('nothing typed → no word of loss; something typed → it says so', async () => {
  const { person } = showPage(300)
  setEnd({ at: Date.now() + 100_000, by: 'idle' })
  await screen.findByRole('dialog')
  expect(screen.queryByText(t('layout.sessionEnd.unsaved'))).toBeNull()
  setEnd({ at: Date.now() + 3_000_000, by: 'idle' })
  await waitFor(() => expect(dialog()).toBeNull())
  await person.type(screen.getByRole('textbox', { name: 'form' }), 'Teresa')
  setEnd({ at: Date.now() + 90_000, by: 'idle' })
  await screen.findByText(t('layout.sessionEnd.unsaved'))
})

test.each(['button', 'escape'])('‘Seguir’ by %s → a call that is activity', async (how) => {
  const { person } = showPage(100)
  const stay = await screen.findByRole('button', { name: t('layout.sessionEnd.stay') })
  if (how === 'button') await person.click(stay)
  else await person.keyboard('{Escape}')
  await waitFor(() => expect(server.requests('GET', path)).toHaveLength(1))
  expect(server.requests('GET', path)[0]?.headers.has('x-automatic')).toBe(false)
})

test('another tab answered → the question goes here too', async () => {
  showPage(100)
  await screen.findByRole('dialog')
  setEnd({ at: Date.now() + 3_600_000, by: 'idle' })
  await waitFor(() => expect(dialog()).toBeNull())
})

test('twelve hours are over → it says so, and is read and closed', async () => {
  const { person } = showPage(100, 'age')
  expect(await screen.findByText(/cumple 12 horas/)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: t('layout.sessionEnd.understood') }))
  await waitFor(() => expect(dialog()).toBeNull())
  expect(server.requests('GET', path)).toHaveLength(0)
})

test('the time is over → the server is asked, and that is no activity', async () => {
  showPage(2)
  await screen.findByRole('dialog')
  await vi.advanceTimersByTimeAsync(4000)
  await waitFor(() => expect(server.requests('GET', path)).toHaveLength(1))
  expect(server.requests('GET', path)[0]?.headers.get('x-automatic')).toBe('1')
})
