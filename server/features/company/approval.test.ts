import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { approvalAnswer } from '#contract/approvals.ts'
import { company } from '#contract/company.ts'
import { testApp } from '#server/testing/app.ts'
import { codeSentTo, messagesTo } from '#server/testing/codes.ts'
import {
  aCompany,
  expectAccepted,
  expectRefusal,
  faultsOf,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { approveByCode, findOwnChange } from '#server/testing/step-up.ts'

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
  const wrong = { approval: looser, password: 'Volcan#2027' }
  expectRefusal(await edit(ours, wrong), 400, 'WRONG_PASSWORD')
  const { password } = ours.form
  expectAccepted(company, await edit(ours, { approval: looser, password }))
  // A part that asks for more holds at once.
  const waiting = { overUsd: Math.min(100, looser.overUsd ?? 100), changedAddresses: true }
  expect(await approvalOf(ours)).toEqual(waiting)
  const id = await findOwnChange(ours)
  const path = `/approvals/${id}/approve`
  expectRefusal(await ours.call('POST', path, { code: '123456' }), 401, 'WRONG_CODE')
  expect(await approvalOf(ours)).toEqual(waiting)
  expectAccepted(approvalAnswer, await approveByCode(ours, id))
  expect(await approvalOf(ours)).toEqual(looser)
})

test('a code of a change loosens once, and nothing of another company or change', async () => {
  const ours = await aCompany(t)
  const theirs = await aCompany(t)
  for (const one of [ours, theirs])
    expectAccepted(company, await edit(one, { approval: strictest }))
  const ask = async (one: TestCompany) => {
    const { password } = one.form
    expectAccepted(company, await edit(one, { approval: off, password }))
    return findOwnChange(one)
  }
  const approve = (one: TestCompany, id: string, code: string) =>
    one.call('POST', `/approvals/${id}/approve`, { code })
  const [mine, other] = [await ask(ours), await ask(theirs)]
  expectAccepted(z.null(), await ours.call('POST', `/approvals/${mine}/code`))
  const code = await codeSentTo(t.db, ours.form.email)
  expectRefusal(await approve(theirs, mine, code), 404, 'NOT_FOUND')
  expectRefusal(await approve(theirs, other, code), 401, 'WRONG_CODE')
  expectAccepted(approvalAnswer, await approve(ours, mine, code))
  expectAccepted(company, await edit(ours, { approval: strictest }))
  expectRefusal(await approve(ours, mine, code), 409, 'NOT_PENDING_APPROVAL')
  expectRefusal(await approve(ours, await ask(ours), code), 401, 'WRONG_CODE')
  expect(await approvalOf(ours)).toEqual(strictest)
  expect(await approvalOf(theirs)).toEqual(strictest)
})

test('a request repeated under its key → the same answer, and one change', async () => {
  const ours = await aCompany(t)
  expectAccepted(company, await edit(ours, { approval: strictest }))
  const body = { approval: off, password: ours.form.password }
  const headers = { 'idempotency-key': 'loosen-1' }
  const first = await ours.call('PUT', '/companies', body, { headers })
  expectAccepted(company, await edit(ours, { approval: strictest }))
  const again = await ours.call('PUT', '/companies', body, { headers })
  expect(again.body).toEqual(first.body)
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(await approvalOf(ours)).toEqual(strictest)
})

test('twenty who approve at once with one code loosen once', async () => {
  const ours = await aCompany(t)
  expectAccepted(company, await edit(ours, { approval: strictest }))
  const { password } = ours.form
  expectAccepted(company, await edit(ours, { approval: off, password }))
  const path = `/approvals/${await findOwnChange(ours)}`
  expectAccepted(z.null(), await ours.call('POST', `${path}/code`))
  const code = await codeSentTo(t.db, ours.form.email)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => ours.call('POST', `${path}/approve`, { code })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const { rows } = await sql<{ loosened: bigint }>`
    SELECT count(*) AS loosened FROM audit_events
    WHERE company_id = ${ours.companyId} AND action = 'company.approvalChanged'
      AND detail @> '{"changedAddressesFrom": true, "changedAddressesTo": false}'`.execute(t.db)
  expect(rows[0]?.loosened).toBe(1n)
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
