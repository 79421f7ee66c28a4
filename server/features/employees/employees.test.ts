import { expect, test } from 'vitest'
import { employee, employeeList } from '#contract/employees.ts'
import { eachField, fieldTable, keptFields } from '#domain/employee-fields.ts'
import { parseUsdNumber } from '#domain/money.ts'
import { macOf } from '#server/authorization/mac.ts'
import { anAddress } from '#server/testing/engine.ts'
import {
  aCompany,
  aCsvEmployee,
  anEmployee,
  anEmployeeBody,
  aPayroll,
  expectAccepted,
  expectRefusal,
  faultsOf,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { payTerms } from '#server/testing/pay-terms.ts'
import { caseFile } from '#server/testing/read-list.ts'

const t = await appForFile()
const ours = await aCompany(t)

const path = '/companies/employees'
const post = (changes: object) => ours.call('POST', path, anEmployeeBody(changes))
const list = async (company: TestCompany, query: string) =>
  expectAccepted(employeeList, await company.call('GET', `/employees?${query}`))
const namesIn = async (company: TestCompany, query: string) =>
  (await list(company, query)).employees.map(({ firstName }) => firstName)
const storedRow = (id: string) =>
  t.db.selectFrom('employees').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('a new employee has all that was typed, trimmed, and a canonical address', async () => {
  const cryptoAddress = anAddress()
  const answer = await post({
    firstName: ' Rosa ',
    cryptoAddress: ` bitcoin:${cryptoAddress.toUpperCase()}?amount=1 `,
  })
  expect(answer.body.message).toBe('Empleado registrado')
  const made = expectAccepted(employee, answer, 201)
  expect(made).toMatchObject({
    firstName: 'Rosa',
    lastName: 'Menjívar',
    identification: '01234567-8',
    email: 'rosa@izalco.sv',
    phone: '+50370001234',
    baseSalary: 650.25,
    cryptoAddress,
    creationType: 'REGULAR',
  })
  const read = await ours.call('GET', `${path}/${made._id}`)
  expect(expectAccepted(employee, read)).toEqual(made)
})

test('a phone loses what people write between its digits', async () => {
  for (const phone of ['+503 7000 1234', '+503-7000.1234', '(+503) [7000] 1234']) {
    expect(expectAccepted(employee, await post({ phone }), 201).phone).toBe('+50370001234')
  }
  expect(faultsOf(await post({ phone: '+503 7000 12a4' }))).toHaveProperty('phone')
})

test('what may be absent is empty, whether it is absent, null or empty', async () => {
  for (const nothing of [undefined, null, '', '  ']) {
    const changes = { identification: nothing, email: nothing, phone: nothing }
    const made = expectAccepted(employee, await post(changes), 201)
    expect(made).toMatchObject({ identification: '', email: '', phone: '' })
  }
})

test('an employee without anything names what is missing', async () => {
  expect(faultsOf(await ours.call('POST', path, {}))).toEqual({
    firstName: 'Obligatorio',
    lastName: 'Obligatorio',
    baseSalary: 'Obligatorio',
    cryptoAddress: 'Obligatorio',
  })
})

test.each([
  ['an initial', { firstName: 'A' }, 'firstName', 'Escribe el nombre, no solo la inicial'],
  ['a malformed e-mail', { email: 'rosa@' }, 'email', 'Formato inválido'],
  [
    'a phone without +',
    { phone: '70001234' },
    'phone',
    'El número debe iniciar con + e incluir dígitos sin caracteres especiales',
  ],
  ['a salary of 0', { baseSalary: 0 }, 'baseSalary', 'Salario base debe ser mayor o igual a 1'],
  ['a salary of a third', { baseSalary: 1.333 }, 'baseSalary', 'Usa como máximo dos decimales'],
  ['a salary as text', { baseSalary: '650' }, 'baseSalary', 'Formato inválido'],
  ['a salary of true', { baseSalary: true }, 'baseSalary', 'Formato inválido'],
  ['a salary in a list', { baseSalary: [650] }, 'baseSalary', 'Formato inválido'],
  [
    'a salary above the ceiling',
    { baseSalary: 1e308 },
    'baseSalary',
    'Salario base debe ser menor o igual a 10,000,000',
  ],
  ['no address', { cryptoAddress: ' ' }, 'cryptoAddress', 'Obligatorio'],
])('%s is refused in the words of the form', async (_what, change, field, message) => {
  expect(faultsOf(await post(change))).toEqual({ [field]: message })
})

test('B12-iban.json: an account of another country, and a name of two letters → saved', async () => {
  const body = JSON.parse(caseFile('B12-iban.json').toString())
  const made = expectAccepted(
    employee,
    await ours.call('POST', path, { ...body, firstName: '\u200eLi', lastName: 'Ng' }),
    201,
  )
  expect(made).toMatchObject({ firstName: 'Li', lastName: 'Ng', bankAccount: body.bankAccount })
})

test('a wallet’s words in any field → refused as a private key is', async () => {
  const words = new Array(12).fill('abandon').join(' ')
  const message = expect.stringContaining('quien las tiene puede gastar esos fondos')
  expect(faultsOf(await post({ bank: words }))).toEqual({ bank: message })
  expect(faultsOf(await post({ cryptoAddress: words }))).toEqual({ cryptoAddress: message })
})

const play = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
test.each([
  ['LIGHTNING_ADDRESS', 'rosa@blink.sv', 'rosa@blink.sv es una dirección Lightning.'],
  ['LIGHTNING_INVOICE', 'lnurl1dp68gurn8ghj7um9wfmxjcm99e3k7mf0', 'es una factura o un enlace'],
  ['EXTENDED_KEY', 'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3', 'es la clave'],
  [
    'SILENT_PAYMENT',
    'tsp1qqgste7k9hx0qftg6qmwlkqtwuy6cycyavzmzj85c6qdfh',
    'es una dirección de pagos',
  ],
  ['OTHER_COIN', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'es una dirección de Tron, no de Bitcoin.'],
  ['OTHER_NETWORK', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'es de la red principal'],
  ['CHECKSUM', `${play.slice(0, -1)}1`, 'tiene algún carácter mal copiado.'],
  ['LENGTH', play.slice(0, -1), 'le faltan caracteres: tiene 43.'],
  ['INVALID', 'Rosa Chicas', 'no es una dirección de Bitcoin.'],
])('%s: %s is named, with what to ask for', async (code, cryptoAddress, what) => {
  const answer = await post({ cryptoAddress })
  const { errors } = expectRefusal(answer, 400, 'VALIDATION')
  expect(errors).toEqual([{ path: 'cryptoAddress', code, message: expect.any(String) }])
  expect(errors?.[0]?.message).toMatch(/^Dirección inválida: .*\. \S.*\.$/)
  expect(errors?.[0]?.message).toContain(what)
  for (const language of ['en', 'it', 'pt']) {
    const headers = { 'accept-language': language }
    const said = await ours.call('POST', path, anEmployeeBody({ cryptoAddress }), { headers })
    const [fault] = expectRefusal(said, 400, 'VALIDATION').errors ?? []
    expect(fault).toMatchObject({ code })
    expect(fault?.message).toMatch(/^(?:Invalid address|Indirizzo non valido|Endereço inválido): /)
    expect(fault?.message).not.toMatch(/[{}]/)
  }
})

test('a link with a long invoice beside the address is read', async () => {
  const cryptoAddress = anAddress()
  const link = `BITCOIN:${cryptoAddress.toUpperCase()}?amount=1&lightning=LNBC${'q'.repeat(900)}`
  expect(expectAccepted(employee, await post({ cryptoAddress: link }), 201)).toMatchObject({
    cryptoAddress,
  })
  const tooLong = await post({ cryptoAddress: `${link}${'q'.repeat(4_000)}` })
  const [fault] = expectRefusal(tooLong, 400, 'VALIDATION').errors ?? []
  expect(fault).toMatchObject({ path: 'cryptoAddress', code: 'INVALID' })
  expect(fault?.message).toMatch(/^Dirección inválida: /)
})

test('an address of a payroll of our own is no employee’s', async () => {
  const { cryptoAddress } = await aPayroll(ours)
  const message =
    'Dirección inválida: es de la cartera de este sistema, y el dinero volvería a ella. Pide una dirección propia de la persona'
  expect(faultsOf(await post({ cryptoAddress }))).toEqual({ cryptoAddress: message })
  const { _id } = await anEmployee(ours)
  const body = anEmployeeBody({ cryptoAddress })
  const edit = await ours.call('PUT', `${path}/${_id}`, body)
  expect(faultsOf(edit)).toEqual({ cryptoAddress: message })
  const unknown = await ours.call('PUT', `${path}/${ours.companyId}`, body)
  expect(faultsOf(unknown), 'a wrong field comes before an unknown id').toEqual({
    cryptoAddress: message,
  })
})

test('an address of another company’s payroll here is no employee’s either', async () => {
  const { cryptoAddress } = await aPayroll(await aCompany(t))
  const [fault] = expectRefusal(await post({ cryptoAddress }), 400, 'VALIDATION').errors ?? []
  expect(fault).toMatchObject({ path: 'cryptoAddress', code: 'OWN_ADDRESS' })
  expect(fault?.message).toMatch(/^Dirección inválida: /)
})

test('each authenticated change is a new version with a MAC over salary and address', async () => {
  const made = await anEmployee(ours)
  const replaced = expectAccepted(
    employee,
    await ours.call('PUT', `${path}/${made._id}`, anEmployeeBody({ baseSalary: 700 })),
  )
  const row = await storedRow(made._id)
  expect(row.version).toBe(2)
  const terms = payTerms({
    id: made._id,
    company_id: ours.companyId,
    address: replaced.cryptoAddress,
    base_salary_usd_cents: parseUsdNumber(700) ?? 0n,
    version: 2,
  })
  expect(macOf(t.macKey, 'employees', terms)).toEqual(row.mac)
})

test('an edit of what somebody else changed since → refused, theirs stays', async () => {
  const read = await anEmployee(ours)
  const cryptoAddress = anAddress()
  const put = (changes: object) =>
    ours.call('PUT', `${path}/${read._id}`, anEmployeeBody({ ...changes, version: read.version }))
  const theirs = expectAccepted(employee, await put({ cryptoAddress }))
  const late = await put({ cryptoAddress: read.cryptoAddress, baseSalary: 700 })
  const { data } = expectRefusal(late, 409, 'EMPLOYEE_CHANGED')
  expect(data).toEqual({ employee: theirs })
  const again = anEmployeeBody({ cryptoAddress, baseSalary: 700, version: theirs.version })
  const saved = expectAccepted(employee, await ours.call('PUT', `${path}/${read._id}`, again))
  expect(saved).toMatchObject({ cryptoAddress, baseSalary: 700, version: theirs.version + 1 })
  expect(
    faultsOf(await ours.call('PUT', `${path}/${read._id}`, { ...again, version: 'x' })),
  ).toEqual({
    version: 'Formato inválido',
  })
})

test('editing replaces the whole: what is not sent becomes empty', async () => {
  const { _id, createdAt } = await anEmployee(ours)
  const { identification, email, phone, ...rest } = anEmployeeBody({ firstName: 'Roxana' })
  const answer = await ours.call('PUT', `${path}/${_id}`, rest)
  expect(answer.body.message).toBe('Empleado editado')
  expect(expectAccepted(employee, answer)).toEqual({
    ...eachField(keptFields, (field) => fieldTable[field].unsaid),
    invitedAt: null,
    addressConfirmedAt: null,
    readiness: 'notInvited',
    version: 2,
    sharedWith: [],
    _id,
    createdAt,
    creationType: 'REGULAR',
    ...rest,
    identification: '',
    email: '',
    phone: '',
    contactChanges: ['EMAIL', 'PHONE'].map((kind) => expect.objectContaining({ kind })),
  })
  expect(identification && email && phone).toBeTruthy()
})

test('of several edits at once each is a version of its own', async () => {
  const { _id } = await anEmployee(ours)
  const edits = Array.from({ length: 8 }, (_, i) =>
    ours.call('PUT', `${path}/${_id}`, anEmployeeBody({ baseSalary: 100 + i })),
  )
  for (const answer of await Promise.all(edits)) expectAccepted(employee, answer)
  expect((await storedRow(_id)).version).toBe(9)
})

test('who is deleted leaves every list and every payroll, and the row stays', async () => {
  const company = await aCompany(t)
  const payroll = await aPayroll(company)
  const { _id } = await anEmployee(company)
  await company.call('PATCH', `/companies/payrolls/${payroll._id}/employees/${_id}`)
  const answer = await company.call('DELETE', `${path}/${_id}`)
  expect(answer.body).toEqual({ success: true, message: 'Rosa Menjívar eliminado', data: null })
  for (const method of ['GET', 'DELETE'] as const) {
    expectRefusal(await company.call(method, `${path}/${_id}`), 404, 'NOT_FOUND')
  }
  expectRefusal(await company.call('PUT', `${path}/${_id}`, anEmployeeBody()), 404, 'NOT_FOUND')
  expect((await list(company, '')).employeesMatched).toBe(0)
  const after = await company.call('GET', `/payrolls/${payroll._id}`)
  expect(after.body.data).toMatchObject({ employees: 0, totalAmount: 0 })
  expect((await storedRow(_id)).deleted_at).not.toBeNull()
})

test('an employee of a CSV is changed by the file alone', async () => {
  const payroll = await aPayroll(ours, { type: 'CSV' })
  const { _id } = await aCsvEmployee(ours, payroll._id)
  const put = await ours.call('PUT', `${path}/${_id}`, anEmployeeBody())
  expectRefusal(put, 409, 'CSV_EMPLOYEE_IS_READ_ONLY')
  expectRefusal(await ours.call('DELETE', `${path}/${_id}`), 409, 'CSV_EMPLOYEE_IS_READ_ONLY')
  expect((await storedRow(_id)).version).toBe(1)
})

test('the list is newest first, in pages, and past the end it is empty', async () => {
  const company = await aCompany(t)
  for (const firstName of ['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco']) {
    await anEmployee(company, { firstName })
  }
  expect(await namesIn(company, '')).toEqual(['Cinco', 'Cuatro', 'Tres', 'Dos', 'Uno'])
  expect(await list(company, 'page=2&limit=2')).toMatchObject({ employeesMatched: 5, pages: 3 })
  expect(await namesIn(company, 'page=2&limit=2')).toEqual(['Tres', 'Dos'])
  const past = await list(company, 'page=9&limit=2')
  expect(past).toEqual({ employees: [], employeesMatched: 5, pages: 3 })
  for (const page of [999_999_999_999, Number.MAX_SAFE_INTEGER]) {
    const far = await list(company, `page=${page}&limit=100`)
    expect(far).toEqual({ employees: [], employeesMatched: 5, pages: 1 })
  }
})

test('employees made at the same moment keep one order on all pages', async () => {
  const company = await aCompany(t)
  await Promise.all(Array.from({ length: 12 }, () => anEmployee(company)))
  const pages = await Promise.all([1, 2, 3].map((page) => list(company, `limit=4&page=${page}`)))
  const ids = pages.flatMap(({ employees }) => employees.map(({ _id }) => _id))
  expect(new Set(ids).size).toBe(12)
})

test.each(['page=0', 'page=x', 'page=1.5', 'limit=0', 'limit=101', 'creationType=OTHER'])(
  'a list asked for with %s is refused',
  async (query) => {
    const field = query.split('=')[0]
    expect(Object.keys(faultsOf(await ours.call('GET', `/employees?${query}`)))).toEqual([field])
  },
)

test('empty and null query values count as absent', async () => {
  const query = 'page=&limit=null&search=&creationType=null&payroll=&excludePayroll=null'
  expect((await list(ours, query)).employees).toHaveLength(10)
})

test('search takes no notice of case and accents, and looks at four fields', async () => {
  const company = await aCompany(t)
  const [ana, beto] = [
    { firstName: 'Ana Sofía', lastName: 'Núñez', email: 'sofia@cafe.sv' },
    { firstName: 'Beto', lastName: 'Zelaya', identification: '99999999-1', phone: '+50399887766' },
  ]
  await anEmployee(company, ana)
  await anEmployee(company, beto)
  for (const search of ['nunez', 'NÚÑEZ', 'sofía nú', 'SOFIA@CAFE']) {
    expect(await namesIn(company, `search=${encodeURIComponent(search)}`)).toEqual(['Ana Sofía'])
  }
  for (const search of ['99999999-1', '%2B503998', ' beto ']) {
    expect(await namesIn(company, `search=${search}`)).toEqual(['Beto'])
  }
})

test('signs that mean something to the database stand for themselves in a search', async () => {
  const company = await aCompany(t)
  await anEmployee(company, { firstName: 'Cien % seguro' })
  await anEmployee(company, { firstName: 'Guion_bajo' })
  await anEmployee(company, { firstName: 'Barra\\inversa' })
  const found = (search: string) => namesIn(company, `search=${encodeURIComponent(search)}`)
  // Some keyboards write wide signs, which the search takes for the plain ones.
  for (const sign of ['%', '％']) expect(await found(sign)).toEqual(['Cien % seguro'])
  for (const sign of ['_', '＿']) expect(await found(sign)).toEqual(['Guion_bajo'])
  for (const sign of ['\\', '＼']) expect(await found(sign)).toEqual(['Barra\\inversa'])
  for (const nothing of ["' OR 1=1 --", '%%', '\\%']) expect(await found(nothing)).toEqual([])
})

test('a search with a NUL is refused, for no name has one', async () => {
  const answer = await ours.call('GET', '/employees?search=%00')
  expect(faultsOf(answer)).toEqual({ search: 'Tiene caracteres que no se permiten' })
  for (const filter of ['payroll', 'excludePayroll']) {
    expectRefusal(await ours.call('GET', `/employees?${filter}=%00`), 400, 'VALIDATION')
  }
})

test('filters keep those in a payroll, those not in it, and those of one kind', async () => {
  const company = await aCompany(t)
  const payroll = await aPayroll(company)
  const csv = await aPayroll(company, { type: 'CSV' })
  const { _id } = await anEmployee(company, { firstName: 'Dentro' })
  await anEmployee(company, { firstName: 'Fuera' })
  await aCsvEmployee(company, csv._id, { firstName: 'De archivo' })
  await company.call('PATCH', `/companies/payrolls/${payroll._id}/employees/${_id}`)
  expect(await namesIn(company, `payroll=${payroll._id}`)).toEqual(['Dentro'])
  const query = `excludePayroll=${payroll._id}&creationType=REGULAR`
  expect(await namesIn(company, query)).toEqual(['Fuera'])
  expect(await namesIn(company, 'creationType=CSV')).toEqual(['De archivo'])
  for (const nobodys of [company.companyId, 'malformed']) {
    expect(await namesIn(company, `payroll=${nobodys}`)).toEqual([])
    expect(await namesIn(company, `excludePayroll=${nobodys}`)).toHaveLength(3)
  }
})

test('a CSV person names the payroll by whose file they change; others name none', async () => {
  const company = await aCompany(t)
  const { _id, name } = await aPayroll(company, { type: 'CSV' })
  const { _id: id } = await aCsvEmployee(company, _id, { firstName: 'De archivo' })
  await anEmployee(company, { firstName: 'A mano' })
  const { employees } = await list(company, 'page=1')
  expect(employees.map(({ payroll }) => payroll)).toEqual([undefined, { _id, name }])
  const one = expectAccepted(employee, await company.call('GET', `${path}/${id}`))
  expect(one.payroll).toEqual({ _id, name })
})

test('a payroll of another company filters nothing of theirs into our list', async () => {
  const other = await aCompany(t)
  const payroll = await aPayroll(other)
  const { _id } = await anEmployee(other)
  await other.call('PATCH', `/companies/payrolls/${payroll._id}/employees/${_id}`)
  expect(await namesIn(ours, `payroll=${payroll._id}`)).toEqual([])
})
