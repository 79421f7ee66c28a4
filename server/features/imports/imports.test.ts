import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { employeeList } from '#contract/employees.ts'
import { bulkPayroll, importErrors, importProgress } from '#contract/imports.ts'
import { parseBtcAddress } from '#domain/address.ts'
import { isTrue } from '#server/authorization/mac.ts'
import { testApp } from '#server/testing/app.ts'
import { anAddress } from '#server/testing/engine.ts'
import {
  aCompany,
  anEmployee,
  aPayroll,
  expectAccepted,
  expectRefusal,
  faultsOf,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { aLine, aList, aListForm, createList, listHeader } from '#server/testing/lists.ts'

const t = await appForFile()

const peopleOf = async (company: TestCompany, query = '') =>
  expectAccepted(employeeList, await company.call('GET', `/employees?limit=100${query}`)).employees

test('a file becomes a payroll with its people, in the order of the file', async () => {
  const company = await aCompany(t)
  const addresses = [anAddress(), anAddress().toUpperCase()]
  const file = aList(
    { firstName: 'Rosa', salary: '"1,250.50"', address: ` bitcoin:${addresses[0]}` },
    { firstName: 'Julio', salary: '300', address: addresses[1] ?? '' },
  )
  const answer = await createList(company, { file })
  expect(answer.body.message).toBe('Nómina agregada')
  const made = expectAccepted(bulkPayroll, answer, 201)
  expect(made).toMatchObject({ type: 'CSV', employees: 2, totalAmount: 1550.5 })
  expect(made.diff).toMatchObject({ added: 2, removed: 0, unchanged: 0, warningCount: 0 })
  const people = await peopleOf(company)
  expect(people.map((each) => [each.firstName, each.creationType])).toEqual([
    ['Rosa', 'CSV'],
    ['Julio', 'CSV'],
  ])
  expect(people.map((each) => each.cryptoAddress)).toEqual(addresses.map((a) => a.toLowerCase()))
  expect(await peopleOf(company, `&payroll=${made._id}`)).toEqual(people)
})

test.each([
  ['SV', ['+50377771234', '+50377775678', '+50370001234']],
  ['MX', null],
])('in a company of %s phones of eight digits are read as its own', async (country, phones) => {
  const company = await aCompany(t)
  await t.db.updateTable('companies').set({ country }).where('id', '=', company.companyId).execute()
  const lines = ['7777 1234', '7777-5678', '(+503) 7000.1234'].map(
    (phone, index) => `Ana ${index},Menjívar,,,${phone},300,${anAddress()}`,
  )
  const answer = await createList(company, { file: [listHeader, ...lines].join('\n') })
  if (phones) {
    expectAccepted(bulkPayroll, answer, 201)
    expect((await peopleOf(company)).map(({ phone }) => phone)).toEqual(phones)
  } else {
    const { errors } = expectRefusal(answer, 422, 'CSV_INVALID')
    expect(errors?.map(({ row, path }) => [row, path])).toEqual([
      [2, 'phone'],
      [3, 'phone'],
    ])
  }
})

test('what is paid to whom is under the MAC, and the script is that of the address', async () => {
  const company = await aCompany(t)
  expectAccepted(
    bulkPayroll,
    await createList(company, { file: aList({}, { firstName: 'Ana' }) }),
    201,
  )
  const rows = await t.db
    .selectFrom('employees')
    .selectAll()
    .where('company_id', '=', company.companyId)
    .execute()
  expect(rows).toHaveLength(2)
  for (const row of rows) {
    expect(isTrue(t.macKey, 'employees', row)).toBe(true)
    const parsed = parseBtcAddress(row.address, 'regtest')
    expect(parsed.ok && Buffer.from(parsed.script)).toEqual(row.script_pubkey)
  }
})

test('one bad row and nothing is saved; each bad cell is named in the form’s own words', async () => {
  const company = await aCompany(t)
  const file = aList({}, { firstName: 'J', salary: '1.234', address: 'bc1qno' }, {})
  const answer = await createList(company, { file })
  const { errors, data, message } = expectRefusal(answer, 422, 'CSV_INVALID')
  expect(message).toContain('3')
  expect(errors).toEqual([
    {
      row: 3,
      column: 'Nombre',
      path: 'firstName',
      message: 'Escribe el nombre, no solo la inicial',
    },
    {
      row: 3,
      column: 'Salario Base USD',
      path: 'baseSalary',
      message:
        'Podría ser «1234.00», «1.23» o «1.24». Escríbelo sin separador de miles y con dos decimales',
    },
    {
      row: 3,
      column: 'Bitcoin Address',
      path: 'cryptoAddress',
      code: 'OTHER_NETWORK',
      message:
        'Dirección inválida: es de la red principal de Bitcoin. Aquí se paga on-chain: pide una que empiece por bcrt1.',
    },
  ])
  expect(data).toEqual({ errorCount: 3, import: { _id: expect.any(String) } })
  expect(await peopleOf(company)).toEqual([])
  const { body } = await company.call('GET', '/payrolls')
  expect(body.data.payrollsMatched).toBe(0)
})

test('a column that stands twice, once with a NUL in its name, is a fault of the file', async () => {
  const company = await aCompany(t)
  const file = `Nombre,Nombre\0,Apellido,Salario,BTC address\r\nRosa,Rosa,Lopez,650,${anAddress()}`
  const { errors } = expectRefusal(await createList(company, { file }), 422, 'CSV_INVALID')
  expect(errors).toMatchObject([{ row: 1, path: 'firstName' }])
  expect(errors?.[0]?.message).toContain('Nombre')
})

test('all faults can be paged through and come back beside their rows', async () => {
  const company = await aCompany(t)
  const bad = Array.from({ length: 120 }, () => ({ firstName: '=', salary: '0' }))
  const { data, errors } = expectRefusal(
    await createList(company, { file: aList(...bad) }),
    422,
    'CSV_INVALID',
  )
  expect(errors).toHaveLength(100)
  const id = (data as { import: { _id: string } }).import._id
  const path = `/companies/imports/${id}`
  const progress = expectAccepted(importProgress, await company.call('GET', path))
  expect(progress).toMatchObject({
    state: 'failed',
    errorCount: 240,
    rowsRead: 120,
    rowsTotal: 120,
  })
  expect(progress.failure?.code).toBe('CSV_INVALID')
  const last = expectAccepted(
    importErrors,
    await company.call('GET', `${path}/errors?page=24&limit=10`, undefined, {
      headers: { 'accept-language': 'en' },
    }),
  )
  expect(last).toMatchObject({ pages: 24, errorsMatched: 240 })
  expect(last.errors[9]).toEqual({
    row: 121,
    column: 'Salario Base USD',
    path: 'baseSalary',
    message: 'The base salary must be at least 1',
  })
  const report = await t.app.inject({
    url: `/api/v1${path}/report.csv`,
    headers: { authorization: `Bearer ${company.token}` },
  })
  const lines = report.body.split('\r\n')
  expect(lines[0]).toBe(`\ufeff${listHeader},Errores`)
  expect(lines).toHaveLength(122)
  expect(lines[1]).toMatch(/^'=,Menjívar,,,,0,bcrt1\w+,"?Nombre: .* · Salario Base USD: Salario/)
})

test('faults that show only in all rows together', async () => {
  const company = await aCompany(t)
  const own = (await aPayroll(company)).cryptoAddress
  const others = (await aPayroll(await aCompany(t))).cryptoAddress
  const shared = anAddress()
  const file = aList(
    { identification: '01234567-8', address: shared },
    { firstName: 'Ana', identification: '012345678' },
    { firstName: 'Eva', address: shared },
    { firstName: 'ROSA', lastName: 'MENJIVAR', address: shared },
    { firstName: 'Luz', address: own },
    { firstName: 'Sol', address: others },
  )
  const { errors } = expectRefusal(await createList(company, { file }), 422, 'CSV_INVALID')
  const ofWallet =
    'Dirección inválida: es de la cartera de este sistema, y el dinero volvería a ella. Pide una dirección propia de la persona'
  expect(errors?.map(({ row, path, message }) => [row, path, message])).toEqual([
    [3, 'identification', 'Esta identificación ya está en la línea 2'],
    [4, 'cryptoAddress', 'Esta dirección ya está en la línea 2, con otro nombre'],
    [6, 'cryptoAddress', ofWallet],
    [7, 'cryptoAddress', ofWallet],
  ])
  expect(errors?.map(({ code }) => code)).toEqual([
    undefined,
    undefined,
    'OWN_ADDRESS',
    'OWN_ADDRESS',
  ])
})

test('doubtful DUIs and identifications of other employees are warnings only', async () => {
  const company = await aCompany(t)
  await anEmployee(company, { identification: '00016297-5' })
  const file = aList(
    { identification: '00016297-4' },
    { firstName: 'Ana', identification: '000162975' },
  )
  const { diff } = expectAccepted(bulkPayroll, await createList(company, { file }), 201)
  expect(diff.warningCount).toBe(2)
  expect(diff.warnings.map(({ row, message }) => [row, message])).toEqual([
    [2, 'El dígito verificador del DUI no coincide: revísalo'],
    [3, 'Otro empleado tiene esta identificación'],
  ])
})

test('the form is checked like any other', async () => {
  const company = await aCompany(t)
  const file = aList({})
  expect(faultsOf(await createList(company, { file, fileName: 'lista.txt' }))).toEqual({
    file: 'El nombre del archivo debe contener «csv»',
  })
  expect(faultsOf(await createList(company, {}))).toEqual({ file: 'Obligatorio' })
  expect(faultsOf(await createList(company, { file, fields: { name: ' ' } }))).toEqual({
    name: 'Obligatorio',
    description: 'Obligatorio',
  })
  expectRefusal(
    await company.call('POST', '/companies/payrolls/bulk', { name: 'x' }),
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  )
  expectRefusal(
    await company.call('POST', '/companies/payrolls/bulk', undefined, {
      headers: {
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(300 * 1024 * 1024),
      },
    }),
    413,
    'PAYLOAD_TOO_LARGE',
  )
  const broken = await company.call('POST', '/companies/payrolls/bulk', 'no form', {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })
  expect(faultsOf(broken)).toHaveProperty('file')
  expect(
    await t.db
      .selectFrom('imports')
      .select('id')
      .where('company_id', '=', company.companyId)
      .execute(),
  ).toEqual([])
})

test('the fields of the form come in any order', async () => {
  const company = await aCompany(t)
  const form = aListForm({ file: aList({}) })
  form.append('description', 'Después')
  form.append('name', 'Del archivo')
  const answer = await company.call('POST', '/companies/payrolls/bulk', form)
  expect(expectAccepted(bulkPayroll, answer, 201)).toMatchObject({
    name: 'Del archivo',
    description: 'Después',
  })
})

test('the same key makes one payroll, and another file under it is refused', async () => {
  const company = await aCompany(t)
  const upload = (file: string) => {
    const fields = { name: 'Una', description: 'Sola' }
    const options = { headers: { 'idempotency-key': 'k1' } }
    const form = aListForm({ file, fields })
    return company.call('POST', '/companies/payrolls/bulk', form, options)
  }
  const file = aList({})
  const first = await upload(file)
  const again = await upload(file)
  expect(again.body).toEqual(first.body)
  expect(again.headers['idempotent-replayed']).toBe('true')
  expectRefusal(
    await upload(`${file}${aLine({ firstName: 'Ana' })}`),
    409,
    'IDEMPOTENCY_KEY_REUSED',
  )
  expect((await company.call('GET', '/payrolls')).body.data.payrollsMatched).toBe(1)
})

test('one list at a time for a company; one that was left lying is in nobody’s way', async () => {
  const company = await aCompany(t)
  const { id } = await t.db
    .insertInto('imports')
    .values({ company_id: company.companyId, requested_by: company.user._id, dry_run: false })
    .returning('id')
    .executeTakeFirstOrThrow()
  expectRefusal(await createList(company, { file: aList({}) }), 409, 'IMPORT_IN_PROGRESS')
  await t.db
    .updateTable('imports')
    .set({ alive_at: new Date(Date.now() - 31_000) })
    .where('id', '=', id)
    .execute()
  expectAccepted(bulkPayroll, await createList(company, { file: aList({}) }), 201)
  const left = expectAccepted(importProgress, await company.call('GET', `/companies/imports/${id}`))
  expect(left).toMatchObject({ state: 'failed', failure: { code: 'IMPORT_INTERRUPTED' } })
})

test('a company uploads some lists an hour and no more', async () => {
  const limited = await testApp({ config: { sandbox: false } })
  try {
    const company = await aCompany(limited)
    const file = aList({})
    const repeated = () =>
      company.call(
        'POST',
        '/companies/payrolls/bulk',
        aListForm({ file, fields: { name: 'Una', description: 'Sola' } }),
        { headers: { 'idempotency-key': 'k1' } },
      )
    const first = await repeated()
    expectAccepted(bulkPayroll, first, 201)
    const values = { company_id: company.companyId, requested_by: company.user._id, dry_run: true }
    const ended = { state: 'done', ended_at: new Date() }
    await limited.db
      .insertInto('imports')
      .values(Array.from({ length: 9 }, () => ({ ...values, ...ended })))
      .execute()
    // A repeated upload is the same import.
    expect((await repeated()).body).toEqual(first.body)
    const answer = await createList(company, { file: aList({}) })
    expectRefusal(answer, 429, 'RATE_LIMITED')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_500)
    limited.wait(3_601_000)
    const { token } = (await limited.call('POST', '/auth/sign-in', { body: company.form })).body
      .data
    const later = await limited.call('POST', '/companies/payrolls/bulk', {
      token,
      body: aListForm({ file: aList({}), fields: { name: 'x', description: 'y' } }),
    })
    expectAccepted(bulkPayroll, later, 201)
  } finally {
    await limited.stop()
  }
})

test('a list of many people → PostgreSQL knows of them before anybody is paid', async () => {
  const company = await aCompany(t)
  // Autovacuum could analyze the table at the same moment; this statement also waits for a running
  // one.
  await sql`ALTER TABLE employees SET (autovacuum_enabled = false)`.execute(t.owner)
  await sql`ALTER TABLE payroll_employees SET (autovacuum_enabled = false)`.execute(t.owner)
  const file = aList(...Array.from({ length: 600 }, () => ({ address: anAddress() })))
  expectAccepted(bulkPayroll, await createList(company, { file }), 201)
  const { rows } = await sql<{ people: number }>`
    SELECT reltuples AS people FROM pg_class
    WHERE oid IN ('employees'::regclass, 'payroll_employees'::regclass)`.execute(t.owner)
  expect(rows).toHaveLength(2)
  for (const { people } of rows) expect(people).toBeGreaterThanOrEqual(600)
})
