import type { EmployeeList } from '#contract/employees.ts'
import { newRegtestAddress } from '../../addresses.ts'
import { csvList } from '../people.ts'
import { opens, presses, type Scene, type Stage } from '../stage.ts'
import type { ScreensWorld } from '../world.ts'
import { detailsOf } from './details.ts'

const lastName = 1
const identification = 2
const email = 3
const salary = 5
const address = 6

export function csvUploads({ payrolls: id }: ScreensWorld): Scene[] {
  const path = detailsOf(id.csv)
  return [
    { name: 'csv', path, act: opens('payrolls.csv.upload') },
    {
      name: 'csv-faults',
      path,
      refused: true,
      act: async (stage) => {
        await presses('payrolls.csv.upload')(stage)
        await attach(stage, broken())
        await stage.page.getByRole('button', { name: stage.t('payrolls.csv.report') }).waitFor()
      },
    },
    {
      name: 'csv-difference',
      path,
      act: async (stage) => {
        await presses('payrolls.csv.upload')(stage)
        await attach(stage, raised())
        await stage.page.getByRole('dialog', { name: stage.t('payrolls.diff.title') }).waitFor()
      },
    },
    { name: 'csv-to-regular', path, act: opens('payrolls.toRegular.button') },
    { name: 'import-people', path: '/employees', act: opens('employees.import.button') },
    {
      name: 'import-difference',
      path: '/employees',
      act: async (stage) => {
        await presses('employees.import.button')(stage)
        await attach(stage, await importable(stage))
        await stage.page.getByRole('dialog', { name: stage.t('payrolls.diff.title') }).waitFor()
      },
    },
    {
      name: 'import-decide',
      path: '/employees',
      refused: true,
      act: async (stage) => {
        await presses('employees.import.button')(stage)
        await attach(stage, await doubtful(stage))
        await stage.page.getByText(stage.t('payrolls.decide.open')).waitFor()
      },
    },
    {
      name: 'import-faults',
      path: '/employees',
      act: async (stage) => {
        await presses('employees.import.button')(stage)
        await attach(stage, broken())
        await stage.page.getByRole('button', { name: stage.t('payrolls.csv.report') }).waitFor()
      },
    },
    {
      name: 'csv-preview',
      path: '/payrolls',
      act: async (stage) => {
        const { page, t } = stage
        await opens('payrolls.createNew')(stage)
        await page.getByRole('radio', { name: /CSV/ }).check()
        await page.getByLabel(t('payrolls.form.name'), { exact: true }).fill('Temporada')
        await page.getByLabel(t('payrolls.form.description')).fill('Cortadores')
        await presses('payrolls.form.continue')(stage)
        await attach(
          stage,
          csvList(120, (fields) => fields),
        )
        await page.getByRole('table').waitFor()
      },
    },
  ]
}

/** A CSV of people who are kept by hand, some of them changed, and of new ones. */
async function importable({ call }: Stage): Promise<Buffer> {
  const query = 'creationType=REGULAR&limit=100'
  const answer = (await call('GET', `/api/v1/employees?${query}`)) as { data: EmployeeList }
  const { employees } = answer.data
  const header = 'Nombre,Apellido,DUI/NIT,Email,Teléfono,Salario Base USD,Bitcoin Address'
  const present = employees
    .slice(2)
    .map((person, index) => [
      person.firstName,
      person.lastName,
      person.identification,
      index === 3 ? 'otro@izalco.sv' : person.email,
      person.phone,
      index === 1 || index === 2 ? '640.00' : person.baseSalary,
      index === 0 ? newRegtestAddress() : person.cryptoAddress,
    ])
  const names = ['Santos Evelio,Mejía', 'Yesenia Lisseth,Barahona', 'Noé,Alas', 'Ada Luz,Rivas']
  const added = names.map((name) => [name, '', '', '', '455.00', newRegtestAddress()])
  return Buffer.from([header, ...[...present, ...added].map((row) => row.join(','))].join('\r\n'))
}

/** A person has lost the document and moved; another has a new e-mail and moved. */
async function doubtful(stage: Stage): Promise<Buffer> {
  const lines = (await importable(stage)).toString().split('\r\n')
  const known = lines.findIndex((line) => /^[^,]+,[^,]+,\d/.test(line))
  return Buffer.from(
    lines
      .map((line, index) => {
        const cells = line.split(',')
        if (index !== known && index !== known + 1) return line
        cells[identification] = ''
        cells[email] = 'nuevo@izalco.sv'
        cells[salary] = '525.00'
        cells[address] = newRegtestAddress()
        return cells.join(',')
      })
      .join('\r\n'),
  )
}

const broken = () =>
  csvList(23, (fields, row) => [
    ...fields.slice(0, salary),
    row % 5 === 0 ? 'mucho' : (fields[salary] ?? ''),
    row % 3 === 0 ? 'bcrt1qxyz' : (fields[address] ?? ''),
  ])

/** Some earn more, one has moved, some have left and others come. */
const raised = () =>
  csvList(29, (fields, row) => [
    ...fields.slice(0, lastName),
    row % 6 === 1 ? `Cruz ${row}` : (fields[lastName] ?? ''),
    ...fields.slice(lastName + 1, salary),
    row % 4 === 0 ? '412.50' : (fields[salary] ?? ''),
    row === 2 ? newRegtestAddress() : (fields[address] ?? ''),
  ])

async function attach({ page }: Stage, buffer: Buffer): Promise<void> {
  const name = 'corte-de-la-segunda-quincena-de-noviembre.csv'
  await page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/csv', buffer })
}
