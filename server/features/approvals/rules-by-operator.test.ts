import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { approvalRules } from '#contract/approval-rules.ts'
import { updateCompany } from '#server/authorization/account-rows.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { changeUser } from '#server/testing/account-steps.ts'
import {
  aCompany,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { freezeByMail } from '#server/testing/freeze-steps.ts'
import { mailsOf } from '#server/testing/notice-steps.ts'
import { aMember } from '#server/testing/team-steps.ts'
import { setTiers } from '#server/testing/tier-steps.ts'
import { applyDueChanges } from './apply-changes.ts'
import { endRulesByOperator } from './index.ts'
import { readRules } from './rules.ts'

const t = await appForFile()
const day = 24 * 3_600_000
let ours: TestCompany
let karla: Awaited<ReturnType<typeof aMember>>
beforeEach(async () => {
  ours = await aCompany(t)
  const created_at = new Date(t.now().getTime() - 2 * day)
  await t.db.transaction().execute((trx) => change(trx, { created_at }))
  await changeUser(t.db, ours, { role_since: created_at })
  karla = await aMember(t, ours, 'APPROVER')
  await setTiers(ours, [{ fromUsd: 0, approvals: 1 }])
})

const end = (email = ours.form.email) => endRulesByOperator(t.db, email, { ...t, now: t.now() })
const rules = () => readRules(t.db, t, ours.companyId, t.now())
const change = (trx: Trx, changes: Parameters<typeof updateCompany>[3]) =>
  updateCompany(trx, t.macKey, ours.companyId, changes)
const mails = () => mailsOf(t.db, ours.form.email, 'rulesChanged')
const putNone = () => ours.call('PUT', '/companies/approval-rules', { tiers: [] })
const remove = () => ours.call('DELETE', `/companies/users/${karla.id}`, { confirmed: true })
const none = { tiers: [], strongOnly: false }

test('whose last approver left → the rules end a day later, and administrators know', async () => {
  expect((await remove()).status).toBe(200)
  expectRefusal(await putNone(), 409, 'QUORUM_IMPOSSIBLE')
  const known = (await mails()).length
  expect(await end()).toMatchObject({ outcome: 'WAITING' })
  expect(await rules()).toMatchObject({
    tiers: [{ fromUsd: 0 }],
    pending: { ...none, required: 0 },
  })
  expect(await mails()).toHaveLength(known + 1)
  expect(await end()).toMatchObject({ outcome: 'UNDER_WAY' })
  t.wait(day)
  await applyDueChanges({ ...t, db: t.db }, t.now())
  expect(await rules()).toEqual({ ...none, pending: null })
})

test('an administrator undoes it by the page that the mail names', async () => {
  await remove()
  await end()
  const { pending } = await rules()
  const path = `/companies/approval-rules/pending/${pending?._id}`
  expect((await ours.call('DELETE', path)).status).toBe(200)
  t.wait(day)
  await applyDueChanges({ ...t, db: t.db }, t.now())
  expect(await rules()).toMatchObject({ tiers: [{ fromUsd: 0 }], pending: null })
})

test('what waited for somebody who left gives way', async () => {
  expectAccepted(approvalRules, await putNone())
  await remove()
  expect(await end()).toMatchObject({ outcome: 'WAITING' })
  expect((await rules()).pending).toMatchObject({ ...none, required: 0 })
})

test('a frozen company → its rules stay', async () => {
  await remove()
  await freezeByMail(t, ours.companyId)
  expect(await end()).toMatchObject({ outcome: 'FROZEN' })
  expect(await rules()).toMatchObject({ tiers: [{ fromUsd: 0 }], pending: null })
})

test('enough are left, no rules, keys alone, a changed row, no administrator → nothing', async () => {
  expect(await end()).toMatchObject({ outcome: 'CAN_CHANGE' })
  expect(await end(karla.form.email)).toBeNull()
  await remove()
  await t.db.transaction().execute((trx) => change(trx, { strong_only: true }))
  expect(await end()).toMatchObject({ outcome: 'KEYS_ALONE' })
  await t.db.transaction().execute((trx) => change(trx, { strong_only: false }))
  await sql`UPDATE users SET removed_at = NULL WHERE id = ${karla.id}`.execute(t.db)
  expect(await end()).toMatchObject({ outcome: 'TAMPERED' })
  await sql`UPDATE users SET removed_at = now() WHERE id = ${karla.id}`.execute(t.db)
  expect((await rules()).pending).toBeNull()
  const other = await aCompany(t)
  expect(await end(other.form.email)).toMatchObject({ outcome: 'NO_RULES' })
})
