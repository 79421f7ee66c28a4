import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { approvalRules } from '#contract/approval-rules.ts'
import { type ApprovalList, approvalAnswer, approvalList } from '#contract/approvals.ts'
import { company } from '#contract/company.ts'
import { updateCompany } from '#server/authorization/account-rows.ts'
import { messagesTo } from '#server/testing/codes.ts'
import {
  aCompany,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { mailsOf } from '#server/testing/notice-steps.ts'
import { aMember } from '#server/testing/team-steps.ts'
import { applyDueChanges } from './apply-changes.ts'
import { readRules } from './rules.ts'

type Person = Pick<TestCompany, 'call'>

const t = await appForFile()
const day = 24 * 3_600_000
let ours: TestCompany
let julian: Awaited<ReturnType<typeof aMember>>
let karla: Awaited<ReturnType<typeof aMember>>
beforeEach(async () => {
  ours = await aCompany(t)
  julian = await aMember(t, ours, 'APPROVER')
  karla = await aMember(t, ours, 'APPROVER')
})

const put = (who: Person, rules: object) => who.call('PUT', '/companies/approval-rules', rules)
/** Reads the rules from the database, because sessions end before some of these times. */
const rules = () => readRules(t.db, t, ours.companyId, t.now())
const list = async (who: Person): Promise<ApprovalList> =>
  expectAccepted(approvalList, await who.call('GET', '/approvals'))
/** Although too few are left for the rules. */
const remove = (id: string) => ours.call('DELETE', `/companies/users/${id}`, { confirmed: true })
const two = { tiers: [{ fromUsd: 1000, approvals: 2 }] }
const one = { tiers: [{ fromUsd: 1000, approvals: 1 }] }
const applyChanges = () => applyDueChanges({ ...t, db: t.db }, t.now())

/** The newest six-digit code that was sent to this address. */
async function codeFor(email: string): Promise<string> {
  const sent = (await messagesTo(t.db)).filter(({ recipient }) => recipient === email)
  return /(?<!\d)\d{6}(?!\d)/.exec(sent.at(-1)?.text ?? '')?.[0] ?? '000000'
}

async function approve(who: Person & { form: { email: string } }, id: string) {
  await who.call('POST', `/approvals/${id}/code`)
  return who.call('POST', `/approvals/${id}/approve`, { code: await codeFor(who.form.email) })
}

/** Makes the company older than its first day. */
const grownUp = () =>
  t.db.transaction().execute(async (trx) => {
    const created_at = new Date(t.now().getTime() - 2 * day)
    await updateCompany(trx, t.macKey, ours.companyId, { created_at })
  })

/** A loosening of the rules that waits for two people. */
async function loosened() {
  expectAccepted(approvalRules, await put(ours, two))
  const { pending } = expectAccepted(approvalRules, await put(ours, one))
  if (!pending) throw new Error('it waits')
  return pending
}

test('first tiers and tightening are in force at once; loosening waits for its tier', async () => {
  expect(expectAccepted(approvalRules, await put(ours, one))).toMatchObject({
    ...one,
    pending: null,
  })
  expect(expectAccepted(approvalRules, await put(ours, two))).toMatchObject({
    ...two,
    pending: null,
  })
  const after = expectAccepted(approvalRules, await put(ours, one))
  expect(after).toMatchObject({ ...two, pending: { ...one, required: 2, given: [] } })
  const { approvals, waitingForMe } = await list(julian)
  expect(waitingForMe).toBe(1)
  expect(approvals).toMatchObject([{ kind: 'RULES', required: 2, canApprove: true }])
  expect((await list(ours)).approvals).toMatchObject([
    { askedByMe: true, canApprove: false, refusal: 'SELF_APPROVAL' },
  ])
})

test('nothing waits → a list of no pages', async () => {
  const none = { approvals: [], approved: [], pages: 0 }
  expect(await list(ours)).toEqual({ ...none, total: 0, waitingForMe: 0 })
})

test('two approve in the first day → in force at once; the same person counts once', async () => {
  const { _id } = await loosened()
  expectAccepted(approvalAnswer, await approve(julian, _id))
  expectRefusal(await approve(julian, _id), 409, 'ALREADY_APPROVED')
  expectRefusal(await approve(ours, _id), 409, 'SELF_APPROVAL')
  expect((await rules()).pending?.given).toHaveLength(1)
  expectAccepted(approvalAnswer, await approve(karla, _id))
  expect(await rules()).toMatchObject({ ...one, pending: null })
  expectRefusal(await approve(karla, _id), 409, 'NOT_PENDING_APPROVAL')
})

test('the code of a change approves it, that of another act does not', async () => {
  const { _id } = await loosened()
  const { email } = julian.form
  await julian.call('POST', '/users/step-up', { action: 'FACTORS' })
  const path = `/approvals/${_id}/approve`
  expectRefusal(await julian.call('POST', path, { code: await codeFor(email) }), 401, 'WRONG_CODE')
  expectAccepted(z.null(), await julian.call('POST', `/approvals/${_id}/code`))
  const code = await codeFor(email)
  const [mail] = (await mailsOf(t.db, email, 'changeCode')).slice(-1)
  expect(mail?.text).toContain('Reglas de aprobación · desde $1,000.00: 1')
  const { approval } = expectAccepted(approvalAnswer, await julian.call('POST', path, { code }))
  expect(approval.given).toMatchObject([{ user: { _id: julian.id }, kind: 'CODE' }])
})

test('after the first day it waits 24 hours, and can be undone until then', async () => {
  await grownUp()
  const first = await loosened()
  await approve(julian, first._id)
  await approve(karla, first._id)
  const { effectiveAt } = (await rules()).pending ?? {}
  expect(effectiveAt).toBeTruthy()
  await applyChanges()
  expect(await rules()).toMatchObject(two)
  const { approvals, approved } = await list(karla)
  expect(approvals).toEqual([])
  expect(approved).toMatchObject([
    { _id: first._id, kind: 'RULES', effectiveAt, canApprove: false, given: [{}, {}] },
  ])
  const mails = await mailsOf(t.db, ours.form.email, 'rulesChanged')
  expect(mails.at(-1)?.subject).toBe('Van a cambiar las reglas de aprobación')
  expect(mails.at(-1)?.text).toContain(`/dashboard/por-aprobar/${first._id}`)
  const path = `/companies/approval-rules/pending/${first._id}`
  expectAccepted(approvalRules, await ours.call('DELETE', path))
  expect((await list(ours)).approved).toEqual([])
  t.wait(2 * day)
  await applyChanges()
  expect(await rules()).toMatchObject({ ...two, pending: null })
})

test('its 24 hours over → in force, once, however often it is applied', async () => {
  await grownUp()
  const { _id } = await loosened()
  await approve(julian, _id)
  await approve(karla, _id)
  t.wait(day)
  await Promise.all([applyChanges(), applyChanges(), applyChanges()])
  expect(await rules()).toMatchObject({ ...one, pending: null })
  const events = await t.db
    .selectFrom('audit_events')
    .select('id')
    .where('company_id', '=', ours.companyId)
    .where('action', '=', 'company.rulesChanged')
    .execute()
  // Three events: the first tier, the requested change, and its effect.
  expect(events).toHaveLength(3)
})

test('one rejection ends it; nobody approves it within three days → it ends', async () => {
  const first = await loosened()
  expectAccepted(approvalAnswer, await karla.call('POST', `/approvals/${first._id}/reject`))
  expect((await rules()).pending).toBeNull()
  expectRefusal(await approve(julian, first._id), 409, 'NOT_PENDING_APPROVAL')
  expectAccepted(approvalRules, await put(ours, one))
  t.wait(3 * day)
  await applyChanges()
  expect(await rules()).toMatchObject({ ...two, pending: null })
})

test('the same rules again → no event and no mail; too many approvers → 409', async () => {
  expectAccepted(approvalRules, await put(ours, two))
  const before = (await messagesTo(t.db)).length
  expectAccepted(approvalRules, await put(ours, two))
  expect((await messagesTo(t.db)).length).toBe(before)
  const four = { tiers: [{ fromUsd: 0, approvals: 4 }] }
  const { data } = expectRefusal(await put(ours, four), 409, 'QUORUM_IMPOSSIBLE')
  expect(data).toMatchObject({ required: 4, missing: 1 })
  const alone = await aCompany(t)
  expectRefusal(await put(alone, one), 409, 'QUORUM_IMPOSSIBLE')
  for (const bad of [
    {},
    { tiers: [{ fromUsd: -1, approvals: 1 }] },
    { tiers: [{ fromUsd: 1, approvals: 6 }] },
    { tiers: Array.from({ length: 6 }, (_, fromUsd) => ({ fromUsd, approvals: 1 })) },
    {
      tiers: [
        { fromUsd: 1, approvals: 1 },
        { fromUsd: 1, approvals: 2 },
      ],
    },
  ]) {
    expectRefusal(await put(ours, bad), 400, 'VALIDATION')
  }
  expect(await rules()).toMatchObject({ ...two, pending: null })
})

test('a tier of all who approve → its change takes the others, and one’s own code', async () => {
  const three = { tiers: [{ fromUsd: 1000, approvals: 3 }] }
  expectAccepted(approvalRules, await put(ours, three))
  expectRefusal(await put(ours, one), 401, 'CODE_REQUIRED')
  const answer = await put(ours, { ...one, password: ours.form.password })
  const { pending } = expectAccepted(approvalRules, answer)
  expect(pending).toMatchObject({ ...one, required: 3, given: [] })
  for (const who of [ours, julian]) {
    expectAccepted(approvalAnswer, await approve(who, pending?._id ?? ''))
    expect(await rules()).toMatchObject(three)
  }
  expectAccepted(approvalAnswer, await approve(karla, pending?._id ?? ''))
  expect(await rules()).toMatchObject({ ...one, pending: null })
})

test('two people too few for a tier → nobody loosens it, code or not', async () => {
  expectAccepted(approvalRules, await put(ours, { tiers: [{ fromUsd: 1000, approvals: 3 }] }))
  expectAccepted(z.null(), await remove(julian.id))
  const answer = await put(ours, { ...one, password: ours.form.password })
  expectRefusal(answer, 409, 'QUORUM_IMPOSSIBLE')
})

test('a row of the table that says approved, or due, by hand → no rule changes', async () => {
  const { _id } = await loosened()
  await t.db
    .updateTable('change_orders')
    .set({ state: 'waiting', effective_at: new Date(0), approved_at: new Date(0) })
    .where('id', '=', _id)
    .execute()
  await applyChanges()
  expect(await rules()).toMatchObject({ ...two, pending: null })
  // A change that ended cannot be reopened either.
  const back = t.db.updateTable('change_orders').set({ state: 'open' }).where('id', '=', _id)
  await expect(back.execute()).rejects.toThrow('does not come back')
})

const readSettings = async () =>
  expectAccepted(company, await ours.call('GET', '/companies/company'))
const looser = { addressHoldHours: 0, approval: { overUsd: null, changedAddresses: false } }

test('looser settings under a tier → wait for it and 24 hours; the rest holds', async () => {
  await grownUp()
  expectAccepted(approvalRules, await put(ours, two))
  const body = { ...looser, salaryGuardPercent: 5, name: 'Café Ilopango' }
  const answer = expectAccepted(company, await ours.call('PUT', '/companies', body))
  const strict = { addressHoldHours: 48, approval: { overUsd: null, changedAddresses: true } }
  expect(answer).toMatchObject({ ...strict, salaryGuardPercent: 5, name: 'Café Ilopango' })
  const [one] = (await list(julian)).approvals
  const subject = 'Una dirección nueva espera 0 h · Una dirección cambiada no pide aprobación'
  expect(one).toMatchObject({ kind: 'RULES', required: 2, canApprove: true, subject })
  const id = one?._id ?? ''
  expectRefusal(await approve(ours, id), 409, 'SELF_APPROVAL')
  await approve(julian, id)
  await approve(karla, id)
  expect((await list(ours)).approved).toMatchObject([{ _id: id, kind: 'RULES', subject }])
  expect(await mailsOf(t.db, ours.form.email, 'changeWaits')).toHaveLength(1)
  expect(await readSettings()).toMatchObject(strict)
  t.wait(day)
  await applyChanges()
  t.wait(-day)
  expect(await readSettings()).toMatchObject({ ...looser, salaryGuardPercent: 5 })
})

test('settings asked for once more, undone or rejected → the former ones stay', async () => {
  expectAccepted(approvalRules, await put(ours, one))
  await ours.call('PUT', '/companies', { addressHoldHours: 0 })
  const first = (await list(julian)).approvals[0]?._id ?? ''
  await ours.call('PUT', '/companies', { addressHoldHours: 24 })
  expectRefusal(await approve(julian, first), 409, 'NOT_PENDING_APPROVAL')
  const second = (await list(julian)).approvals[0]?._id ?? ''
  expectAccepted(approvalAnswer, await julian.call('POST', `/approvals/${second}/reject`))
  await ours.call('PUT', '/companies', { totalGuardPercent: 90 })
  const third = (await list(julian)).approvals[0]?._id ?? ''
  const path = `/companies/approval-rules/pending/${third}`
  expectAccepted(approvalRules, await ours.call('DELETE', path))
  expect(await readSettings()).toMatchObject({ addressHoldHours: 48, totalGuardPercent: 10 })
})

test('asking for more, under a tier → in force at once, nothing waits', async () => {
  expectAccepted(approvalRules, await put(ours, one))
  const body = { addressHoldHours: 72, totalGuardPercent: 5 }
  expect(expectAccepted(company, await ours.call('PUT', '/companies', body))).toMatchObject(body)
  expect((await list(julian)).approvals).toEqual([])
})

test('a tier of all who approve → settings take the other, and one’s own code', async () => {
  expectAccepted(approvalRules, await put(ours, two))
  expect((await remove(karla.id)).status).toBe(200)
  const body = { addressHoldHours: 0 }
  expectRefusal(await ours.call('PUT', '/companies', body), 401, 'CODE_REQUIRED')
  const { password } = ours.form
  expectAccepted(company, await ours.call('PUT', '/companies', { ...body, password }))
  expect((await readSettings()).addressHoldHours).toBe(48)
  const [one] = (await list(julian)).approvals
  expect(one).toMatchObject({ kind: 'RULES', required: 2 })
  for (const who of [julian, ours]) {
    expectAccepted(approvalAnswer, await approve(who, one?._id ?? ''))
  }
  expect((await readSettings()).addressHoldHours).toBe(0)
})
