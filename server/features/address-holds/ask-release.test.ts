import { expect, test } from 'vitest'
import { approvalAnswer, approvalList } from '#contract/approvals.ts'
import { changes, holdRequested } from '#contract/changes.ts'
import { employee as employeeAnswer } from '#contract/employees.ts'
import { payroll as payrollAnswer } from '#contract/payrolls.ts'
import { readHolds } from '#server/authorization/address-holds.ts'
import { messagesTo } from '#server/testing/codes.ts'
import { anAddress } from '#server/testing/engine.ts'
import {
  aCompany,
  anEmployee,
  aPayroll,
  editEmployee,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { makePaidRun } from '#server/testing/paid-rows.ts'
import { aMember } from '#server/testing/team-steps.ts'

const t = await appForFile()

type Person = Pick<TestCompany, 'call'> & { form: { email: string } }

/** A company whose one paid employee has a new, held address. */
async function heldTeam() {
  const ours = await aCompany(t)
  const payroll = await aMember(t, ours, 'PAYROLL')
  const payrollId = (await aPayroll(ours))._id
  const employee = await anEmployee(ours)
  const path = `/companies/payrolls/${payrollId}/employees/${employee._id}`
  expectAccepted(payrollAnswer, await ours.call('PATCH', path))
  await makePaidRun(ours, payrollId)
  await editEmployee(ours, employee._id, { cryptoAddress: anAddress() })
  return { ours, payroll, payrollId, employee }
}

const holdsOf = ({ companyId }: TestCompany) => readHolds(t.db, t.macKey, companyId, t.now())
const request = (by: Person, id: string) =>
  by.call('POST', `/companies/employees/${id}/address-hold/request`)
const askRelease = async (by: Person, id: string) =>
  expectAccepted(holdRequested, await request(by, id)).approval._id
const waiting = async (who: Person) =>
  expectAccepted(approvalList, await who.call('GET', '/approvals')).approvals

async function approve(who: Person, id: string) {
  await who.call('POST', `/approvals/${id}/code`)
  const sent = (await messagesTo(t.db)).filter(({ recipient }) => recipient === who.form.email)
  const code = /(?<!\d)\d{6}(?!\d)/.exec(sent.at(-1)?.text ?? '')?.[0] ?? '000000'
  return who.call('POST', `/approvals/${id}/approve`, { code })
}

test('asked once or twice → one order; its approver releases the address', async () => {
  const { ours, payroll, payrollId, employee } = await heldTeam()
  const approver = await aMember(t, ours, 'APPROVER')
  const path = `/companies/payrolls/${payrollId}/changes`
  const heldOf = async () => expectAccepted(changes, await ours.call('GET', path)).held
  expect(await heldOf()).toMatchObject([{ releaseAskedAt: null }])
  const id = await askRelease(payroll, employee._id)
  expect(await askRelease(ours, employee._id)).toBe(id)
  expect((await heldOf())[0]?.releaseAskedAt).not.toBeNull()
  const now = expectAccepted(
    employeeAnswer,
    await ours.call('GET', `/companies/employees/${employee._id}`),
  )
  const addressChange = {
    before: employee.cryptoAddress,
    after: now.cryptoAddress,
    by: 'Marcela Portillo',
    via: 'API',
  }
  expect(await waiting(approver)).toMatchObject([
    { _id: id, kind: 'RELEASE', required: 1, addressChange },
  ])
  expect(await holdsOf(ours)).toHaveLength(1)
  expectAccepted(approvalAnswer, await approve(approver, id))
  expect(await holdsOf(ours)).toEqual([])
  expectRefusal(await request(payroll, employee._id), 409, 'NOT_PENDING_APPROVAL')
})

test('who changed the address approves → RELEASE_BY_SAME_PERSON, and it waits', async () => {
  const { ours, payroll, employee } = await heldTeam()
  const approver = await aMember(t, ours, 'APPROVER')
  const id = await askRelease(payroll, employee._id)
  const [shown] = await waiting(ours)
  expect(shown).toMatchObject({ canApprove: false, refusal: 'RELEASE_BY_SAME_PERSON' })
  expectRefusal(await approve(ours, id), 409, 'RELEASE_BY_SAME_PERSON')
  expect(await holdsOf(ours)).toHaveLength(1)
  expect(await waiting(approver)).toMatchObject([{ _id: id, given: [] }])
})

test('who asked has not changed the address → releases it; who changed it does not', async () => {
  const { ours, employee } = await heldTeam()
  const colleague = await aMember(t, ours, 'ADMIN')
  const id = await askRelease(colleague, employee._id)
  expect(await waiting(colleague)).toMatchObject([{ _id: id, askedByMe: true, canApprove: true }])
  expectAccepted(approvalAnswer, await approve(colleague, id))
  expect(await holdsOf(ours)).toEqual([])
  const another = await aMember(t, ours, 'PAYROLL')
  await editEmployee(colleague, employee._id, { cryptoAddress: anAddress() })
  const again = await askRelease(another, employee._id)
  expect(await waiting(ours)).toMatchObject([{ _id: again, canApprove: true }])
  expect(await waiting(colleague)).toMatchObject([{ refusal: 'RELEASE_BY_SAME_PERSON' }])
})

test('the address changes once more → the order about the former releases nothing', async () => {
  const { ours, payroll, employee } = await heldTeam()
  const approver = await aMember(t, ours, 'APPROVER')
  const former = await askRelease(payroll, employee._id)
  await editEmployee(ours, employee._id, { cryptoAddress: anAddress() })
  expectRefusal(await approve(approver, former), 409, 'NOT_PENDING_APPROVAL')
  const id = await askRelease(payroll, employee._id)
  expect(id).not.toBe(former)
  expect(await waiting(approver)).toMatchObject([{ _id: id }])
})

test('nobody else may release → the changer asks a day later', async () => {
  const { ours, payroll, employee } = await heldTeam()
  const early = expectRefusal(await request(ours, employee._id), 409, 'RELEASE_BY_SAME_PERSON')
  expect(early.data?.from).toBeTruthy()
  expectRefusal(await request(payroll, employee._id), 409, 'QUORUM_IMPOSSIBLE')
  expect(await waiting(ours)).toEqual([])
})
