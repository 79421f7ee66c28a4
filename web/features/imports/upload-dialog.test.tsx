import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { z } from 'zod/mini'
import { company } from '#contract/company.ts'
import {
  bulkPayroll,
  type ImportProgress,
  importErrors,
  importProgress,
  importStarted,
  type ListDiff,
  listDiff,
  uploadLimitBytes,
} from '#contract/imports.ts'
import { successText } from '#web/lib/answer-text.ts'
import { addresses, makeCompany, makePayroll, problem } from '#web/testing/fixtures.ts'
import { pauseUploads } from '#web/testing/in-page-request.ts'
import { server } from '#web/testing/server.ts'
import { showDialog, t } from '#web/testing/show.tsx'
import { UploadDialog, type UploadPurpose } from './upload-dialog.tsx'

const createPath = '/companies/payrolls/bulk'
const replacePath = '/companies/payrolls/payroll-1/bulk'

const header = 'Nombre,Apellido,Salario Base USD,Bitcoin Address'
const rows = [`Ana,Flores,500.00,${addresses.ana}`, `Bea,Cruz,1000.00,${addresses.bea}`]
const csv = (lines: readonly string[] = [header, ...rows], name = 'nomina.csv') =>
  new File([lines.join('\r\n')], name, { type: 'text/csv' })

const noChange: ListDiff = {
  added: 0,
  removed: 0,
  totalUsd: { from: 1500, to: 1500 },
  addedUsd: 0,
  addedPeople: [],
  removedUsd: 0,
  removedPeople: [],
  unchanged: 2,
  changed: 0,
  salaryChanges: [],
  salaryChangeCount: 0,
  addressChanges: [],
  addressChangeCount: 0,
  warnings: [],
  warningCount: 0,
}

function showUpload(purpose: UploadPurpose) {
  const onSaved = vi.fn()
  const shown = showDialog((onClose) => (
    <UploadDialog purpose={purpose} onClose={onClose} onSaved={onSaved} />
  ))
  return { ...shown, onSaved }
}

const showCreate = (texts = { name: 'Noviembre', description: 'Planta' }) =>
  showUpload({ kind: 'create', ...texts })

const showReplace = () => showUpload({ kind: 'replace', payroll: makePayroll({ type: 'CSV' }) })

beforeEach(() => server.answer('GET', '/companies/company', company, makeCompany()))

const dialog = () => screen.getByRole('dialog')

/** Drops files on the place for them. */
function drop(...files: File[]) {
  const items = files.map((file) => ({ kind: 'file', type: file.type, getAsFile: () => file }))
  const dataTransfer = { files, items, types: ['Files'] }
  fireEvent.drop(screen.getByText(t('payrolls.csv.select')), { dataTransfer })
}

const sendButton = () => screen.getByRole('button', { name: t('payrolls.csv.send') })
const saveButton = () => screen.getByRole('button', { name: t('ui.form.save') })
const canPress = (button: HTMLElement) => !button.hasAttribute('disabled')

async function dropAndSend() {
  const shown = showCreate()
  drop(csv())
  await waitFor(() => expect(canPress(sendButton())).toBe(true))
  return { ...shown, send: () => shown.person.click(sendButton()) }
}

function answerCreated(more: Partial<z.input<typeof bulkPayroll>> = {}) {
  server.answer('POST', createPath, bulkPayroll, {
    ...makePayroll({ name: 'Noviembre', type: 'CSV' }),
    diff: { ...noChange, added: 2, unchanged: 0 },
    ...more,
  })
}

test('a list is dropped → its rows are counted and shown as they are understood', async () => {
  showCreate()
  expect(dialog().textContent).toContain(t('payrolls.csv.whyNot.file'))
  drop(csv())
  const table = await screen.findByRole('table')
  expect(dialog().textContent).toContain(t('payrolls.csv.rows', { count: 2, rows: '2' }))
  expect(within(table).getByText('Salario Base USD')).toBeTruthy()
  expect(within(table).getByText('$1,000.00')).toBeTruthy()
  expect(canPress(sendButton())).toBe(true)
})

test('salaries are written in many ways → each is shown as it was understood', async () => {
  showCreate()
  const salaries = ['"1.250,50"', '"1,250.50"', '$ 480', 'mucho']
  drop(csv([header, ...salaries.map((usd) => `Ana,Flores,${usd},${addresses.ana}`)]))
  const first = t('payrolls.csv.first', { count: 4 })
  const table = await screen.findByRole('table', { name: first })
  const cells = within(table).getAllByRole('row').slice(1)
  expect(cells.map((row) => row.querySelectorAll('td')[2]?.textContent)).toEqual([
    '$1,250.50',
    '$1,250.50',
    '$480.00',
    'mucho',
  ])
})

const wrongRows = [header, `Ana,Flores,500.00,rosa@blink.sv`, '', `A,Cruz,0.50,${addresses.bea}`]

test('cells are wrong → they are listed with line and value, and it cannot be sent', async () => {
  showCreate()
  drop(csv(wrongRows))
  const table = await screen.findByRole('table', { name: t('payrolls.csv.errorTable') })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^2Bitcoin Address.*rosa@blink\.svDirección inválida: .*Lightning/),
    expect.stringMatching(/^4Nombre.*AEscribe el nombre, no solo la inicial/),
    expect.stringMatching(/^4Salario Base USD.*0\.50Salario base debe ser mayor o igual a 1/),
  ])
  expect(dialog().textContent).toContain(t('payrolls.csv.errors', { count: 3, errors: '3' }))
  expect(dialog().textContent).toContain(t('payrolls.csv.nothingSaved'))
  expect(canPress(sendButton())).toBe(false)
  expect(server.requests('POST', createPath)).toHaveLength(0)
})

test('the report of cells that are wrong → the server reads the file, saves nothing', async () => {
  const { person } = showCreate({ name: '', description: '' })
  drop(csv(wrongRows))
  const link = await screen.findByRole('button', { name: t('payrolls.csv.report') })
  const data = { errorCount: 12, import: { _id: 'import-1' } }
  server.refuse('POST', createPath, 'CSV_INVALID', { data })
  answerFaults()
  server.refuse('GET', `${importPath}/report.csv`, 'NOT_FOUND')
  await person.click(link)
  await waitFor(() => expect(server.requests('GET', `${importPath}/report.csv`)).toHaveLength(1))
  expect(server.requests('POST', createPath)[0]?.query.get('dryRun')).toBe('true')
})

test('the rules of the company are unknown → the list is shown, and the server checks', async () => {
  server.refuse('GET', '/companies/company', 'NOT_FOUND')
  showCreate()
  drop(csv(wrongRows))
  expect(await screen.findByText('rosa@blink.sv')).toBeTruthy()
  expect(canPress(sendButton())).toBe(true)
})

test('a list is chosen by the button → it is read like a dropped one', async () => {
  const { person } = showCreate()
  const input = dialog().querySelector<HTMLInputElement>('input[type=file]')
  if (input) await person.upload(input, csv())
  expect(await screen.findByRole('table')).toBeTruthy()
})

test('the file is removed → there is nothing to send', async () => {
  const { person } = showCreate()
  drop(csv())
  await screen.findByRole('table')
  const remove = t('payrolls.csv.removeFile', { name: 'nomina.csv' })
  await person.click(screen.getByRole('button', { name: remove }))
  expect(screen.queryByRole('table')).toBeNull()
  expect(canPress(sendButton())).toBe(false)
})

test.each([
  ['a column is missing', [header.replace('Apellido,', '')], /Falta la columna «Apellido»/],
  ['a column stands twice', [`${header},Nombre`], /La columna «Nombre» está repetida/],
  ['nobody is in the list', [header, ''], /no tiene ningún empleado/],
])('%s → the dialog says so, and it cannot be sent', async (_case, lines, said) => {
  showCreate()
  drop(csv(lines))
  await screen.findByText(said)
  expect(canPress(sendButton())).toBe(false)
})

test('name and description are missing → they are asked for before it can be sent', async () => {
  const { person } = showCreate({ name: '', description: '' })
  drop(csv())
  await screen.findByText(t('payrolls.csv.whyNot.names'))
  expect(canPress(sendButton())).toBe(false)
  await person.type(screen.getByLabelText(t('payrolls.form.name')), 'Noviembre')
  await person.type(screen.getByLabelText(t('payrolls.form.description')), 'Planta')
  expect(canPress(sendButton())).toBe(true)
})

test('the file is no CSV by its name → it is refused', async () => {
  showCreate()
  drop(csv([header], 'nomina.xlsx'))
  expect((await screen.findByRole('alert')).textContent).toContain(t('csv.csvName'))
})

test('two files are dropped → they are refused', async () => {
  showCreate()
  drop(csv(), csv())
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain(t('payrolls.csv.refused.tooMany'))
})

test('the file is above the limit → it is refused before it is read', async () => {
  showCreate()
  drop(Object.defineProperty(csv(), 'size', { value: uploadLimitBytes + 1 }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain(t('payrolls.csv.refused.tooLarge'))
  expect(screen.queryByRole('table')).toBeNull()
})

test('a list is sent → the payroll is made with its texts, and the dialog closes', async () => {
  const { send, onSaved } = await dropAndSend()
  answerCreated()
  await send()
  await screen.findByText(t('payrolls.csv.added'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(onSaved).toHaveBeenCalledOnce()
  const [request] = server.requests('POST', createPath)
  const body = request?.body as FormData
  expect([body.get('name'), body.get('description')]).toEqual(['Noviembre', 'Planta'])
  expect((body.get('file') as File).name).toBe('nomina.csv')
})

test('half of the list is sent → the dialog shows 50 %, and cancelling ends it', async () => {
  const { send, person } = await dropAndSend()
  const resume = pauseUploads()
  await send()
  expect(await screen.findByText(t('payrolls.csv.step.sending'))).toBeTruthy()
  expect(dialog().textContent).toContain('50%')
  await person.click(screen.getByRole('button', { name: t('ui.form.cancel') }))
  resume()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.requests('POST', createPath)).toHaveLength(0)
})

const importPath = '/companies/imports/import-1'

function answerImport(values: Partial<ImportProgress>) {
  server.answer('POST', createPath, importStarted, { import: { _id: 'import-1' } }, 202)
  server.answer('GET', importPath, importProgress, {
    _id: 'import-1',
    state: 'reading',
    dryRun: false,
    rowsRead: 4_200,
    rowsTotal: 10_000,
    errorCount: 0,
    payroll: null,
    diff: null,
    failure: null,
    ...values,
  })
}

test('a long list is read → progress and faults so far are shown until it is saved', async () => {
  const { send } = await dropAndSend()
  answerImport({ errorCount: 3 })
  await send()
  await screen.findByText(t('payrolls.csv.rowsOf', { read: '4,200', total: '10,000' }))
  expect(dialog().textContent).toContain('42%')
  const soFar = t('payrolls.csv.errorsSoFar', { count: 3, errors: '3' })
  expect(dialog().textContent).toContain(soFar)
  answerImport({ state: 'done', payroll: makePayroll({ type: 'CSV' }), diff: noChange })
  await screen.findByText(t('payrolls.csv.added'))
})

const faults = Array.from({ length: 12 }, (_, index) => ({
  path: `rows.${index + 2}.cryptoAddress`,
  row: index + 2,
  column: index === 0 ? 'Salario Base USD' : 'Bitcoin Address',
  message: index === 0 ? 'Salario base debe ser mayor o igual a 1' : 'Dirección inválida',
}))

function answerFaults() {
  const errors = { errors: faults, pages: 1, errorsMatched: faults.length }
  server.answer('GET', `${importPath}/errors`, importErrors, errors)
}

test('rows have faults → each is listed by row and column, and nothing was saved', async () => {
  const { send, person, onSaved } = await dropAndSend()
  const data = { errorCount: 12, import: { _id: 'import-1' } }
  server.refuse('POST', createPath, 'CSV_INVALID', { data })
  answerFaults()
  await send()
  const table = await screen.findByRole('table', { name: t('payrolls.csv.errorTable') })
  await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(11))
  expect(within(table).getAllByRole('row')[1]?.textContent).toBe(
    '2Salario Base USDSalario base debe ser mayor o igual a 1',
  )
  expect(dialog().textContent).toContain(t('payrolls.csv.errors', { count: 12, errors: '12' }))
  expect(dialog().textContent).toContain(t('payrolls.csv.nothingSaved'))
  await person.type(screen.getByLabelText(t('payrolls.csv.filter')), 'salario')
  expect(within(table).getAllByRole('row')).toHaveLength(2)
  expect(onSaved).not.toHaveBeenCalled()
  expect(canPress(sendButton())).toBe(false)
})

test('a long list turns out to have faults → they are listed once it is read', async () => {
  const { send } = await dropAndSend()
  const { code, message } = problem('CSV_INVALID')
  answerImport({ state: 'failed', errorCount: 12, failure: { code, message } })
  answerFaults()
  await send()
  const table = await screen.findByRole('table', { name: t('payrolls.csv.errorTable') })
  await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(11))
})

test('the server refuses the list → the dialog says why, and it can be sent again', async () => {
  const { send } = await dropAndSend()
  server.refuse('POST', createPath, 'IMPORT_IN_PROGRESS')
  await send()
  await screen.findByText(problem('IMPORT_IN_PROGRESS').message)
  expect(canPress(sendButton())).toBe(true)
})

test('a list for a payroll is dropped → what it changes is shown before it is saved', async () => {
  const { person, onSaved } = showReplace()
  server.answer('PUT', replacePath, listDiff, {
    ...noChange,
    added: 1,
    addedUsd: 700,
    addedPeople: [{ name: 'Eva Ruiz', usd: 700 }],
    removed: 1,
    removedUsd: 450,
    removedPeople: [{ name: 'Leo Paz', usd: 450 }],
    totalUsd: { from: 1500, to: 1850 },
    salaryChanges: [{ name: 'Ana Flores', from: 500, to: 600 }],
    salaryChangeCount: 1,
    addressChanges: [{ name: 'Bea Cruz', from: addresses.bea, to: addresses.payroll }],
    addressChangeCount: 1,
  })
  server.answer('GET', '/companies/company', company, makeCompany())
  drop(csv())
  await screen.findByText(t('payrolls.diff.title'))
  await screen.findByText(t('payrolls.diff.code'))
  const text = dialog().textContent
  for (const shown of ['$1,500.00', '$1,850.00', 'Eva Ruiz', 'Leo Paz', '+20.0', addresses.bea]) {
    expect(text).toContain(shown)
  }
  expect(server.requests('PUT', replacePath)[0]?.query.get('dryRun')).toBe('true')
  server.answer('PUT', replacePath, bulkPayroll, { ...makePayroll(), diff: noChange })
  await person.click(saveButton())
  await screen.findByText(successText('payrollEdited'))
  expect(onSaved).toHaveBeenCalledOnce()
  expect(server.requests('PUT', replacePath).map(({ query }) => query.get('dryRun'))).toEqual([
    'true',
    null,
  ])
})

test('a list changes nothing → the dialog counts everybody as unchanged', async () => {
  showReplace()
  server.answer('PUT', replacePath, listDiff, noChange)
  drop(csv())
  await screen.findByText(t('payrolls.diff.title'))
  expect(dialog().textContent).toContain(`${t('payrolls.diff.unchanged')}2`)
  expect(screen.queryByText(t('payrolls.diff.code'))).toBeNull()
})

test('a payment is open → the list is refused when it is compared, and none is saved', async () => {
  showReplace()
  server.refuse('PUT', replacePath, 'PAYMENT_IN_PROGRESS')
  drop(csv())
  await screen.findByText(problem('PAYMENT_IN_PROGRESS').message)
  expect(canPress(saveButton())).toBe(false)
})

test('the file changed after it was chosen → that is said at once, and nothing is sent', async () => {
  const { person } = showCreate()
  const file = csv()
  drop(file)
  await screen.findByRole('table')
  // Chrome, of a file that was saved again.
  const gone = () => Promise.reject(new DOMException('The file changed', 'NotReadableError'))
  vi.spyOn(file, 'slice').mockReturnValue(Object.assign(new Blob(), { arrayBuffer: gone }))
  await person.click(sendButton())
  expect(await screen.findByText(t('payrolls.csv.changed'))).toBeTruthy()
  expect(server.requests('POST', createPath)).toHaveLength(0)
})

test('a workbook that is called csv → the dialog says what it is', async () => {
  showCreate()
  drop(new File([Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 6, 0)], 'nomina.csv'))
  expect(await screen.findByText(/Es un libro de Excel/)).toBeTruthy()
  expect(canPress(sendButton())).toBe(false)
})
