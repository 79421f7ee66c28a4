import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { company } from '#contract/company.ts'
import {
  importedPeople,
  importProgress,
  importStarted,
  type ListDiff,
  listDiff,
} from '#contract/imports.ts'
import { addresses, makeCompany, problem } from '#web/testing/fixtures.ts'
import { server } from '#web/testing/server.ts'
import { showDialog, t } from '#web/testing/show.tsx'
import { UploadDialog } from './upload-dialog.tsx'

const path = '/companies/employees/bulk'
const importPath = '/companies/imports/import-1'
const rows = [
  'Nombre,Apellido,Salario Base USD,Bitcoin Address',
  `Ana,Flores,500.00,${addresses.ana}`,
  `Bea,Cruz,1000.00,${addresses.bea}`,
]

const diff: ListDiff = {
  added: 7,
  removed: 0,
  addedUsd: 3400.5,
  addedPeople: Array.from({ length: 7 }, (_, index) => ({
    name: `Nueva ${index + 1}`,
    usd: 485.75,
    cryptoAddress: addresses.payroll,
  })),
  notInFile: 2,
  unchanged: 143,
  changed: 3,
  salaryChanges: [{ name: 'Ana Flores', from: 500, to: 600 }],
  salaryChangeCount: 1,
  addressChanges: [{ name: 'Bea Cruz', from: addresses.bea, to: addresses.payroll }],
  addressChangeCount: 1,
  otherChanges: [{ name: 'Carla Mena', fields: ['email', 'phone'] }],
  otherChangeCount: 1,
  warnings: [],
  warningCount: 0,
}

const openDialog = () =>
  showDialog((onClose) => <UploadDialog purpose={{ kind: 'people' }} onClose={onClose} />)

function drop() {
  const file = new File([rows.join('\r\n')], 'planilla.csv', { type: 'text/csv' })
  const items = [{ kind: 'file', type: file.type, getAsFile: () => file }]
  const dataTransfer = { files: [file], items, types: ['Files'] }
  fireEvent.drop(screen.getByText(t('payrolls.csv.select')), { dataTransfer })
}

const dialog = () => screen.getByRole('dialog')
const saveButton = () => screen.getByRole('button', { name: t('ui.form.save') })
const canSave = () => !saveButton().hasAttribute('disabled')

beforeEach(() => server.answer('GET', '/companies/company', company, makeCompany()))

test('the dialog opens → it says that nobody is removed, with the template at hand', () => {
  openDialog()
  expect(screen.getByRole('dialog', { name: t('employees.import.title') })).toBeTruthy()
  expect(dialog().textContent).toContain(t('employees.import.lead'))
  expect(screen.getByRole('link', { name: t('payrolls.csv.template') })).toBeTruthy()
  expect(canSave()).toBe(false)
})

test('a file is dropped → four counts and every change are shown, then it is saved', async () => {
  const { person } = openDialog()
  server.answer('POST', path, listDiff, diff)
  drop()
  await screen.findByRole('dialog', { name: t('payrolls.diff.title') })
  await screen.findByText(t('payrolls.diff.code'))
  const text = dialog().textContent
  for (const shown of [
    `${t('employees.import.added')}7`,
    `${t('employees.import.changed')}3`,
    `${t('employees.import.unchanged')}143`,
    `${t('employees.import.notInFile')}2`,
    t('employees.import.matching'),
    t('employees.import.nothingYet'),
    'Carla Menaemail, teléfono',
    '7 personas, $3,400.50',
    '+20.0',
  ]) {
    expect(text).toContain(shown)
  }
  expect(text).not.toContain('Nueva 6')
  const rest = t('employees.import.showRest', { rest: '2' })
  await person.click(screen.getByRole('button', { name: rest }))
  expect(dialog().textContent).toContain('Nueva 7')

  server.answer('POST', path, importedPeople, { added: 7, changed: 3, unchanged: 143 }, 201)
  await person.click(saveButton())
  await screen.findByText(t('employees.import.saved'))
  await screen.findByText(t('employees.import.savedCounts', { added: '7', changed: '3' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const dryRuns = server.requests('POST', path).map(({ query }) => query.get('dryRun'))
  expect(dryRuns).toEqual(['true', null])
})

test('nothing changes → the dialog says so, and there is nothing to save', async () => {
  openDialog()
  const nothing = { added: 0, changed: 0, salaryChangeCount: 0, addressChangeCount: 0 }
  server.answer('POST', path, listDiff, { ...diff, ...nothing, otherChangeCount: 0 })
  drop()
  await screen.findByText(t('employees.import.nothingToSave'))
  expect(canSave()).toBe(false)
})

test('a long file → its progress is shown until it is compared, and again until saved', async () => {
  const { person } = openDialog()
  const progress = {
    _id: 'import-1',
    state: 'reading' as const,
    dryRun: true,
    rowsRead: 4_200,
    rowsTotal: 10_000,
    errorCount: 0,
    payroll: null,
    diff: null,
    failure: null,
  }
  server.answer('POST', path, importStarted, { import: { _id: 'import-1' } }, 202)
  server.answer('GET', importPath, importProgress, progress)
  drop()
  await screen.findByText(t('payrolls.csv.rowsOf', { read: '4,200', total: '10,000' }))
  server.answer('GET', importPath, importProgress, { ...progress, state: 'done', diff })
  await screen.findByRole('dialog', { name: t('payrolls.diff.title') })
  const saved = { ...progress, state: 'done' as const, dryRun: false, diff }
  server.answer('GET', importPath, importProgress, saved)
  await person.click(saveButton())
  expect(await screen.findByText(t('employees.import.saved'))).toBeTruthy()
})

test('the file is refused → the dialog says why, and nothing can be saved', async () => {
  openDialog()
  server.refuse('POST', path, 'IMPORT_IN_PROGRESS')
  drop()
  await screen.findByText(problem('IMPORT_IN_PROGRESS').message)
  expect(dialog().textContent).toContain(t('payrolls.csv.nothingSaved'))
  expect(canSave()).toBe(false)
})
