import { expect, test } from 'vitest'
import { updateUser } from '#server/authorization/account-rows.ts'
import { testMacKey } from '#server/testing/codes.ts'
import { aCompany, expectRefusal } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { aMember } from '#server/testing/team-steps.ts'

const t = await appForFile()

test('who signs up administrates; a member signs in with the role of the invitation', async () => {
  const ours = await aCompany(t)
  expect(ours.user.role).toBe('ADMIN')
  expect((await aMember(t, ours, 'APPROVER')).user.role).toBe('APPROVER')
})

test('a removed user → the session is over, and sign-in knows nobody by the e-mail', async () => {
  const ours = await aCompany(t)
  const member = await aMember(t, ours, 'PAYROLL')
  await t.db.transaction().execute((trx) =>
    updateUser(
      trx,
      testMacKey,
      { companyId: ours.companyId, userId: member.id },
      {
        removed_at: new Date(),
      },
    ),
  )
  expectRefusal(await member.call('GET', '/employees'), 403, 'SESSION_EXPIRED')
  const { email, password } = member.form
  const body = { email, password }
  expectRefusal(await t.call('POST', '/auth/sign-in', { body }), 401, 'WRONG_CREDENTIALS')
})
