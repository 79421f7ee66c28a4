import { expect, test } from 'vitest'
import { employeeInvited, employeeInvites, newestInvites } from '#contract/employee-invites.ts'
import { employeeSessionAnswer } from '#contract/employee-page.ts'
import { scheduleAnswer } from '#contract/schedules.ts'
import { messagesTo } from '#server/testing/codes.ts'
import { linkSentTo } from '#server/testing/employee-steps.ts'
import {
  aCompany,
  anEmployee,
  aPayroll,
  expectAccepted,
  expectRefusal,
  faultsOf,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { sendInvitations } from './index.ts'

const t = await appForFile()
let made = 0
const someone = (changes: object = {}) => {
  made += 1
  return {
    email: `ana${made}@izalco.sv`,
    phone: '',
    identification: `${made}0000000-1`,
    ...changes,
  }
}
const send = () =>
  sendInvitations(t.worker, { macKey: t.macKey, config: t.config, sms: true, now: t.now })
const invited = (companyId: string) =>
  messagesTo(t.db).then((all) =>
    all
      .filter((row) => row.template === 'employeeInvitation' && row.company_id === companyId)
      .map(({ recipient }) => recipient)
      .sort(),
  )

test('one is invited by mail, else by SMS; the link opens the page of that company', async () => {
  const [ours, theirs] = [await aCompany(t), await aCompany(t)]
  const who = someone()
  const ana = await anEmployee(ours, who)
  await anEmployee(theirs, who)
  const answer = await ours.call('POST', `/companies/employees/${ana._id}/invite`)
  expect(expectAccepted(employeeInvited, answer)).toEqual({
    via: 'EMAIL',
    sentTo: 'a•••@izalco.sv',
  })
  const token = await linkSentTo(t, who.email)
  const entered = await t.call('POST', '/employee/session', { body: { token } })
  const { companies } = expectAccepted(employeeSessionAnswer, entered)
  expect(companies.map(({ _id }) => _id)).toEqual([ours.companyId])
  const { body } = await ours.call('GET', `/companies/employees/${ana._id}`)
  expect(body.data).toMatchObject({ readiness: 'ready' })
  const eva = await anEmployee(ours, someone({ email: '', phone: '+50371112222' }))
  const second = await ours.call('POST', `/companies/employees/${eva._id}/invite`)
  expect(expectAccepted(employeeInvited, second).via).toBe('SMS')
})

test('a payroll has paydays → the invitation names the next one', async () => {
  const ours = await aCompany(t)
  const who = someone()
  const ana = await anEmployee(ours, who)
  const payroll = await aPayroll(ours)
  await ours.call('PATCH', `/companies/payrolls/${payroll._id}/employees/${ana._id}`)
  const invite = async () => {
    await ours.call('POST', `/companies/employees/${ana._id}/invite`)
    const [mail] = (await messagesTo(t.db, who.email)).slice(-1)
    return mail?.text
  }
  expect(await invite()).not.toContain('Próximo pago')
  const schedule = { every: 'FORTNIGHT', days: [15, 'LAST'], hour: '09:00' }
  const path = `/companies/payrolls/${payroll._id}/schedule`
  const { next } = expectAccepted(scheduleAnswer, await ours.call('PUT', path, schedule))
  const day = new Intl.DateTimeFormat('es-SV', {
    timeZone: 'America/El_Salvador',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  })
  const said = day.format(new Date(next[0]?.dueAt ?? '')).replace(',', '')
  expect(await invite()).toMatch(new RegExp(`Próximo pago: ${said}`, 'i'))
})

test('no contact, or one that somebody else has too → 400, and no mail', async () => {
  const ours = await aCompany(t)
  const none = await anEmployee(ours, someone({ email: '' }))
  const { email } = someone()
  const [one] = [await anEmployee(ours, someone({ email }))]
  await anEmployee(ours, someone({ email, firstName: 'Otra' }))
  for (const { _id } of [none, one]) {
    const answer = await ours.call('POST', `/companies/employees/${_id}/invite`)
    expect(faultsOf(answer)).toHaveProperty('email')
  }
  expect(await invited(ours.companyId)).toEqual([])
})

test('everybody not invited yet gets one mail, however often the job runs', async () => {
  const ours = await aCompany(t)
  const people = [someone(), someone(), someone({ email: '', phone: '+50371113333' })]
  for (const who of people) await anEmployee(ours, who)
  await anEmployee(ours, someone({ email: '' }))
  const start = () => ours.call('POST', '/companies/employees/invite')
  const job = expectAccepted(employeeInvites, await start())
  expect(job).toMatchObject({ total: 3, sent: 0, state: 'RUNNING' })
  expect(expectAccepted(employeeInvites, await start())._id).toBe(job._id)
  await Promise.all([send(), send()])
  await send()
  const after = await ours.call('GET', '/companies/employees/invite')
  expect(expectAccepted(newestInvites, after).invite).toMatchObject({ sent: 3, state: 'DONE' })
  const expected = people.map(({ email, phone }) => email || phone).sort()
  expect(await invited(ours.companyId)).toEqual(expected)
  expect(expectAccepted(employeeInvites, await start())).toMatchObject({ total: 0, state: 'DONE' })
})

test('one payroll’s people alone are invited; another company’s payroll → 404', async () => {
  const [ours, theirs] = [await aCompany(t), await aCompany(t)]
  const payroll = await aPayroll(ours)
  const inside = someone()
  const ana = await anEmployee(ours, inside)
  await anEmployee(ours, someone())
  await ours.call('PATCH', `/companies/payrolls/${payroll._id}/employees/${ana._id}`)
  const body = { payroll: payroll._id }
  expectRefusal(await theirs.call('POST', '/companies/employees/invite', body), 404, 'NOT_FOUND')
  await ours.call('POST', '/companies/employees/invite', body)
  await send()
  expect(await invited(ours.companyId)).toEqual([inside.email])
})
