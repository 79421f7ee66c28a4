import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { approvalAnswer, approvalList } from '#contract/approvals.ts'
import { company } from '#contract/company.ts'
import { sweepAddress } from '#contract/sweeps.ts'
import { codeSentTo } from '#server/testing/codes.ts'
import { anAddress } from '#server/testing/engine.ts'
import {
  aCompany,
  anEmployee,
  aPayroll,
  expectAccepted,
  expectRefusal,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { mailsOf } from '#server/testing/notice-steps.ts'
import { approveByCode, confirmEmail, findOwnChange } from '#server/testing/step-up.ts'
import { aMember } from '#server/testing/team-steps.ts'
import { setTiers } from '#server/testing/tier-steps.ts'

const t = await appForFile()
const url = '/companies/sweep-address'

test('under rules somebody else approves the address, and then it waits its hours', async () => {
  const ours = await aCompany(t)
  await confirmEmail(ours)
  const other = await aMember(t, ours, 'APPROVER')
  await setTiers(ours, [{ fromUsd: 100, approvals: 1 }])
  const address = anAddress()
  const answer = expectAccepted(sweepAddress, await ours.call('PUT', url, { address }))
  expect(answer).toMatchObject({ current: null, pending: { address, required: 1, given: 0 } })
  const id = answer.pending?._id ?? ''
  expectRefusal(await ours.call('POST', `/approvals/${id}/code`), 409, 'SELF_APPROVAL')
  const { approvals } = expectAccepted(approvalList, await other.call('GET', '/approvals'))
  expect(approvals[0]).toMatchObject({ _id: id, kind: 'SWEEP', addressChange: { after: address } })

  // A thief with the database role sets the state to done, but nobody has approved the change.
  const state = { state: 'done', approved_at: new Date(), effective_at: new Date() }
  const forged = await t.db.transaction().execute(async (trx) => {
    await trx.updateTable('change_orders').set(state).where('id', '=', id).execute()
    const { current } = expectAccepted(sweepAddress, await ours.call('GET', url))
    return current
  })
  expect(forged).toBeNull()
})

test('approved by another → held 48 hours; both get a mail that can freeze', async () => {
  const ours = await aCompany(t)
  await confirmEmail(ours)
  const other = await aMember(t, ours, 'ADMIN')
  await setTiers(ours, [{ fromUsd: 100, approvals: 1 }])
  const address = anAddress()
  const answer = expectAccepted(sweepAddress, await ours.call('PUT', url, { address }))
  const id = answer.pending?._id ?? ''
  expect((await other.call('POST', `/approvals/${id}/code`)).status).toBe(200)
  const code = await codeSentTo(t.db, other.form.email)
  expectAccepted(approvalAnswer, await other.call('POST', `/approvals/${id}/approve`, { code }))
  const { current, pending } = expectAccepted(sweepAddress, await ours.call('GET', url))
  expect(pending).toBeNull()
  expect(current).toMatchObject({ address, state: 'HELD', trial: null })
  const hours = (new Date(current?.from ?? 0).getTime() - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(47)
  expect(hours).toBeLessThanOrEqual(48.1)
  const { rows } = await mailsTo(ours.companyId)
  expect(rows.filter(({ template }) => template === 'sweepChanged')).toHaveLength(4)
})

const mailsTo = async (companyId: string) => ({
  rows: await t.db
    .selectFrom('messages')
    .select('template')
    .where('company_id', '=', companyId)
    .execute(),
})

test('a payroll’s or employee’s address, or no code → refused, nothing registered', async () => {
  const ours = await aCompany(t)
  await confirmEmail(ours)
  const theirs = await aCompany(t)
  const person = anAddress()
  await anEmployee(ours, { cryptoAddress: person })
  const payroll = await aPayroll(theirs)
  for (const address of [
    person,
    payroll.cryptoAddress,
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ]) {
    const { errors } = expectRefusal(await ours.call('PUT', url, { address }), 400, 'VALIDATION')
    expect(errors?.map(({ path }: { path: string }) => path)).toEqual(['address'])
  }
  const address = anAddress()
  const { pending, ...none } = expectAccepted(
    sweepAddress,
    await ours.call('PUT', url, { address }),
  )
  expect(none.current).toBeNull()
  const id = pending?._id ?? ''
  const path = `/approvals/${id}/approve`
  expectRefusal(await ours.call('POST', path, { code: '123456' }), 401, 'WRONG_CODE')
  expectAccepted(approvalAnswer, await approveByCode(ours, id))
  const { current } = expectAccepted(sweepAddress, await ours.call('GET', url))
  expect(current).toMatchObject({ address, state: 'READY' })
})

test('a code for something else → registers no address; its mail names the address', async () => {
  const ours = await aCompany(t)
  await confirmEmail(ours)
  const body = {
    approval: { overUsd: null, changedAddresses: false },
    password: ours.form.password,
  }
  expectAccepted(company, await ours.call('PUT', '/companies', body))
  const other = await findOwnChange(ours)
  const address = anAddress()
  const { pending } = expectAccepted(sweepAddress, await ours.call('PUT', url, { address }))
  const id = pending?._id ?? ''
  expectAccepted(z.null(), await ours.call('POST', `/approvals/${other}/code`))
  const code = await codeSentTo(t.db, ours.form.email)
  const path = `/approvals/${id}/approve`
  expectRefusal(await ours.call('POST', path, { code }), 401, 'WRONG_CODE')
  expect(expectAccepted(sweepAddress, await ours.call('GET', url)).current).toBeNull()
  expectAccepted(z.null(), await ours.call('POST', `/approvals/${id}/code`))
  const [mail] = (await mailsOf(t.db, ours.form.email, 'changeCode')).slice(-1)
  expect(mail?.text).toContain(address)
  expectRefusal(await ours.call('POST', path, { code }), 401, 'WRONG_CODE')
})

test('a general code for approvals → there is none', async () => {
  const ours = await aCompany(t)
  const requested = await ours.call('POST', '/users/step-up', { action: 'APPROVAL' })
  expectRefusal(requested, 400, 'VALIDATION')
})
