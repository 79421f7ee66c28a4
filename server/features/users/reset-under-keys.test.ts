import { beforeEach, expect, test } from 'vitest'
import { approvalRules } from '#contract/approval-rules.ts'
import { approvalAnswer, approvalList, approvalOptions } from '#contract/approvals.ts'
import { testConfig } from '#server/testing/app.ts'
import { stepUpByKey } from '#server/testing/factor-steps.ts'
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
import { resetTwoFactor } from './two-factor-reset.ts'

/** Passkeys alone move money: nobody's key goes without another one. */

const publicUrl = 'http://localhost:3000'
const t = await appForFile({ config: { publicUrl } })
let ana: TestCompany
let luis: Awaited<ReturnType<typeof aMember>>
let keys: { ana: SoftwareKey; luis: SoftwareKey }

const waiting = async () =>
  expectAccepted(approvalList, await ana.call('GET', '/approvals')).approvals

async function sign({ call }: Pick<TestCompany, 'call'>, key: SoftwareKey, id: string) {
  const answer = await call('POST', `/approvals/${id}/options`)
  const { options } = expectAccepted(approvalOptions, answer)
  if (!options) throw new Error('there is a passkey')
  return call('POST', `/approvals/${id}/approve`, { assertion: key.assert(options) })
}

const keysOfLuis = async () =>
  (
    await t.owner
      .selectFrom('passkeys')
      .select('id')
      .where('user_id', '=', luis.id)
      .where('removed_at', 'is', null)
      .execute()
  ).length

const withKey = async (userId: string) => {
  const key = softwareKey({ synced: true })
  const config = { ...testConfig, publicUrl }
  await addPasskeyRow({ ...t, config }, { companyId: ana.companyId, userId }, key)
  return key
}

beforeEach(async () => {
  ana = await aCompany(t)
  luis = await aMember(t, ana, 'APPROVER')
  keys = { ana: await withKey(ana.user._id), luis: await withKey(luis.id) }
  const rules = { strongOnly: true }
  expectAccepted(approvalRules, await ana.call('PUT', '/companies/approval-rules', rules))
  const [list] = await waiting()
  for (const [who, key] of [[ana, keys.ana] as const, [luis, keys.luis] as const]) {
    expectAccepted(approvalAnswer, await sign(who, key, list?._id ?? ''))
  }
})

const path = () => `/companies/users/${luis.id}/reset-factors`

test('somebody’s factors are reset → only once a key has approved it', async () => {
  const given = await stepUpByKey(ana, keys.ana)
  expect((await ana.call('POST', path(), given)).status).toBe(200)
  expect(await keysOfLuis()).toBe(1)
  const [reset] = (await waiting()).filter(({ askedByMe }) => askedByMe)
  expect(reset).toMatchObject({ kind: 'FACTOR', subject: expect.stringContaining('factores') })
  const id = reset?._id ?? ''
  expectRefusal(await ana.call('POST', `/approvals/${id}/code`), 401, 'WRONG_ASSERTION')
  expectAccepted(approvalAnswer, await sign(ana, keys.ana, id))
  expect(await keysOfLuis()).toBe(0)
})

test('somebody who waits to be reset leaves → the request is over', async () => {
  const given = await stepUpByKey(ana, keys.ana)
  await ana.call('POST', path(), given)
  const mine = async () => (await waiting()).filter(({ kind }) => kind === 'FACTOR')
  expect(await mine()).toHaveLength(1)
  expect((await ana.call('DELETE', `/companies/users/${luis.id}`)).status).toBe(200)
  expect(await mine()).toEqual([])
})

test('the operator takes no key that counts', async () => {
  const context = { ...t, now: t.now(), smsConfigured: true }
  expect(await resetTwoFactor(t.db, luis.form.email, context)).toBe('KEYS_COUNT')
  expect(await keysOfLuis()).toBe(1)
})
