import { expect, test } from 'vitest'
import { enrolPasskey } from '#server/testing/factor-steps.ts'
import { aCompany } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { softwareKey } from '#server/testing/software-authenticator.ts'
import { examinePasskeys } from './passkeys.ts'

const t = await appForFile({ config: { publicUrl: 'http://localhost:3000' } })

const said = async (publicUrl: string, url: string | null = t.url) =>
  (await examinePasskeys({ publicUrl, roles: ['api'] }, url)).map(
    ({ level, says }) => `${level}: ${says}`,
  )

test('no passkeys, or no database → nothing is said', async () => {
  expect(await said('http://localhost:3000')).toEqual([])
  expect(await said('http://localhost:3000', null)).toEqual([])
})

test('PUBLIC_URL leads to another host than the passkeys’ → wrong, with their number', async () => {
  const ours = await aCompany(t)
  const id = await enrolPasskey(ours, softwareKey())
  await enrolPasskey(await aCompany(t), softwareKey())
  expect(await said('http://localhost:8080')).toEqual([
    'fine: Passkeys made for localhost work there: 2.',
  ])
  expect(await said('https://nominas.example')).toEqual([
    expect.stringMatching(
      /^wrong: Passkeys made for localhost, where PUBLIC_URL no longer is: 2\./,
    ),
  ])
  await t.owner.updateTable('passkeys').set({ removed_at: t.now() }).where('id', '=', id).execute()
  expect(await said('https://nominas.example')).toEqual([expect.stringContaining('is: 1.')])
})
