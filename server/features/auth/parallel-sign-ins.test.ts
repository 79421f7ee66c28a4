import { expect, test } from 'vitest'
import { session } from '#contract/auth.ts'
import { aCompany, expectAccepted, expectRefusal } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'

const t = await appForFile()

test('a hundred wrong passwords at once → the right one among them signs in', async () => {
  const { form } = await aCompany(t)
  const signIn = (password: string) =>
    t.call('POST', '/auth/sign-in', { body: { email: form.email, password } })
  const wrong = Array.from({ length: 100 }, () => signIn('Wrong#1'))
  expectAccepted(session, await signIn(form.password))
  for (const answer of await Promise.all(wrong)) expectRefusal(answer, 401, 'WRONG_CREDENTIALS')
  expect(wrong).toHaveLength(100)
})
