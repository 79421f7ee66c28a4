import { expect, test } from 'vitest'
import { employeeMe } from '#contract/employee-page.ts'
import { paymentPreview } from '#contract/payments.ts'
import { anEmployeeSession } from '#server/testing/employee-steps.ts'
import {
  aCompany,
  anEmployee,
  aPayroll,
  expectAccepted,
  expectRefusal,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'

const t = await appForFile()

test('consent is taken back between the dialog and the press → PREVIEW_CHANGED', async () => {
  const ours = await aCompany(t)
  const rosa = await anEmployee(ours, { email: 'rosa.consiente@izalco.sv' })
  const payroll = await aPayroll(ours)
  await ours.call('PATCH', `/companies/payrolls/${payroll._id}/employees/${rosa._id}`)
  expect((await ours.call('PUT', '/companies', { requireConsent: true })).status).toBe(200)
  const path = `/companies/payrolls/${payroll._id}`
  const preview = async () =>
    expectAccepted(paymentPreview, await ours.call('GET', `${path}/payment-preview`))
  const missing = { _id: rosa._id, reason: 'NO_CONSENT' }
  expect((await preview()).inDollars).toMatchObject([missing])

  const page = await anEmployeeSession(t, { email: rosa.email })
  const say = async (agreed: boolean) =>
    expectAccepted(employeeMe, await page.call('PUT', '/consent', { textVersion: 1, agreed }))
  expect((await say(true)).consent).toMatchObject({ agreed: true })
  const shown = await preview()
  expect(shown).toMatchObject({ inDollars: [], dollarsUsd: 0 })

  await say(false)
  const body = { previewHash: shown.previewHash }
  expectRefusal(await ours.call('POST', `${path}/run-payment`, body), 409, 'PREVIEW_CHANGED')
  expect((await preview()).inDollars).toMatchObject([missing])
})
