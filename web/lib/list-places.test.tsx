import { screen } from '@testing-library/react'
import { Link, Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { forgetSession, keepSession } from '#web/lib/session.ts'
import { makeUser } from '#web/testing/fixtures.ts'
import { show } from '#web/testing/show.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { asLeft } from './list-places.ts'
import { useListParams } from './use-list-params.ts'

function List() {
  const { page, search } = useListParams()
  return (
    <>
      <h1>{`page ${page} of ${search}`}</h1>
      <Link to="/one">one</Link>
    </>
  )
}

const open = (path: string) =>
  show(
    <Routes>
      <Route path="/list" element={<List />} />
      <Route path="/one" element={<PageHead back={{ to: '/list', text: 'back' }} title="one" />} />
    </Routes>,
    path,
  )

test('a row is opened on page 3 of a search → the link back leads to that page', async () => {
  const { person } = open('/list?search=ana&page=3')
  await person.click(await screen.findByRole('link', { name: 'one' }))
  await person.click(await screen.findByRole('link', { name: 'back' }))
  await screen.findByRole('heading', { name: 'page 3 of ana' })
})

test('the row is opened by its address → the link back leads to the first page', async () => {
  keepSession({ token: 'token', user: makeUser({ _id: 'nobody-else' }) })
  const { person } = open('/one')
  await person.click(await screen.findByRole('link', { name: 'back' }))
  await screen.findByRole('heading', { name: 'page 1 of' })
})

test('another person signs in → what the one before looked for is forgotten', async () => {
  keepSession({ token: 'token', user: makeUser({ _id: 'first' }) })
  open('/list?search=ana')
  await screen.findByRole('heading', { name: 'page 1 of ana' })
  expect(asLeft('/list')).toBe('/list?search=ana')
  forgetSession()
  keepSession({ token: 'token', user: makeUser({ _id: 'second' }) })
  expect(asLeft('/list')).toBe('/list')
})
