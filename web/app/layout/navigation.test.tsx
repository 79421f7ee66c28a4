import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { nextPayday } from '#contract/calendar.ts'
import { team } from '#contract/team.ts'
import { useApprovals } from '#web/shared/approval/approvals-api.ts'
import { answerApprovals, makeApproval } from '#web/testing/approvals.ts'
import { server } from '#web/testing/server.ts'
import { show } from '#web/testing/show.tsx'
import { Navigation } from './navigation.tsx'

/** Any page that reads what waits for approvals. */
function Page() {
  return <p>{useApprovals().data ? 'read' : 'reading'}</p>
}

const ofTransaction = '/dashboard/transaction/transaction-1'
const own = { askedByMe: true, canApprove: true }

test.each([
  ['the page of money that waits for others', ofTransaction, {}, 'Por aprobar'],
  ['of money that a code of one’s own releases', ofTransaction, own, 'Inicio'],
  ['of another transaction', '/dashboard/transaction/transaction-2', {}, 'Inicio'],
  ['the page of a change', '/dashboard/por-aprobar/change-1', {}, 'Por aprobar'],
  ['an employee', '/employees/edit-employee/employee-1', {}, 'Empleados'],
  ['the sheet of a special pay', '/payrolls/special/run-1', {}, 'Calendario'],
  ['a page of the user’s menu', '/security', {}, undefined],
])('%s → its item alone is marked', async (_, path, values, marked) => {
  server.answer('GET', '/companies/users', team, { users: [], invitations: [] })
  server.answer('GET', '/calendar/next', nextPayday, { hasDates: true, next: null })
  answerApprovals([makeApproval(values)])
  const page = (
    <>
      <Navigation />
      <Page />
    </>
  )
  show(page, path)
  await screen.findByText('read')
  await waitFor(() => {
    const current = screen.queryAllByRole('link', { current: 'page' })
    expect(current.map((link) => link.textContent?.replace(/1 .*$/, ''))).toEqual(
      marked === undefined ? [] : [marked],
    )
  })
})
