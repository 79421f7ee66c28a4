import { expect, test } from 'vitest'
import {
  aCompany,
  anEmployee,
  anEmployeeBody,
  aPayroll,
  expectRefusal,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { freezeByMail } from '#server/testing/freeze-steps.ts'

const t = await appForFile()

test('in a frozen company people are read, and changed by nobody', async () => {
  const ours = await aCompany(t)
  const { _id: person } = await anEmployee(ours)
  const { _id: payroll } = await aPayroll(ours)
  await freezeByMail(t, ours.companyId)
  const signedIn = await t.call('POST', '/auth/sign-in', {
    body: { email: ours.form.email, password: ours.form.password },
  })
  const { token } = signedIn.body.data
  const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    t.call(method, `/companies${path}`, { token, ...(body && { body }) })
  const refusals = [
    await call('POST', '/employees', anEmployeeBody()),
    await call('PUT', `/employees/${person}`, anEmployeeBody({ baseSalary: 9_000 })),
    await call('DELETE', `/employees/${person}`),
    await call('PUT', `/employees/${person}/consent`, { agreed: true, note: 'A-1' }),
    await call('PATCH', `/payrolls/${payroll}/employees/${person}`),
    await call('DELETE', `/payrolls/${payroll}`),
  ]
  for (const answer of refusals) expectRefusal(answer, 409, 'COMPANY_FROZEN')
  expect(refusals).toHaveLength(6)
  const read = await call('GET', `/employees/${person}`)
  expect(read.body.data).toMatchObject({ _id: person, baseSalary: 650.25 })
})
