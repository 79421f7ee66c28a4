import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { payrollList } from '#contract/payrolls.ts'
import { makePayroll } from '#web/testing/fixtures.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { MakeSpecialRunOfAny } from './make-special-run.tsx'

function open(...names: string[]) {
  const payrolls = names.map((name, index) =>
    makePayroll({ _id: `payroll-${index}`, name, employees: name === 'Vacía' ? 0 : 3 }),
  )
  const count = payrolls.length
  const counts = { totalPayrolls: count, payrollsMatched: count, pages: 1, page: 1 }
  server.answer('GET', '/payrolls', payrollList, { payrolls, ...counts })
  return show(<MakeSpecialRunOfAny />)
}

const button = () => screen.findByRole('button', { name: t('specialRuns.make') })

test('several payrolls → the sheet is made of the one that is chosen', async () => {
  const path = '/companies/payrolls/payroll-2/special-runs'
  server.refuse('POST', path, 'SPECIAL_RUN_EXISTS', { data: { specialRun: { _id: 'run-1' } } })
  const { person } = open('Oficina', 'Vacía', 'Finca')
  await person.click(await button())
  await person.click(await screen.findByRole('combobox', { name: t('specialRuns.payroll') }))
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Oficina',
    'Finca',
  ])
  await person.click(screen.getByRole('option', { name: 'Finca' }))
  await person.click(screen.getByRole('button', { name: t('specialRuns.create') }))
  await waitFor(() => expect(server.requests('POST', path)).toHaveLength(1))
})

test('one payroll → it is not asked about', async () => {
  const { person } = open('Oficina', 'Vacía')
  await person.click(await button())
  await screen.findByRole('dialog')
  expect(screen.queryByRole('combobox', { name: t('specialRuns.payroll') })).toBeNull()
})
