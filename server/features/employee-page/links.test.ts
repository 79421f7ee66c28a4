import { beforeEach, expect, test } from 'vitest'
import { employeeMe, employeeSessionAnswer } from '#contract/employee-page.ts'
import { scheduleAnswer } from '#contract/schedules.ts'
import { messagesTo } from '#server/testing/codes.ts'
import {
  aLink,
  anEmployeeSession,
  cookieOf,
  linkSentTo,
  sendLinks,
} from '#server/testing/employee-steps.ts'
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

const t = await appForFile()
let ours: TestCompany
beforeEach(async () => {
  ours = await aCompany(t)
})

let people = 0
const contacts = () => {
  people += 1
  return {
    email: `diego${people}@izalco.sv`,
    phone: `+5037000${String(people).padStart(4, '0')}`,
    identification: `0000000${people}-1`,
  }
}
const enter = (body: object, headers: Record<string, string> = {}) =>
  t.call('POST', '/employee/session', { body, headers })
const meOf = (cookie: string) => t.call('GET', '/employee/me', { headers: { cookie } })

test('a link by mail or by SMS opens the page of its owner, in capitals too', async () => {
  const { email, phone, identification } = contacts()
  const diego = await anEmployee(ours, { email, phone, identification, baseSalary: 620 })
  const mail = await anEmployeeSession(t, { email })
  expect(mail.companies).toEqual([{ _id: ours.companyId, name: 'Café Izalco' }])
  const me = expectAccepted(employeeMe, await mail.call('GET', '/me'))
  expect(me).toMatchObject({
    firstName: diego.firstName,
    cryptoAddress: diego.cryptoAddress,
    baseSalary: 620,
    bitcoinPercent: 100,
    codeVia: 'SMS',
    next: null,
    consent: null,
    consentText: { version: 1 },
    addressConfirmedAt: null,
  })
  const text = await anEmployeeSession(t, { phone })
  expect(expectAccepted(employeeMe, await text.call('GET', '/me')).codeVia).toBe('EMAIL')
  const { status } = await t.call('POST', '/employee/links', {
    body: { email: email.toUpperCase() },
  })
  expect(status).toBe(200)
  await sendLinks(t)
  expect(await messagesTo(t.db, email)).toHaveLength(2)
})

test('a phone as people write it at home → the link goes to it, of that country alone', async () => {
  const { phone, identification } = contacts()
  const abroad = phone.replace('+503', '+502')
  await anEmployee(ours, { email: '', phone, identification })
  await anEmployee(ours, { email: '', phone: abroad, identification: '' })
  for (const typed of [`${phone.slice(4, 8)}-${phone.slice(8)}`, phone.slice(1)]) {
    const before = (await messagesTo(t.db, phone)).length
    await t.call('POST', '/employee/links', { body: { phone: typed } })
    await sendLinks(t)
    expect(await messagesTo(t.db, phone)).toHaveLength(before + 1)
  }
  expect(await messagesTo(t.db, abroad)).toEqual([])
  const token = await linkSentTo(t, phone)
  expectAccepted(employeeSessionAnswer, await enter({ token }))
})

test('the cookie is for these calls alone: HttpOnly, SameSite=Strict, 15 minutes', async () => {
  const { email } = contacts()
  await anEmployee(ours, { email })
  const { headers } = await enter({ token: await aLink(t, { email }) })
  expect(headers['set-cookie']).toMatch(
    /^quincena_employee=[\w-]{43}; Max-Age=900; Path=\/api\/v1\/employee; HttpOnly; SameSite=Strict$/,
  )
})

test('a link was used, has expired or is guessed → 401 LINK_ENDED, and no cookie', async () => {
  const { email } = contacts()
  await anEmployee(ours, { email })
  const token = await aLink(t, { email })
  expectAccepted(employeeSessionAnswer, await enter({ token }))
  for (const bad of [token, 'a'.repeat(43), '', '%00', 'x'.repeat(200)]) {
    const answer = await enter({ token: bad })
    expectRefusal(answer, 401, 'LINK_ENDED')
    expect(answer.headers['set-cookie']).toBeUndefined()
  }
  const late = await aLink(t, { email })
  t.wait(30 * 60_000)
  expectRefusal(await enter({ token: late }), 401, 'LINK_ENDED')
})

test('a scanner’s GET and HEAD of the link consume nothing', async () => {
  const { email } = contacts()
  await anEmployee(ours, { email })
  const token = await aLink(t, { email })
  for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) {
    for (const url of [`/mi-pago?t=${token}`, `/api/v1/employee/session?token=${token}`]) {
      await t.app.inject({ method, url })
    }
  }
  expectAccepted(employeeSessionAnswer, await enter({ token }))
})

test('many POSTs of one link at once → one session', async () => {
  const { email } = contacts()
  await anEmployee(ours, { email })
  const token = await aLink(t, { email })
  const answers = await Promise.all(Array.from({ length: 10 }, () => enter({ token })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const made = await t.db
    .selectFrom('employee_sessions')
    .select('id')
    .where('contact', '=', email)
    .execute()
  expect(made).toHaveLength(1)
})

test('one e-mail in two companies → the person chooses; the two never mix', async () => {
  const { email } = contacts()
  const theirs = await aCompany(t, { companyName: 'Panadería Sonsonate' })
  const here = await anEmployee(ours, { email })
  const there = await anEmployee(theirs, { email, baseSalary: 300 })
  const token = await aLink(t, { email })
  const [mail] = await messagesTo(t.db, email)
  expect(mail?.text).not.toMatch(/Izalco|Sonsonate/)
  const first = await enter({ token })
  expect(
    expectAccepted(employeeSessionAnswer, first)
      .companies.map(({ _id }) => _id)
      .sort(),
  ).toEqual([ours.companyId, theirs.companyId].sort())
  expect(first.headers['set-cookie']).toBeUndefined()
  const foreign = await aCompany(t)
  expectRefusal(await enter({ token, companyId: foreign.companyId }), 404, 'NOT_FOUND')
  const chosen = await enter({ token, companyId: theirs.companyId })
  const me = expectAccepted(employeeMe, await meOf(cookieOf(chosen.headers)))
  expect([me.company._id, me.baseSalary]).toEqual([theirs.companyId, 300])
  expect(JSON.stringify(me)).not.toContain(here._id)
  expect(me.cryptoAddress).toBe(there.cryptoAddress)
  expectRefusal(await enter({ token, companyId: ours.companyId }), 401, 'LINK_ENDED')
})

test('a mailbox that two people of a company share opens nobody’s page', async () => {
  const { email } = contacts()
  await anEmployee(ours, { email, firstName: 'Rosa', identification: '11111111-1' })
  const token = await aLink(t, { email })
  const { cookie } = await anEmployeeSession(t, { email })
  expect((await meOf(cookie)).status).toBe(200)
  await anEmployee(ours, { email, firstName: 'Diego', identification: '22222222-2' })
  expectRefusal(await meOf(cookie), 401, 'LINK_ENDED')
  expectRefusal(await enter({ token }), 401, 'LINK_ENDED')
  const before = (await messagesTo(t.db, email)).length
  await t.call('POST', '/employee/links', { body: { email } })
  await sendLinks(t)
  expect(await messagesTo(t.db, email)).toHaveLength(before)
})

test.each([
  ['no document', '', ''],
  ['fillers', 'N/A', 'N/A'],
  ['a document on one side', '04567891-4', ''],
])(
  'a newcomer with a colleague’s name and mailbox and %s reads nobody’s pay',
  async (_what, ...documents) => {
    const { email } = contacts()
    const [before, after] = documents
    await anEmployee(ours, { email, identification: before })
    const { cookie } = await anEmployeeSession(t, { email })
    expect((await meOf(cookie)).status).toBe(200)
    await anEmployee(ours, { email, identification: after })
    expectRefusal(await meOf(cookie), 401, 'LINK_ENDED')
  },
)

test('rows of several lists with one DUI/NIT are one person: the newest is shown', async () => {
  const { email, identification } = contacts()
  await anEmployee(ours, { email, identification })
  const newer = await anEmployee(ours, {
    email,
    firstName: 'Rosa Elena',
    identification: identification.replace('-', ' '),
  })
  const { call } = await anEmployeeSession(t, { email })
  const me = expectAccepted(employeeMe, await call('GET', '/me'))
  expect(me.cryptoAddress).toBe(newer.cryptoAddress)
})

test('the payday of any row of a person is the next, the first of several', async () => {
  const { email, identification } = contacts()
  const older = await anEmployee(ours, { email, identification, baseSalary: 620 })
  await anEmployee(ours, { email, identification, baseSalary: 300 })
  const payroll = await aPayroll(ours)
  await ours.call('PATCH', `/companies/payrolls/${payroll._id}/employees/${older._id}`)
  const { call } = await anEmployeeSession(t, { email })
  const next = async () => expectAccepted(employeeMe, await call('GET', '/me')).next
  expect(await next()).toBeNull()
  const schedule = { every: 'FORTNIGHT', days: [15, 'LAST'], hour: '09:00' }
  const path = `/companies/payrolls/${payroll._id}/schedule`
  const { next: dates } = expectAccepted(scheduleAnswer, await ours.call('PUT', path, schedule))
  expect(await next()).toEqual({ at: dates[0]?.dueAt, usd: 620 })
})

test('the person was deleted, has another e-mail, or time has passed → LINK_ENDED', async () => {
  const opened = async () => {
    const who = contacts()
    const { _id } = await anEmployee(ours, who)
    const { cookie } = await anEmployeeSession(t, { email: who.email })
    expect((await meOf(cookie)).status).toBe(200)
    return { _id, cookie }
  }
  const gone = await opened()
  await ours.call('DELETE', `/companies/employees/${gone._id}`)
  expectRefusal(await meOf(gone.cookie), 401, 'LINK_ENDED')
  const moved = await opened()
  const set = { email: 'otra@izalco.sv' }
  await t.owner.updateTable('employees').set(set).where('id', '=', moved._id).execute()
  expectRefusal(await meOf(moved.cookie), 401, 'LINK_ENDED')
  const late = await opened()
  t.wait(15 * 60_000)
  expectRefusal(await meOf(late.cookie), 401, 'LINK_ENDED')
})

test('signing out ends the session for good', async () => {
  const { email } = contacts()
  await anEmployee(ours, { email })
  const { call, cookie } = await anEmployeeSession(t, { email })
  const out = await call('DELETE', '/session')
  expect(out.headers['set-cookie']).toContain('quincena_employee=;')
  expectRefusal(await meOf(cookie), 401, 'LINK_ENDED')
  expect((await t.call('DELETE', '/employee/session')).status).toBe(200)
})

test('the two sessions open nothing of each other', async () => {
  const { email } = contacts()
  await anEmployee(ours, { email })
  const { cookie } = await anEmployeeSession(t, { email })
  const token = cookie.split('=')[1] ?? ''
  for (const path of ['/employees', '/companies/company', '/payrolls']) {
    expectRefusal(await t.call('GET', path, { headers: { cookie } }), 401, 'INVALID_TOKEN')
    expectRefusal(await t.call('GET', path, { token }), 403, 'SESSION_EXPIRED')
  }
  for (const path of ['/employee/me', '/employee/payments']) {
    expectRefusal(await ours.call('GET', path), 401, 'LINK_ENDED')
    const headers = { cookie: `quincena_employee=${ours.token}` }
    expectRefusal(await t.call('GET', path, { headers }), 401, 'LINK_ENDED')
  }
})

test('a page of another site asks → 400, and no mail and no session', async () => {
  const { email } = contacts()
  await anEmployee(ours, { email })
  const token = await aLink(t, { email })
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://elsewhere.example' },
    { origin: 'null' },
  ]) {
    expectRefusal(await enter({ token }, headers), 400, 'BAD_REQUEST')
    expectRefusal(
      await t.call('POST', '/employee/links', { body: { email }, headers }),
      400,
      'BAD_REQUEST',
    )
  }
  expectAccepted(employeeSessionAnswer, await enter({ token }, { 'sec-fetch-site': 'same-origin' }))
})

test('a row of a link or session that was written by hand opens nothing', async () => {
  const { email } = contacts()
  await anEmployee(ours, { email })
  const token = await aLink(t, { email })
  const { cookie } = await anEmployeeSession(t, { email })
  const other = contacts()
  await anEmployee(ours, other)
  for (const table of ['employee_links', 'employee_sessions'] as const) {
    const set = { contact: other.email }
    await t.owner.updateTable(table).set(set).where('contact', '=', email).execute()
  }
  expectRefusal(await enter({ token }), 401, 'LINK_ENDED')
  expectRefusal(await meOf(cookie), 401, 'LINK_ENDED')
  expect(t.logged().filter(({ level }) => level === 50)).toHaveLength(2)
})

test('neither e-mail nor phone → 400; whatever else it is → 200 null', async () => {
  expect(faultsOf(await t.call('POST', '/employee/links', { body: {} }))).toHaveProperty('email')
  for (const body of [{ email: 'nobody' }, { phone: 'x' }, { email: "' OR 1=1 --" }]) {
    const answer = await t.call('POST', '/employee/links', { body })
    expect([answer.status, answer.body.data]).toEqual([200, null])
  }
})
