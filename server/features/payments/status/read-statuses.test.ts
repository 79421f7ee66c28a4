import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { payroll } from '#contract/payrolls.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import {
  aCompany,
  anEmployee,
  aPayroll,
  aPrice,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { readStatuses } from './read-statuses.ts'

const t = await appForFile()
const ours = await aCompany(t)
await aPrice(t)

/** A connection that counts the statements sent through it. */
function counting(db: Db) {
  let statements = 0
  const counted = db.withPlugin({
    transformQuery({ node }) {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { db: counted, count: () => statements }
}

test('a page of thirty payrolls → as many statements as a page of one', async () => {
  const person = await anEmployee(ours)
  const made = await Promise.all(Array.from({ length: 30 }, () => aPayroll(ours)))
  for (const { _id } of made) {
    await ours.call('PATCH', `/companies/payrolls/${_id}/employees/${person._id}`)
  }
  const deps = { macKey: t.macKey, smsConfigured: true, config: t.config, clock: { now: t.now } }
  const reader = { companyId: ours.companyId, userId: ours.user._id }
  const read = async (ids: string[]) => {
    const { db, count } = counting(t.db)
    const statuses = await readStatuses(db, deps, reader, ids)
    expect([...statuses.values()].map(({ status }) => status.code)).toEqual(ids.map(() => 'short'))
    return count()
  }
  const ids = made.map(({ _id }) => _id)
  const ofOne = await read(ids.slice(0, 1))
  expect(await read(ids)).toBe(ofOne)
  expect(ofOne).toBeLessThan(30)
})

/** A payroll of one person, with one confirmed bitcoin. */
async function covered(app: Pick<TestApp, 'worker'>, company: TestCompany) {
  const { _id: id } = await aPayroll(company)
  const person = await anEmployee(company)
  await company.call('PATCH', `/companies/payrolls/${id}/employees/${person._id}`)
  const { script_pubkey } = await app.worker
    .selectFrom('addresses')
    .select('script_pubkey')
    .where('payroll_id', '=', id)
    .executeTakeFirstOrThrow()
  await app.worker
    .insertInto('utxos')
    .values({
      txid: randomBytes(32),
      vout: 0,
      script_pubkey,
      sats: 100_000_000n,
      height: 5,
      company_id: company.companyId,
      payroll_id: id,
      coinbase: false,
      change: false,
    })
    .execute()
  return id
}

const statusOf = async ({ call }: TestCompany, id: string) =>
  expectAccepted(payroll, await call('GET', `/payrolls/${id}`)).status

test('the e-mail is not confirmed → stopped where the money suffices, else short', async () => {
  const real = await testApp({ config: { sandbox: false } })
  await aPrice(real)
  const company = await aCompany(real)
  const id = await covered(real, company)
  expect(await statusOf(company, id)).toMatchObject({
    code: 'stopped',
    reason: 'EMAIL_NOT_VERIFIED',
  })
  await real.worker.deleteFrom('utxos').where('payroll_id', '=', id).execute()
  expect(await statusOf(company, id)).toMatchObject({ code: 'short', reason: null })
  await real.stop()
})

const tamper = (table: 'users' | 'companies', id: string) =>
  t.owner
    .updateTable(table)
    .set({ mac: randomBytes(32) })
    .where('id', '=', id)
    .execute()

test('somebody changed the company past the program → it is read, and stopped', async () => {
  const company = await aCompany(t)
  const id = await covered(t, company)
  expect((await statusOf(company, id)).code).toBe('ready')
  await tamper('companies', company.companyId)
  expect(await statusOf(company, id)).toMatchObject({ code: 'stopped', reason: 'ACCOUNT_TAMPERED' })
})

test('somebody changed the user past the program → nothing is read by that session', async () => {
  const company = await aCompany(t)
  const id = await covered(t, company)
  await tamper('users', company.user._id)
  expectRefusal(await company.call('GET', `/payrolls/${id}`), 409, 'ACCOUNT_TAMPERED')
  expect(t.logged().filter(({ level }) => level >= 50)).toHaveLength(1)
})
