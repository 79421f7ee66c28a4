import { createSecretKey, randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { updateCompany } from '#server/authorization/account-rows.ts'
import { connect } from '#server/platform/db/database.ts'
import { requestRuleEnding } from '#server/signer/authority/rule-endings.ts'
import { aCompany, type TestCompany } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { mailsOf } from '#server/testing/notice-steps.ts'
import { aMember } from '#server/testing/team-steps.ts'
import { setTiers } from '#server/testing/tier-steps.ts'
import { readRules } from './rules.ts'
import { applyRuleEndings } from './rules-by-seed.ts'

const t = await appForFile()
const day = 24 * 3_600_000
let ours: TestCompany
let karla: Awaited<ReturnType<typeof aMember>>
beforeEach(async () => {
  ours = await aCompany(t)
  karla = await aMember(t, ours, 'ACCOUNTANT')
  await aMember(t, ours, 'APPROVER')
  await setTiers(ours, [{ fromUsd: 0, approvals: 1 }])
  await t.db
    .transaction()
    .execute((trx) => updateCompany(trx, t.macKey, ours.companyId, { strong_only: true }))
})

/** The row that the script writes as the signer, with the seed's key. */
async function request(): Promise<void> {
  const signer = connect(t.signerUrl, {
    poolSize: 1,
    onError: (cause) => expect.fail(cause.message),
  })
  await requestRuleEnding(signer, createSecretKey(randomBytes(32)), ours.companyId)
  await signer.destroy()
}
const apply = () => applyRuleEndings({ ...t, db: t.worker }, t.now())
const rules = () => readRules(t.db, t, ours.companyId, t.now())
const mailCounts = async () => {
  const mails = [ours.form.email, karla.form.email].map((to) => mailsOf(t.db, to, 'rulesChanged'))
  return (await Promise.all(mails)).map((all) => all.length)
}

test('the seed ends the rule of keys → everybody hears at once, and a day later', async () => {
  const [before = 0] = await mailCounts()
  await request()
  await apply()
  await apply()
  expect(await mailCounts()).toEqual([before + 1, 1])
  expect(await rules()).toMatchObject({ strongOnly: true })
  t.wait(day)
  await apply()
  await apply()
  expect(await rules()).toEqual({ tiers: [], strongOnly: false, pending: null })
  expect(await mailCounts()).toEqual([before + 2, 2])
})

test('an open change of the rules gives way', async () => {
  await ours.call('PUT', '/companies/approval-rules', { tiers: [{ fromUsd: 0, approvals: 0 }] })
  await request()
  t.wait(day)
  await apply()
  expect(await rules()).toEqual({ tiers: [], strongOnly: false, pending: null })
})
