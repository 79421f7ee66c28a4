import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { company } from '#contract/company.ts'
import { testApp } from '#server/testing/app.ts'
import { messagesTo } from '#server/testing/codes.ts'
import {
  aCompany,
  expectAccepted,
  expectRefusal,
  faultsOf,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { stepUp } from '#server/testing/step-up.ts'

const t = await appForFile()

const edit = async ({ call }: TestCompany, body: object) => call('PUT', '/companies', body)
const approvalOf = async ({ call }: TestCompany) =>
  expectAccepted(company, await call('GET', '/companies/company')).approval

test('a new company asks for changes; outside the sandbox for every payment', async () => {
  expect(await approvalOf(await aCompany(t))).toEqual({ overUsd: null, changedAddresses: true })
  const real = await testApp({ config: { sandbox: false } })
  const company = await aCompany(real)
  expect(await approvalOf(company)).toEqual({ overUsd: 0, changedAddresses: true })
  await real.stop()
})

test('asking for more approvals needs no code, and says what is asked from now on', async () => {
  const ours = await aCompany(t)
  const first = { overUsd: 5_000.5, changedAddresses: true }
  expect(expectAccepted(company, await edit(ours, { approval: first })).approval).toEqual(first)
  const tighter = { overUsd: 100, changedAddresses: true }
  expect(expectAccepted(company, await edit(ours, { approval: tighter })).approval).toEqual(tighter)
  expectAccepted(company, await edit(ours, { approval: tighter }))
  const { name, approval } = expectAccepted(company, await edit(ours, { name: 'Café Ilopango' }))
  expect({ name, approval }).toEqual({ name: 'Café Ilopango', approval: tighter })
})

test('a change of the approval rules → every administrator reads of it once', async () => {
  const ours = await aCompany(t)
  const approval = { overUsd: 1_234.5, changedAddresses: true }
  expectAccepted(company, await edit(ours, { approval }))
  expectAccepted(company, await edit(ours, { approval }))
  expectAccepted(company, await edit(ours, { name: 'Café Ilopango' }))
  const sent = await messagesTo(t.db, ours.form.email)
  const mails = sent.filter(({ template }) => template === 'approvalSettingsChanged')
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({
    recipient: ours.form.email,
    text: expect.stringContaining(
      'Quién: Marcela Portillo\nPagos grandes: De más de $1,234.50\nDirecciones cambiadas: Piden',
    ),
  })
})

test.each([
  { overUsd: 101, changedAddresses: true },
  { overUsd: null, changedAddresses: true },
  { overUsd: 100, changedAddresses: false },
  { overUsd: 50, changedAddresses: false },
])('asking for fewer approvals needs password and code: %j', async (looser) => {
  const ours = await aCompany(t)
  const strict = { overUsd: 100, changedAddresses: true }
  expectAccepted(company, await edit(ours, { approval: strict }))
  expectRefusal(await edit(ours, { approval: looser }), 401, 'CODE_REQUIRED')
  const { password, code } = await stepUp(ours, 'APPROVAL')
  for (const part of [{ password, code: '' }, { code }]) {
    expectRefusal(await edit(ours, { approval: looser, ...part }), 401, 'CODE_REQUIRED')
  }
  const wrong = { approval: looser, password: 'Volcan#2027', code }
  expectRefusal(await edit(ours, wrong), 400, 'WRONG_PASSWORD')
  const other = code === '111111' ? '222222' : '111111'
  expectRefusal(await edit(ours, { approval: looser, password, code: other }), 401, 'WRONG_CODE')
  expect(await approvalOf(ours)).toEqual(strict)
  expectAccepted(company, await edit(ours, { approval: looser, password, code }))
  expect(await approvalOf(ours)).toEqual(looser)
})

test('a code loosens once, and the code of one company does nothing for another', async () => {
  const ours = await aCompany(t)
  const theirs = await aCompany(t)
  for (const one of [ours, theirs])
    expectAccepted(company, await edit(one, { approval: strictest }))
  const given = await stepUp(ours, 'APPROVAL')
  expectRefusal(await edit(theirs, { approval: off, ...given }), 401, 'WRONG_CODE')
  expectAccepted(company, await edit(ours, { approval: off, ...given }))
  expectAccepted(company, await edit(ours, { approval: strictest }))
  expectRefusal(await edit(ours, { approval: off, ...given }), 401, 'WRONG_CODE')
  expect(await approvalOf(ours)).toEqual(strictest)
  expect(await approvalOf(theirs)).toEqual(strictest)
})

test('a request repeated under its key → the same answer, its code spent once', async () => {
  const ours = await aCompany(t)
  expectAccepted(company, await edit(ours, { approval: strictest }))
  const body = { approval: off, ...(await stepUp(ours, 'APPROVAL')) }
  const headers = { 'idempotency-key': 'loosen-1' }
  const first = await ours.call('PUT', '/companies', body, { headers })
  expectAccepted(company, await edit(ours, { approval: strictest }))
  const again = await ours.call('PUT', '/companies', body, { headers })
  expect(again.body).toEqual(first.body)
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(await approvalOf(ours)).toEqual(strictest)
})

test('twenty who loosen at once with one code loosen it once', async () => {
  const ours = await aCompany(t)
  expectAccepted(company, await edit(ours, { approval: strictest }))
  const given = await stepUp(ours, 'APPROVAL')
  // Each of the two edits is looser than the other in one half. The later one cannot ask for more
  // approvals than there are, which would need no code.
  const wishes = [
    { overUsd: 20, changedAddresses: true },
    { overUsd: 10, changedAddresses: false },
  ]
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => edit(ours, { approval: wishes[n % 2], ...given })),
  )
  const { rows } = await sql<{ loosened: bigint }>`
    SELECT count(*) AS loosened FROM audit_events
    WHERE company_id = ${ours.companyId} AND action = 'company.approvalChanged'
      AND detail @> '{"overUsdFrom": 0, "changedAddressesFrom": true}'
      AND (detail -> 'overUsdTo', detail -> 'changedAddressesTo') IS DISTINCT FROM
        (detail -> 'overUsdFrom', detail -> 'changedAddressesFrom')`.execute(t.db)
  expect(rows[0]?.loosened).toBe(1n)
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expectRefusal(answer, 401, 'WRONG_CODE')
  }
})

test('what is no sum or no choice is refused by its name, and nothing is saved', async () => {
  const ours = await aCompany(t)
  const faults = async (approval: object) => faultsOf(await edit(ours, { approval }))
  expect(await faults({ overUsd: -1, changedAddresses: true })).toEqual({
    'approval.overUsd': 'Formato inválido',
  })
  expect(await faults({ overUsd: '100', changedAddresses: true })).toEqual({
    'approval.overUsd': 'Formato inválido',
  })
  expect(await faults({ overUsd: 1.005, changedAddresses: true })).toEqual({
    'approval.overUsd': 'Usa como máximo dos decimales',
  })
  expect(await faults({ overUsd: 1 })).toEqual({ 'approval.changedAddresses': 'Obligatorio' })
  expect(await approvalOf(ours)).toEqual(untouched)
})

const strictest = { overUsd: 0, changedAddresses: true }
const off = { overUsd: null, changedAddresses: false }
const untouched = { overUsd: null, changedAddresses: true }
