import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import type { Role } from '#domain/roles.ts'
import { show, t } from '#web/testing/show.tsx'
import { OnlyFor } from './only-for.tsx'

const form = 'the form'

function showForm(role: Role) {
  show(
    <Routes>
      <Route element={<OnlyFor act="changeEmployees" />}>
        <Route path="/employees/create-employee" element={<p>{form}</p>} />
      </Route>
    </Routes>,
    '/employees/create-employee',
    role,
  )
}

test('a typed address of a form of one’s own role → the form', async () => {
  showForm('PAYROLL')
  expect(await screen.findByText(form)).toBeTruthy()
})

test('a typed address of another role’s form → one sentence says who can', async () => {
  showForm('ACCOUNTANT')
  expect(await screen.findByText(t('roles.whoCan.changeEmployees'))).toBeTruthy()
  expect(screen.queryByText(form)).toBeNull()
})
