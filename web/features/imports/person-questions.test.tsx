import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { company } from '#contract/company.ts'
import {
  importProgress,
  importStarted,
  type ListDiff,
  listDiff,
  type PersonQuestion,
} from '#contract/imports.ts'
import { addresses, makeCompany } from '#web/testing/fixtures.ts'
import { server } from '#web/testing/server.ts'
import { showDialog, t } from '#web/testing/show.tsx'
import { UploadDialog } from './upload-dialog.tsx'

const path = '/companies/employees/bulk'
const rows = [
  'Nombre,Apellido,Salario Base USD,Bitcoin Address',
  `Ana,Flores,500.00,${addresses.ana}`,
]

const question = (row: number, more: Partial<PersonQuestion> = {}): PersonQuestion => ({
  row,
  name: 'Jose Perez',
  person: { _id: '019aa000-0000-7000-8000-000000000001', name: 'José Pérez' },
  differs: ['identification', 'baseSalary', 'cryptoAddress'],
  same: ['phone'],
  known: { identification: '00016297-5', baseSalary: '650.00', cryptoAddress: addresses.ana },
  listed: { identification: '', baseSalary: '500.00', cryptoAddress: addresses.bea },
  ...more,
})
const other = question(9, {
  name: 'Luis Pérez',
  person: { _id: '019aa000-0000-7000-8000-000000000002', name: 'Luis Pérez' },
  differs: ['identification'],
  same: ['phone', 'cryptoAddress'],
  known: { identification: '04512879-6' },
  listed: { identification: '04512789-7' },
})

const diff: ListDiff = {
  added: 1,
  removed: 0,
  notInFile: 0,
  unchanged: 0,
  changed: 1,
  salaryChanges: [],
  salaryChangeCount: 0,
  addressChanges: [],
  addressChangeCount: 0,
  warnings: [],
  warningCount: 0,
}

const openDialog = () =>
  showDialog((onClose) => <UploadDialog purpose={{ kind: 'people' }} onClose={onClose} />)

function drop() {
  const file = new File([rows.join('\r\n')], 'personal.csv', { type: 'text/csv' })
  const items = [{ kind: 'file', type: file.type, getAsFile: () => file }]
  const dataTransfer = { files: [file], items, types: ['Files'] }
  fireEvent.drop(screen.getByText(t('payrolls.csv.select')), { dataTransfer })
}

const canSave = () =>
  !screen.getByRole('button', { name: t('ui.form.save') }).hasAttribute('disabled')
const groupOf = (name: RegExp) => within(screen.getByRole('group', { name }))
const same = { name: t('payrolls.decide.same') }

beforeEach(() => server.answer('GET', '/companies/company', company, makeCompany()))

test('rows are undecided → each is asked about, by keys alone, and saving waits', async () => {
  const { person } = openDialog()
  server.refuse('POST', path, 'PERSON_UNDECIDED', {
    data: { rows: [question(4), other], counts: { added: 1, changed: 2, unchanged: 6 } },
  })
  drop()
  await screen.findByText(t('payrolls.decide.whyNot', { count: 2 }))
  expect(screen.getByRole('dialog').textContent).toContain(`${t('employees.import.unchanged')}6`)
  const jose = groupOf(/^Jose Perez, sin DUI/)
  for (const shown of ['00016297-5', t('payrolls.decide.missing'), '$650.00', '$500.00']) {
    expect(jose.getByText(shown)).toBeTruthy()
  }
  expect(jose.getByText(t('payrolls.decide.then.address'))).toBeTruthy()
  jose.getByRole('button', same).focus()
  await person.keyboard('{Enter}')
  expect(jose.getByRole('button', same).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByText(t('payrolls.decide.whyNot', { count: 1 }))).toBeTruthy()
  expect(canSave()).toBe(false)
  expect(server.requests('POST', path)).toHaveLength(1)

  server.answer('POST', path, listDiff, diff)
  // From one answer to the next by the tabulator.
  await person.tab()
  await person.tab()
  await person.tab()
  await person.keyboard(' ')
  await waitFor(() => expect(canSave()).toBe(true))
  const sent = server.requests('POST', path).at(-1)
  expect(sent?.query.get('dryRun')).toBe('true')
  const form = sent?.body as FormData
  expect(JSON.parse(String(form.get('decisions')))).toEqual([
    { row: 4, is: 'same', person: question(4).person._id },
    { row: 9, is: 'other', person: other.person._id },
  ])
})

test('a new person has the name of another document → the comparison asks too', async () => {
  const { person } = openDialog()
  server.answer('POST', path, listDiff, { ...diff, namesakes: [other] })
  drop()
  await screen.findByText(t('payrolls.decide.whyNot', { count: 1 }))
  expect(canSave()).toBe(false)
  server.answer('POST', path, listDiff, diff)
  const luis = groupOf(/^Luis Pérez, DUI/)
  expect(luis.getByText(t('payrolls.decide.then.document'))).toBeTruthy()
  await person.click(luis.getByRole('button', same))
  await waitFor(() => expect(canSave()).toBe(true))
})

test('a long list waits undecided → the answers go to the list that waits', async () => {
  const { person } = openDialog()
  const importPath = '/companies/imports/import-1'
  const progress = {
    _id: 'import-1',
    state: 'undecided' as const,
    undecided: [question(4)],
    dryRun: true,
    rowsRead: 10_000,
    rowsTotal: 10_000,
    errorCount: 0,
    payroll: null,
    diff: null,
    failure: null,
  }
  server.answer('POST', path, importStarted, { import: { _id: 'import-1' } }, 202)
  server.answer('GET', importPath, importProgress, progress)
  drop()
  await screen.findByText(t('payrolls.decide.whyNot', { count: 1 }))
  const { undecided: _, ...going } = progress
  server.answer('POST', `${importPath}/decisions`, importProgress, { ...going, state: 'reading' })
  server.answer('GET', importPath, importProgress, { ...going, state: 'done', diff })
  await person.click(groupOf(/^Jose Perez/).getByRole('button', same))
  await waitFor(() => expect(canSave()).toBe(true))
  expect(server.requests('POST', `${importPath}/decisions`)[0]?.body).toEqual({
    decisions: [{ row: 4, is: 'same', person: question(4).person._id }],
  })
  expect(server.requests('POST', path)).toHaveLength(1)
})
