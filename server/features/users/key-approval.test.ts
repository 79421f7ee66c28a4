import { beforeEach, expect, test } from 'vitest'
import { approvalRules } from '#contract/approval-rules.ts'
import { approvalAnswer, approvalList, approvalOptions } from '#contract/approvals.ts'
import { holdRequested } from '#contract/changes.ts'
import { factors, passkeyAnswer } from '#contract/factors.ts'
import { updateCompany, updateUser } from '#server/authorization/account-rows.ts'
import { applyDueChanges } from '#server/features/approvals/apply-changes.ts'
import { readCountingKeys } from '#server/features/quorum/index.ts'
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
import { longTest } from '#server/testing/long-test.ts'
import { mailsOf } from '#server/testing/notice-steps.ts'
import { makePaidRun } from '#server/testing/paid-rows.ts'
import { addPasskeyRow } from '#server/testing/passkeys.ts'
import { type SoftwareKey, softwareKey } from '#server/testing/software-authenticator.ts'
import { aMember } from '#server/testing/team-steps.ts'

/** Where passkeys alone move money, a key made after the list needs another person's key. */

const t = await appForFile({ config: { publicUrl: 'http://localhost:3000' } })
const day = 24 * 3_600_000
type Person = { who: Pick<TestCompany, 'call'>; userId: string; key: SoftwareKey }
let ours: TestCompany
let ana: Person
let julian: Person

const withKey = async (userId: string) => {
  const key = softwareKey({ synced: true })
  return { key, id: await addPasskeyRow(t, { companyId: ours.companyId, userId }, key) }
}

/** Signs the waiting subject with this id by the person's key. */
async function sign({ who, key }: Person, id: string) {
  const answer = await who.call('POST', `/approvals/${id}/options`)
  if (answer.status !== 200) return answer
  const { options } = expectAccepted(approvalOptions, answer)
  if (!options) throw new Error('there is a passkey')
  return who.call('POST', `/approvals/${id}/approve`, { assertion: key.assert(options) })
}
const waitingId = async ({ who }: Person) =>
  expectAccepted(approvalList, await who.call('GET', '/approvals')).approvals[0]?._id ?? ''

beforeEach(async () => {
  ours = await aCompany(t)
  const luis = await aMember(t, ours, 'APPROVER')
  ana = { who: ours, userId: ours.user._id, key: (await withKey(ours.user._id)).key }
  julian = { who: luis, userId: luis.id, key: (await withKey(luis.id)).key }
  const rules = { strongOnly: true }
  expectAccepted(approvalRules, await ours.call('PUT', '/companies/approval-rules', rules))
  const list = await waitingId(ana)
  for (const person of [ana, julian]) expectAccepted(approvalAnswer, await sign(person, list))
  // Makes the company older than its first day.
  await t.db.transaction().execute(async (trx) => {
    const created_at = new Date(t.now().getTime() - 2 * day)
    await updateCompany(trx, t.macKey, ours.companyId, { created_at })
    const owner = { companyId: ours.companyId, userId: ana.userId }
    await updateUser(trx, t.macKey, owner, { role_since: new Date(0) })
  })
  // A second later, because the list has to be older than the next change.
  t.wait(1000)
})

const request = ({ who }: Person, id: string) =>
  who.call('POST', `/users/passkeys/${id}/request-approval`)
const approvalOf = async ({ who }: Person, id: string) => {
  const { passkeys } = expectAccepted(factors, await who.call('GET', '/users/factors'))
  return passkeys.find(({ _id }) => _id === id)
}
async function askForKey(): Promise<{ keyId: string; changeId: string }> {
  const { id: keyId } = await withKey(julian.userId)
  const { passkey } = expectAccepted(passkeyAnswer, await request(julian, keyId))
  return { keyId, changeId: passkey.approval?.changeId ?? '' }
}
const counts = async (keyId: string) =>
  (await readCountingKeys(t.db, t.macKey, ours.companyId, t.now())).has(keyId)
async function nextDay() {
  t.wait(day)
  await applyDueChanges({ ...t, db: t.db }, t.now())
}

test('a new key signs in, and approves a day after somebody else’s key approved it', async () => {
  const { id } = await withKey(julian.userId)
  expect(await approvalOf(julian, id)).toMatchObject({
    approvesFrom: null,
    approval: { code: 'ASK' },
  })
  const { passkey } = expectAccepted(passkeyAnswer, await request(julian, id))
  expect(passkey.approval).toMatchObject({ code: 'ASKED', effectiveAt: null })
  const changeId = passkey.approval?.changeId ?? ''
  expectRefusal(await sign(julian, changeId), 409, 'SELF_APPROVAL')
  const code = { code: '123456' }
  expectRefusal(
    await ana.who.call('POST', `/approvals/${changeId}/approve`, code),
    401,
    'WRONG_ASSERTION',
  )
  expect(await waitingId(ana)).toBe(changeId)
  expectAccepted(approvalAnswer, await sign(ana, changeId))
  expect((await approvalOf(julian, id))?.approval?.code).toBe('WAITS')
  const { approved } = expectAccepted(approvalList, await ana.who.call('GET', '/approvals'))
  expect(approved).toMatchObject([{ _id: changeId, kind: 'FACTOR' }])
  const mails = await mailsOf(t.db, ours.form.email, 'changeWaits')
  expect(mails.map(({ text }) => text.includes(`/dashboard/por-aprobar/${changeId}`))).toEqual([
    true,
  ])
  expect(await counts(id)).toBe(false)
  await nextDay()
  expect(await counts(id)).toBe(true)
})

test('asked for once more while it waits → one change', async () => {
  const { keyId, changeId } = await askForKey()
  const { passkey } = expectAccepted(passkeyAnswer, await request(julian, keyId))
  expect(passkey.approval?.changeId).toBe(changeId)
})

test('a key that is undone, rejected or not approved in time does not count', async () => {
  const undone = await askForKey()
  expectAccepted(approvalAnswer, await sign(ana, undone.changeId))
  const path = `/companies/approval-rules/pending/${undone.changeId}`
  expectRefusal(await julian.who.call('DELETE', path), 422, 'NOT_ALLOWED_FOR_ROLE')
  expectAccepted(approvalRules, await ana.who.call('DELETE', path))
  const rejected = await askForKey()
  const reject = `/approvals/${rejected.changeId}/reject`
  expectRefusal(await (await aCompany(t)).call('POST', reject), 404, 'NOT_FOUND')
  expectAccepted(approvalAnswer, await ana.who.call('POST', reject))
  expect((await approvalOf(julian, rejected.keyId))?.approval?.code).toBe('ASK')
  const late = await askForKey()
  t.wait(3 * day)
  await nextDay()
  for (const { keyId } of [undone, rejected, late]) expect(await counts(keyId)).toBe(false)
})

test('its owner is demoted before the day is over → it never counts', async () => {
  const { keyId, changeId } = await askForKey()
  expectAccepted(approvalAnswer, await sign(ana, changeId))
  const role = { role: 'PAYROLL' }
  expect((await ana.who.call('PATCH', `/companies/users/${julian.userId}`, role)).status).toBe(200)
  await nextDay()
  expect(await counts(keyId)).toBe(false)
})

longTest('its approver is demoted before the day is over → it is not made', async () => {
  const { id } = await withKey(ana.userId)
  const { passkey } = expectAccepted(passkeyAnswer, await request(ana, id))
  expectAccepted(approvalAnswer, await sign(julian, passkey.approval?.changeId ?? ''))
  const role = { role: 'PAYROLL' }
  expect((await ana.who.call('PATCH', `/companies/users/${julian.userId}`, role)).status).toBe(200)
  await nextDay()
  expect(await counts(id)).toBe(false)
})

test('nobody else has a key that counts → it says so, and nothing is asked', async () => {
  const role = { role: 'PAYROLL' }
  expect((await ana.who.call('PATCH', `/companies/users/${julian.userId}`, role)).status).toBe(200)
  const { id } = await withKey(ana.userId)
  expect((await approvalOf(ana, id))?.approval?.code).toBe('NOBODY')
  expectRefusal(await request(ana, id), 409, 'QUORUM_IMPOSSIBLE')
})

test('another’s key, one that counts, or one of PAYROLL is not asked for', async () => {
  const { keyId } = await askForKey()
  expectRefusal(await request(ana, keyId), 404, 'NOT_FOUND')
  const { passkeys } = expectAccepted(factors, await ana.who.call('GET', '/users/factors'))
  expectRefusal(await request(ana, passkeys[0]?._id ?? ''), 409, 'NOT_PENDING_APPROVAL')
  const karla = await aMember(t, ours, 'PAYROLL')
  const { id } = await withKey(karla.id)
  expectRefusal(await request({ ...ana, who: karla }, id), 409, 'NOT_PENDING_APPROVAL')
})

test('a code, or a key that does not count yet, releases no held address', async () => {
  const payrollId = (await aPayroll(ours))._id
  const employee = await anEmployee(ours)
  await ours.call('PATCH', `/companies/payrolls/${payrollId}/employees/${employee._id}`)
  await makePaidRun(ours, payrollId)
  await editEmployee(ours, employee._id, { cryptoAddress: anAddress() })
  const { key: later } = await withKey(julian.userId)
  const path = `/companies/employees/${employee._id}/address-hold/release`
  const requested = await julian.who.call(
    'POST',
    `/companies/employees/${employee._id}/address-hold/request`,
  )
  const { approval } = expectAccepted(holdRequested, requested)
  const release = async (by: SoftwareKey) => {
    const answer = await julian.who.call('POST', `/approvals/${approval._id}/options`)
    const { options } = expectAccepted(approvalOptions, answer)
    if (!options) throw new Error('there is a passkey')
    return julian.who.call('POST', path, { assertion: by.assert(options) })
  }
  expectRefusal(await julian.who.call('POST', path, { code: '000000' }), 401, 'WRONG_ASSERTION')
  expectRefusal(await release(later), 401, 'WRONG_ASSERTION')
  expect((await release(julian.key)).status).toBe(200)
})
