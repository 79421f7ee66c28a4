import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client, newestCode } from '#server/testing/client.ts'
import {
  type Installation,
  makeAndFundPayroll,
  readSentStates,
  runPath,
  testInstallation,
  until,
} from '#server/testing/installation.ts'
import { inheritedSettings, type ProgramSettings } from '#server/testing/process.ts'

const folder = mkdtempSync(join(tmpdir(), 'quincena-rekey-'))
const keyFile = (name: string, digits: string) => {
  writeFileSync(join(folder, name), digits.repeat(32), { mode: 0o400 })
  return join(folder, name)
}
const newKey = keyFile('new.key', 'cd')
let installation: Installation

beforeAll(async () => {
  installation = await testInstallation()
})
afterAll(async () => {
  await installation.stop()
  rmSync(folder, { recursive: true })
})

const script = join(import.meta.dirname, '../../scripts/keys-rekey.ts')

/** The output of `npm run keys:rekey`, or its error. */
async function rekey(args = [newKey], settings: ProgramSettings = {}): Promise<string> {
  const DATABASE_OWNER_URL = installation.database.ownerUrl
  const ours = { ...installation.settingsOf('operator', 'signer'), DATABASE_OWNER_URL }
  const env = { ...inheritedSettings, ...ours, ...settings }
  const said = await promisify(execFile)(process.execPath, [script, ...args], { env }).then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => `refused: ${stderr}`,
  )
  return said.replaceAll(/ +/g, ' ')
}

/** A salary written without a MAC, as nobody may. */
const writeSalary = (cents: bigint) =>
  installation.owner
    .updateTable('employees')
    .set({ base_salary_usd_cents: cents })
    .where('id', 'in', sql<string>`(SELECT max(id::text)::uuid FROM employees)`)
    .returning(['id', 'mac'])
    .executeTakeFirstOrThrow()

async function press(client: Client, payrollId: string): Promise<string> {
  const { answer } = await client.ask<{ payment: { transactions: { _id: string }[] } }>(
    'POST',
    runPath(payrollId),
  )
  return answer.data.payment.transactions[0]?._id ?? ''
}

const approve = async (client: Client, email: string, id: string) => {
  const body = { code: await newestCode(client, email) }
  const { status, answer } = await client.ask('POST', `/api/v1/transactions/${id}/approve`, {
    body,
  })
  return status === 200 ? 'done' : answer.code
}

const statesAre = (client: Client, states: string[]) =>
  until(`payments are ${states}`, async () => `${await readSentStates(client)}` === `${states}`)

test('under a new MAC key people stay payable, and a waiting run is approved and sent', async () => {
  const first = await installation.start('first', 'api,worker,signer')
  const client = new Client(first.baseUrl)
  const email = await client.signUp()
  await client.call('PUT', '/api/v1/companies', {
    approval: { overUsd: 20, changedAddresses: false },
  })
  await client.call('POST', '/api/v1/users/reset-password', { email })
  const [paid, waiting] = [await makeAndFundPayroll(client), await makeAndFundPayroll(client)]
  expect(await approve(client, email, await press(client, paid._id))).toBe('done')
  await statesAre(client, ['unconfirmed'])
  const waits = await press(client, waiting._id)
  expect(await rekey()).toMatch(/^refused: The program still runs.*of quincena_app/s)
  await installation.endAll()

  // A salary that somebody has raised by hand must not become a true one.
  const { id } = await writeSalary(99_999n)
  const refused = await rekey()
  expect(refused).toContain('did not make the MACs of 1 rows; nothing was changed.')
  expect(refused).toContain(`employees: ${id}`)
  await writeSalary(10_000n)
  const said = await rekey()
  for (const part of [
    '6 employees',
    '6 lines of payments',
    '2 orders',
    // The first run, and the rule that no longer asks about changed addresses.
    '2 approvals',
    '1 changes that wait or waited',
    '1 users',
    '1 companies',
  ]) {
    expect(said).toContain(`\n ${part}\n`)
  }
  for (const part of [
    // A code of the order, and one of the sign-up.
    '2 verification codes, voided',
    '1 sessions, ended',
    '0 sign-ins half-way, ended',
    '1 reset links, ended',
    '0 invitations to sign up, ended',
    '1 known browsers, forgotten',
  ]) {
    expect(said).toContain(`\n ${part}\n`)
  }
  expect(said).toContain('\nEverybody signs in again')
  expect(await rekey()).toMatch(/^refused: These rows are under the new key already/)

  const second = await installation.start('second', 'api,worker,signer', { MAC_KEY_FILE: newKey })
  client.baseUrl = second.baseUrl
  const gone = await client.ask('POST', '/api/v1/auth/sign-out')
  expect([gone.status, gone.answer.code]).toEqual([403, 'SESSION_EXPIRED'])
  await client.signIn(email)
  expect(await approve(client, email, waits), 'with the code of before').not.toBe('done')
  // A code a minute.
  await sql`UPDATE verification_codes SET created_at = created_at - interval '2 minutes'`.execute(
    installation.owner,
  )
  await client.call('POST', `/api/v1/transactions/${waits}/approval-code`)
  expect(await approve(client, email, waits)).toBe('done')
  await statesAre(client, ['unconfirmed', 'unconfirmed'])
  await client.call('POST', '/api/sandbox/mine', { blocks: 1 })
  await statesAre(client, ['confirmed', 'confirmed'])
})

test('rows that the key did not make stay as they are where the operator says so', async () => {
  await installation.endAll()
  const { mac } = await writeSalary(99_999n)
  const third = keyFile('third.key', 'ef')
  const said = await rekey([third, '--leave-unverified'], { MAC_KEY_FILE: newKey })
  expect(said).toContain('\n 5 employees\n')
  expect(said).toContain('1 rows that the old key did not make stay as they were')
  const kept = await installation.owner
    .selectFrom('employees')
    .select('id')
    .where('mac', '=', mac)
    .execute()
  expect(kept).toHaveLength(1)
})
