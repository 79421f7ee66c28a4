import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { company } from '#contract/company.ts'
import { makeCompany, makeUser } from '#web/testing/fixtures.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { ProfileForm } from './profile-form.tsx'

const path = '/companies'

function showForm() {
  server.answer('PUT', path, company, makeCompany({ country: 'GT' }))
  return show(<ProfileForm user={makeUser()} company={makeCompany()} />, '/edit-profile')
}
const save = () => screen.getByRole('button', { name: t('ui.form.save') })

test('another country is chosen → the country alone is sent', async () => {
  const { person, router } = showForm()
  const field = screen.getByRole('combobox', { name: t('profile.country') })
  expect(field.textContent).toBe('El Salvador')
  fireEvent.mouseDown(field)
  fireEvent.click(await screen.findByRole('option', { name: 'Guatemala' }))
  await person.click(save())
  await waitFor(() => expect(server.requests('PUT', path)[0]?.body).toEqual({ country: 'GT' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
})

test('a reserve of 21 percent is typed → the field refuses it, and nothing is sent', async () => {
  const { person } = showForm()
  const field = screen.getByRole('textbox', { name: t('payday.setting.label') })
  await person.clear(field)
  await person.type(field, '21')
  await person.click(save())
  await screen.findByText('Formato inválido')
  expect(server.requests('PUT', path)).toEqual([])
})
