import { expect, test } from 'vitest'
import { occurrenceAnswer } from '#contract/calendar.ts'
import {
  aCompany,
  aPayroll,
  aPrice,
  expectAccepted,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { moveOrdersBack } from '#server/testing/move-orders-back.ts'
import { makePaidRun } from '#server/testing/paid-rows.ts'
import { aPaydayToCome, listApprovals } from '#server/testing/prepared-steps.ts'
import { setApproval } from '#server/testing/step-up.ts'

const t = await appForFile()

/** Prepares the payday, and returns whether somebody is asked to approve it. */
async function asksFor(ours: TestCompany, id: string) {
  const prepared = await ours.call('POST', `/calendar/${id}/prepare`)
  expectAccepted(occurrenceAnswer, prepared)
  return (await listApprovals(ours)).some(({ kind }) => kind === 'OCCURRENCE')
}

test('somebody was paid elsewhere in 72 hours → a prepared payday asks for an approval', async () => {
  await aPrice(t)
  const ours = await aCompany(t)
  await setApproval(ours, { overUsd: null, changedAddresses: true })
  const { id, people } = await aPaydayToCome(t, ours, { mode: 'PREPARE' })
  expect(await asksFor(ours, id)).toBe(false)
  const { _id: other } = await aPayroll(ours)
  await ours.call('PATCH', `/companies/payrolls/${other}/employees/${people[0]}`)
  await makePaidRun(ours, other)
  expect(await asksFor(ours, id)).toBe(true)
  await moveOrdersBack(t.db, ours.companyId, '72 hours')
  expect(await asksFor(ours, id)).toBe(false)
})
