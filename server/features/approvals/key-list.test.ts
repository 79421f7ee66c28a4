import { beforeEach, expect, test } from 'vitest'
import { approvalRules } from '#contract/approval-rules.ts'
import { approvalAnswer, approvalList, approvalOptions } from '#contract/approvals.ts'
import { session } from '#contract/auth.ts'
import { webauthnOptions } from '#contract/factors.ts'
import { updateCompany } from '#server/authorization/account-rows.ts'
import { testConfig } from '#server/testing/app.ts'
import {
  aCompany,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { addPasskeyRow } from '#server/testing/passkeys.ts'
import { type SoftwareKey, softwareKey } from '#server/testing/software-authenticator.ts'
import { aMember } from '#server/testing/team-steps.ts'
import { setTiers } from '#server/testing/tier-steps.ts'
import { applyDueChanges } from './apply-changes.ts'

/** One change removes the tiers and lets keys alone move money: it needs approvals and waits. */

const publicUrl = 'http://localhost:3000'
const t = await appForFile({ config: { publicUrl } })
const hour = 3_600_000

type Person = Pick<TestCompany, 'call' | 'form'> & { key: SoftwareKey }
let ana: Person
let julian: Person
let id: string

async function withKey<Who extends Pick<TestCompany, 'call'>>(
  who: Who,
  owner: { companyId: string; userId: string },
): Promise<Who & { key: SoftwareKey }> {
  const key = softwareKey({ synced: true })
  await addPasskeyRow({ ...t, config: { ...testConfig, publicUrl } }, owner, key)
  return { ...who, key }
}

const waiting = async (who: Person) =>
  expectAccepted(approvalList, await who.call('GET', '/approvals')).approvals

/** Moves the clock, and logs in again since sessions end. */
async function later(hours: number): Promise<void> {
  t.wait(hours * hour)
  for (const who of [ana, julian]) {
    const answer = await t.call('POST', '/auth/passkey/options')
    const response = who.key.assert(expectAccepted(webauthnOptions, answer).options)
    const signedIn = await t.call('POST', '/auth/passkey', { body: { response } })
    const { token } = expectAccepted(session, signedIn)
    who.call = (method, path, body, options = {}) =>
      t.call(method, path, { token, body, ...options })
  }
}

async function sign({ call, key }: Person, by = key) {
  const { options } = expectAccepted(
    approvalOptions,
    await call('POST', `/approvals/${id}/options`),
  )
  if (!options) throw new Error('there is a passkey')
  return call('POST', `/approvals/${id}/approve`, { assertion: by.assert(options) })
}

beforeEach(async () => {
  const ours = await aCompany(t)
  const member = await aMember(t, ours, 'APPROVER')
  const { companyId } = ours
  ana = await withKey(ours, { companyId, userId: ours.user._id })
  julian = await withKey(member, { companyId, userId: member.id })
  await setTiers(ana, [{ fromUsd: 1_000, approvals: 1 }])
  await t.db.transaction().execute(async (trx) => {
    const created_at = new Date(t.now().getTime() - 48 * hour)
    await updateCompany(trx, t.macKey, companyId, { created_at })
  })
  const rules = { tiers: [], strongOnly: true, password: ours.form.password }
  const answer = expectAccepted(
    approvalRules,
    await ana.call('PUT', '/companies/approval-rules', rules),
  )
  id = answer.pending?._id ?? ''
})

test('who has a key on the list → approves with it, and with no code', async () => {
  expectRefusal(await julian.call('POST', `/approvals/${id}/code`), 401, 'WRONG_ASSERTION')
  const code = '123456'
  expectRefusal(
    await julian.call('POST', `/approvals/${id}/approve`, { code }),
    401,
    'WRONG_ASSERTION',
  )
  expectRefusal(await sign(julian, ana.key), 401, 'WRONG_ASSERTION')
  expectAccepted(approvalAnswer, await sign(julian))
})

test('approved late, in force a day later → the list is signed for 72 hours from then', async () => {
  await later(71)
  expectAccepted(approvalAnswer, await sign(julian))
  await later(24)
  const inForce = t.now()
  await applyDueChanges({ ...t, db: t.db }, inForce)
  await later(71)
  const [list] = await waiting(ana)
  expect(list).toMatchObject({ _id: id, kind: 'RULES', required: 2, canApprove: true })
  expect(Date.parse(list?.expiresAt ?? '')).toBe(inForce.getTime() + 72 * hour)
  expectAccepted(approvalAnswer, await sign(ana))
  await later(1)
  expect(await waiting(ana)).toEqual([])
})
