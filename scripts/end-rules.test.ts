import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aCompany } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'
import { inheritedSettings } from '#server/testing/process.ts'
import { tempDataDir } from '#server/testing/temp-data-dir.ts'

const t = await appForFile()
const ours = await aCompany(t)
/** The words of the wallet of test apps. */
const words = `${'abandon '.repeat(11)}about`
const another = `${'zoo '.repeat(11)}wrong`

/** Types the words; they stand in no argument. */
async function endRules(whose: string, typed: string) {
  const folder = tempDataDir()
  const env = {
    ...inheritedSettings,
    DATA_DIR: folder.path,
    ROLES: 'signer',
    SIGNER_DATABASE_URL: t.signerUrl,
  }
  const script = join(import.meta.dirname, 'end-rules.ts')
  const child = spawn(process.execPath, [script, whose, '--with-seed'], { env })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      said += part
    })
  }
  child.stdin.end(typed)
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  folder.remove()
  return { code, said }
}
const endings = () => t.worker.selectFrom('rule_endings').select('company_id').execute()

longTest('the words of another seed, or nobody’s e-mail → nothing is asked for', async () => {
  expect(await endRules(ours.form.email, another)).toMatchObject({
    code: 1,
    said: expect.stringContaining('the words of another seed'),
  })
  expect(await endRules('nobody@example.com', words)).toMatchObject({ code: 1 })
  expect(await endings()).toEqual([])
})

test('the words of the wallet, with an e-mail or the id of the company → its rules end', async () => {
  const ended = await endRules(ours.form.email.toUpperCase(), `${words}\n`)
  expect(ended).toMatchObject({ code: 0, said: expect.stringContaining('end at 20') })
  expect(ended.said).not.toContain('abandon')
  expect(await endRules(ours.companyId, words)).toMatchObject({ code: 0 })
  expect(await endings()).toEqual(
    [ours.companyId, ours.companyId].map((id) => ({ company_id: id })),
  )
})
