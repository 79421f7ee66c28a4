import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditPage } from '#contract/audit.ts'
import { record, shortenAddress } from '#server/platform/observe/audit.ts'
import {
  aCompany,
  anEmployee,
  anEmployeeBody,
  aPayroll,
  expectAccepted,
  expectRefusal,
  faultsOf,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { sealEvents, verifyAudit } from './index.ts'

const t = await appForFile()

const trail = async (company: TestCompany, query = 'limit=100') =>
  expectAccepted(auditPage, await company.call('GET', `/companies/audit?${query}`))
const acts = async (company: TestCompany) =>
  (await trail(company)).events.map(({ action, subject }) => `${action} ${subject}`).reverse()
const note = (company: TestCompany, subject: string) =>
  record(t.db, {
    companyId: company.companyId,
    userId: company.user._id,
    ip: '10.0.0.1',
    action: 'payroll.edited',
    subject,
    detail: { b: 'two', a: 'one' },
  })

/** The first two events of every trail: the company signed up, and its user signed in. */
const beginning = 2

/** A company with a sealed trail of `count` events beyond the first two. */
async function aTrail(count = 5) {
  const company = await aCompany(t)
  for (let i = 1; i <= count; i++) await note(company, `act ${i}`)
  await sealEvents(t.worker, t.macKey)
  return company
}

test('the trail is listed newest first: who, what, when and from where', async () => {
  const company = await aTrail(2)
  const { events, pages, totalEvents } = await trail(company)
  expect([pages, totalEvents]).toEqual([1, beginning + 2])
  expect(events[0]).toMatchObject({
    who: 'Marcela Portillo',
    action: 'payroll.edited',
    subject: 'act 2',
    detail: { a: 'one', b: 'two', ip: '10.0.0.1' },
  })
  expect(events.at(-1)?.action).toBe('auth.signedUp')
})

test('pages meet without a gap, while some events are sealed and some are not', async () => {
  const company = await aTrail(7)
  for (let i = 8; i <= 12; i++) await note(company, `act ${i}`)
  const all = (await trail(company)).events.map(({ subject }) => subject)
  const paged: string[] = []
  for (let page = 1; page <= 5; page++) {
    const one = await trail(company, `limit=3&page=${page}`)
    expect([one.pages, one.totalEvents]).toEqual([5, beginning + 12])
    paged.push(...one.events.map(({ subject }) => subject))
  }
  expect(paged).toEqual(all)
  expect(all.slice(0, 2)).toEqual(['act 12', 'act 11'])
  expect((await trail(company, 'limit=3&page=6')).events).toEqual([])
  expect(Object.keys(faultsOf(await company.call('GET', '/companies/audit?page=0')))).toEqual([
    'page',
  ])
})

test('a company sees its own trail alone', async () => {
  const [ours, theirs] = [await aTrail(1), await aTrail(1)]
  await note(theirs, 'a secret of theirs')
  expect(await acts(ours)).not.toContain('payroll.edited a secret of theirs')
  const nobody = await t.call('GET', '/companies/audit')
  expectRefusal(nobody, 401, 'INVALID_TOKEN')
})

test('events that several processes seal at once are one whole chain', async () => {
  const companies = await Promise.all(Array.from({ length: 4 }, () => aCompany(t)))
  await Promise.all(
    Array.from({ length: 200 }, async (_, i) => {
      const company = companies[i % companies.length]
      if (company) await note(company, `act ${i}`)
      if (i % 10 === 0) await sealEvents(t.worker, t.macKey)
    }),
  )
  await Promise.all(Array.from({ length: 4 }, () => sealEvents(t.worker, t.macKey)))
  expect((await verifyAudit(t.db, t.macKey)).faults).toEqual([])
  for (const company of companies) expect((await trail(company)).totalEvents).toBe(beginning + 50)
})

const faultsIn = async ({ companyId }: Pick<TestCompany, 'companyId'>) =>
  (await verifyAudit(t.db, t.macKey)).faults.filter((fault) => fault.companyId === companyId)

/** The fault that the proof finds after the owner of the database changed a trail by hand. */
async function faultAfter(
  tamper: (companyId: string) => RawBuilder<unknown>[] | RawBuilder<unknown>,
) {
  const { companyId } = await aTrail(5)
  expect(await faultsIn({ companyId })).toEqual([])
  await t.owner.transaction().execute(async (trx) => {
    await sql`ALTER TABLE audit_events DISABLE TRIGGER USER`.execute(trx)
    for (const change of [tamper(companyId)].flat()) await change.execute(trx)
    await sql`ALTER TABLE audit_events ENABLE TRIGGER USER`.execute(trx)
  })
  const [fault] = await faultsIn({ companyId })
  return fault && [fault.position, fault.message.replace(/[0-9a-f-]{36}/, '…')]
}

test.each([
  ['what was done', sql`action = 'payroll.deleted'`],
  ['to whom', sql`subject = 'somebody else'`],
  ['who did it', sql`user_id = NULL`],
  ['from where', sql`ip = '10.0.0.2'`],
  ['when', sql`at = at - interval '1 ms'`],
  ['a detail', sql`detail = jsonb_set(detail, '{a}', '"three"')`],
])('a change of %s is found at its event', async (_what, change) => {
  const found = await faultAfter(
    (id) => sql`UPDATE audit_events SET ${change} WHERE company_id = ${id} AND position = 3`,
  )
  expect(found).toEqual([3n, 'event … is not what was sealed'])
})

test('an event that was removed is missed, also the newest and all of them', async () => {
  const remove = (which: RawBuilder<unknown>) =>
    faultAfter((id) => sql`DELETE FROM audit_events WHERE company_id = ${id} AND ${which}`)
  expect(await remove(sql`position = 2`)).toEqual([2n, 'an event is gone'])
  expect(await remove(sql`position = 1`)).toEqual([1n, 'an event is gone'])
  expect(await remove(sql`position = ${beginning + 5}`)).toEqual([6n, 'the newest events are gone'])
  expect(await remove(sql`true`)).toEqual([0n, 'the newest events are gone'])
})

test('an inserted event is found, even if the others were moved up', async () => {
  const found = await faultAfter((id) => [
    sql`UPDATE audit_events SET position = position + 100 WHERE company_id = ${id} AND position >= 4`,
    sql`UPDATE audit_events SET position = position - 99 WHERE company_id = ${id} AND position > 100`,
    sql`INSERT INTO audit_events (company_id, action, subject, position, hash)
      VALUES (${id}, 'payroll.edited', 'never happened', 4, sha256('anything'))`,
    sql`UPDATE audit_chains SET position = position + 1 WHERE company_id = ${id}`,
  ])
  expect(found).toEqual([4n, 'event … is not what was sealed'])
})

test('two events in each other’s place are found', async () => {
  const found = await faultAfter(
    (id) => sql`
      UPDATE audit_events e SET subject = o.subject FROM audit_events o
      WHERE e.company_id = ${id} AND o.company_id = ${id} AND (e.position, o.position) IN ((2, 3), (3, 2))`,
  )
  expect(found).toEqual([2n, 'event … is not what was sealed'])
})

test('a chain with its last events removed is found', async () => {
  const found = await faultAfter(
    (id) => sql`UPDATE audit_chains SET position = 4 WHERE company_id = ${id}`,
  )
  expect(found).toEqual([7n, 'the chain does not end in its last event'])
})

test('the program itself can change, remove or seal again nothing that is sealed', async () => {
  const { companyId } = await aTrail(1)
  const tries = [
    sql`UPDATE audit_events SET subject = 'other' WHERE company_id = ${companyId}`,
    sql`UPDATE audit_events SET hash = sha256('other') WHERE company_id = ${companyId}`,
    sql`DELETE FROM audit_events WHERE company_id = ${companyId}`,
    sql`DELETE FROM audit_chains WHERE company_id = ${companyId}`,
    sql`TRUNCATE audit_events`,
  ]
  for (const one of tries) await expect(one.execute(t.db)).rejects.toThrow(/denied|sealed/)
})

/** Writes an approval past the program, and answers its id. */
async function invent(company: TestCompany, mac: RawBuilder<unknown> = sql`NULL`) {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO audit_events (company_id, user_id, action, subject, mac)
    VALUES (${company.companyId}, ${company.user._id}, 'payment.approved', 'Planilla', ${mac})
    RETURNING id`.execute(t.db)
  return rows[0]?.id ?? ''
}

test('an event that somebody else wrote is shown as such, and is never sealed', async () => {
  const company = await aTrail(1)
  const ofAnother = sql`(SELECT mac FROM audit_events WHERE company_id = ${company.companyId} LIMIT 1)`
  const invented = [await invent(company), await invent(company, ofAnother)]
  await note(company, 'act 2')
  const left = await sealEvents(t.worker, t.macKey)
  expect(left.events).toEqual(invented)
  const { events } = await trail(company)
  expect(events.slice(0, 4).map(({ _id, who, foreign }) => [_id, who, foreign])).toEqual([
    ...invented.reverse().map((id) => [id, null, true]),
    ...['act 2', 'act 1'].map(() => [expect.any(String), 'Marcela Portillo', false]),
  ])
  expect(await faultsIn(company)).toEqual([])
})

test('nobody but the worker seals, and no chain of another hand is gone on with', async () => {
  const company = await aTrail(1)
  const ofCompany = sql`company_id = ${company.companyId}`
  const id = await invent(company)
  const sealed = sql`UPDATE audit_events SET position = 4, hash = sha256('') WHERE id = ${id}`
  const end = sql`UPDATE audit_chains SET position = 4, hash = sha256('') WHERE ${ofCompany}`
  const noted = sql`INSERT INTO audit_events (company_id, action, subject, by_trigger)
    VALUES (${company.companyId}, 'payment.approved', '', true)`
  for (const one of [sealed, end, noted]) await expect(one.execute(t.db)).rejects.toThrow('denied')
  const lowered = sql`UPDATE audit_chains SET position = 1 WHERE ${ofCompany}`
  await expect(lowered.execute(t.worker)).rejects.toThrow('a former row')
  for (const one of [sealed, end]) await one.execute(t.worker)
  await note(company, 'act 2')
  expect((await sealEvents(t.worker, t.macKey)).chains).toEqual(new Set([company.companyId]))
  expect(await faultsIn(company)).toEqual([
    { companyId: company.companyId, position: 4n, message: expect.stringMatching('not what was') },
  ])
})

test('acts on accounts, employees and payrolls are recorded without secrets', async () => {
  const company = await aCompany(t)
  const { email, password } = company.form
  expectRefusal(
    await t.call('POST', '/auth/sign-in', { body: { email, password: 'not this one' } }),
    401,
    'WRONG_CREDENTIALS',
  )
  const signedIn = await t.call('POST', '/auth/sign-in', { body: { email, password } })
  const rosa = await anEmployee(company)
  const path = `/companies/employees/${rosa._id}`
  const moved = anEmployeeBody({ firstName: 'Rosa María' })
  await company.call('PUT', path, moved)
  await company.call('PUT', path, { ...moved, baseSalary: 700 })
  const payroll = await aPayroll(company, { name: 'Oficina' })
  const membership = `/companies/payrolls/${payroll._id}/employees/${rosa._id}`
  await company.call('PATCH', membership)
  await company.call('PATCH', membership)
  await company.call('DELETE', membership)
  await company.call('PUT', `/companies/payrolls/${payroll._id}`, {
    name: 'Oficina central',
    description: 'La misma',
  })
  await company.call('DELETE', `/companies/payrolls/${payroll._id}`)
  await company.call('DELETE', path)
  await company.call('PUT', '/companies', { name: 'Café Izalco y Hermanos' })
  await company.call('PUT', '/users', { firstName: 'Marce' })
  const seen = await trail(company)
  await company.call('POST', '/auth/sign-out')
  expect(seen.events.map(({ action, subject }) => `${action} ${subject}`).reverse()).toEqual([
    `auth.signedUp ${email}`,
    `auth.signedIn ${email}`,
    `auth.signInFailed ${email}`,
    `auth.signedIn ${email}`,
    'employee.created Rosa Menjívar',
    'employee.edited Rosa María Menjívar',
    'employee.addressChanged Rosa María Menjívar',
    'employee.edited Rosa María Menjívar',
    'payroll.created Oficina',
    'payroll.employeeAdded Rosa María Menjívar',
    'payroll.employeeRemoved Rosa María Menjívar',
    'payroll.edited Oficina central',
    'payroll.deleted Oficina central',
    'employee.deleted Rosa María Menjívar',
    'company.edited Café Izalco y Hermanos',
    'user.edited Marce Portillo',
  ])
  const changed = seen.events.find(({ action }) => action === 'employee.addressChanged')
  expect(changed?.detail).toMatchObject({
    from: shortenAddress(rosa.cryptoAddress),
    to: shortenAddress(moved.cryptoAddress),
    ip: '127.0.0.1',
  })
  const failed = seen.events.find(({ action }) => action === 'auth.signInFailed')
  expect([failed?.who, failed?.detail]).toEqual([null, { ip: '127.0.0.1' }])
  const text = JSON.stringify(await t.owner.selectFrom('audit_events').select('detail').execute())
  for (const secret of [
    password,
    company.token,
    signedIn.body.data.token,
    rosa.cryptoAddress,
    moved.cryptoAddress,
  ]) {
    expect(text).not.toContain(secret)
  }
  const [last] = await t.db
    .selectFrom('audit_events')
    .select('action')
    .where('company_id', '=', company.companyId)
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  expect(last?.action).toBe('auth.signedOut')
})
