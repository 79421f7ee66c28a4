import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditPage } from '#contract/audit.ts'
import { employee, employeeList } from '#contract/employees.ts'
import { anAddress } from '#server/testing/engine.ts'
import {
  aCompany,
  aCsvEmployee,
  anEmployee,
  aPayroll,
  editEmployee,
  expectAccepted,
  expectRefusal,
  faultsOf,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { aList, createList, type ListPerson } from '#server/testing/lists.ts'

const t = await appForFile()

const path = (id: string) => `/companies/employees/${id}`
const tick = (company: TestCompany, id: string, other: unknown, isAccepted: unknown = true) =>
  company.call('PUT', `${path(id)}/shared-address`, { with: other, accepted: isAccepted })
const sharersOf = async (company: TestCompany, id: string) =>
  expectAccepted(employee, await company.call('GET', path(id))).sharedWith

/** Two people of a company who are paid at one address. */
async function aCouple() {
  const company = await aCompany(t)
  const cryptoAddress = anAddress()
  const rosa = await anEmployee(company, { cryptoAddress })
  const carlos = await anEmployee(company, { firstName: 'Carlos', cryptoAddress })
  return { company, cryptoAddress, rosa, carlos }
}
const named = (firstName: string, more: ListPerson = {}): ListPerson => ({ firstName, ...more })

test('two people with one address are saved, and each is shown beside the other', async () => {
  const { company, rosa, carlos } = await aCouple()
  expect(carlos.sharedWith).toEqual([{ _id: rosa._id, name: 'Rosa Menjívar', accepted: false }])
  const { employees } = expectAccepted(employeeList, await company.call('GET', '/employees'))
  expect(employees.map(({ sharedWith }) => sharedWith.map(({ name }) => name))).toEqual([
    ['Rosa Menjívar'],
    ['Carlos Menjívar'],
  ])
})

test('a list by address has the people of the company who are paid there', async () => {
  const { company, cryptoAddress, rosa, carlos } = await aCouple()
  await anEmployee(company)
  await anEmployee(await aCompany(t), { cryptoAddress })
  const idsAt = async (address: string) => {
    const answer = await company.call('GET', `/employees?address=${address}`)
    return expectAccepted(employeeList, answer).employees.map(({ _id }) => _id)
  }
  expect(await idsAt(cryptoAddress)).toEqual([carlos._id, rosa._id])
  expect(await idsAt(cryptoAddress.toUpperCase())).toHaveLength(2)
  for (const nobody of [anAddress(), 'rosa@blink.sv', '%27--']) {
    expect(await idsAt(nobody)).toEqual([])
  }
})

test('a pair that somebody wrote by hand is not accepted, and can be', async () => {
  const { company, rosa, carlos } = await aCouple()
  await sql`INSERT INTO accepted_shared_addresses
      (company_id, script_pubkey, employee_id, other_id, accepted_at, mac)
    SELECT a.company_id, a.script_pubkey, a.id, b.id, now(), ${Buffer.alloc(32)}
    FROM employees a JOIN employees b USING (company_id)
    WHERE a.id = ${rosa._id} AND b.id = ${carlos._id}`.execute(t.db)
  expect(await sharersOf(company, rosa._id)).toMatchObject([{ accepted: false }])
  expectAccepted(employee, await tick(company, rosa._id, carlos._id))
  expect(await sharersOf(company, carlos._id)).toMatchObject([{ accepted: true }])
})

test('a pair that was taken back is not put back by its former row', async () => {
  const { company, cryptoAddress, rosa, carlos } = await aCouple()
  const ofPair = sql`WHERE company_id = ${company.companyId}`
  const readRow = async () => {
    const { rows } = await sql<{ version: number; mac: Buffer }>`
      SELECT version, mac FROM accepted_shared_addresses ${ofPair}`.execute(t.db)
    return rows[0]
  }
  const accept = async () => {
    expectAccepted(employee, await tick(company, rosa._id, carlos._id))
    return readRow()
  }
  const expectGone = async (former: Awaited<ReturnType<typeof readRow>>) => {
    await sql`UPDATE accepted_shared_addresses SET mac = ${former?.mac} ${ofPair}`.execute(t.db)
    expect(await sharersOf(company, rosa._id)).toMatchObject([{ accepted: false }])
    for (const role of [t.db, t.worker]) {
      const back = sql`UPDATE accepted_shared_addresses SET version = ${former?.version},
        mac = ${former?.mac} ${ofPair}`.execute(role)
      await expect(back).rejects.toThrow('a former row of accepted_shared_addresses')
      const away = sql`DELETE FROM accepted_shared_addresses`.execute(role)
      await expect(away).rejects.toThrow('permission denied')
    }
  }
  const tookBack = await accept()
  expectAccepted(employee, await tick(company, rosa._id, carlos._id, false))
  await expectGone(tookBack)
  const movedAway = await accept()
  await editEmployee(company, carlos._id, { cryptoAddress: anAddress() })
  await editEmployee(company, carlos._id, { cryptoAddress })
  await expectGone(movedAway)
})

test('an accepted pair is accepted on both sides until it is taken back, and audited', async () => {
  const { company, cryptoAddress, rosa, carlos } = await aCouple()
  const pair = { _id: carlos._id, name: 'Carlos Menjívar', accepted: true }
  for (let twice = 0; twice < 2; twice++) {
    expect(expectAccepted(employee, await tick(company, rosa._id, carlos._id)).sharedWith).toEqual([
      pair,
    ])
  }
  expect(await sharersOf(company, carlos._id)).toMatchObject([{ accepted: true }])
  expectAccepted(employee, await tick(company, carlos._id, rosa._id, false))
  expect(await sharersOf(company, rosa._id)).toMatchObject([{ accepted: false }])
  const { events } = expectAccepted(auditPage, await company.call('GET', '/companies/audit'))
  expect(events.slice(0, 2)).toMatchObject([
    {
      action: 'employee.sharedAddressUnaccepted',
      subject: 'Carlos Menjívar · Rosa Menjívar',
      detail: { employee: carlos._id, with: rosa._id },
    },
    { action: 'employee.sharedAddressAccepted' },
  ])
  expect(JSON.stringify(events)).not.toContain(cryptoAddress)
})

test('an acceptance ends with the shared address, also when that comes back', async () => {
  const { company, cryptoAddress, rosa, carlos } = await aCouple()
  expectAccepted(employee, await tick(company, rosa._id, carlos._id))
  await editEmployee(company, carlos._id, { baseSalary: 700 })
  expect(await sharersOf(company, rosa._id)).toMatchObject([{ accepted: true }])
  await editEmployee(company, carlos._id, { cryptoAddress: anAddress() })
  expect(await sharersOf(company, rosa._id)).toEqual([])
  await editEmployee(company, carlos._id, { cryptoAddress })
  expect(await sharersOf(company, rosa._id)).toMatchObject([{ accepted: false }])
})

test('the deleted and the people of other companies are nobody’s sharers', async () => {
  const { company, cryptoAddress, rosa, carlos } = await aCouple()
  await anEmployee(await aCompany(t), { cryptoAddress })
  await company.call('DELETE', path(carlos._id))
  expect(await sharersOf(company, rosa._id)).toEqual([])
  expectRefusal(await tick(company, rosa._id, carlos._id), 404, 'NOT_FOUND')
})

test('somebody of a CSV list can be accepted too', async () => {
  const { company, cryptoAddress, rosa } = await aCouple()
  const list = await aPayroll(company, { type: 'CSV' })
  const eva = await aCsvEmployee(company, list._id, { firstName: 'Eva', cryptoAddress })
  const { sharedWith } = expectAccepted(employee, await tick(company, eva._id, rosa._id))
  expect(sharedWith.map((each) => [each.name, each.accepted])).toEqual([
    ['Carlos Menjívar', false],
    ['Rosa Menjívar', true],
  ])
})

test('only a pair of the company that shares its address can be accepted', async () => {
  const { company, cryptoAddress, rosa, carlos } = await aCouple()
  const alone = await anEmployee(company)
  const foreigner = await anEmployee(await aCompany(t), { cryptoAddress })
  const unknown = '019aa000-0000-7000-8000-0000000000ff'
  const fault = { with: 'Esta persona no cobra en la misma dirección' }
  for (const other of [rosa._id, alone._id]) {
    expect(faultsOf(await tick(company, rosa._id, other)), other).toEqual(fault)
  }
  for (const other of [foreigner._id, unknown, 'nobody', '%00', "'; --"]) {
    expectRefusal(await tick(company, rosa._id, other), 404, 'NOT_FOUND')
  }
  for (const nothing of [undefined, null, '']) {
    expect(faultsOf(await tick(company, rosa._id, nothing))).toEqual({ with: 'Obligatorio' })
    expect(faultsOf(await tick(company, rosa._id, carlos._id, nothing ?? null))).toEqual({
      accepted: 'Obligatorio',
    })
  }
  expect(faultsOf(await tick(company, rosa._id, carlos._id, 'true'))).toHaveProperty('accepted')
  for (const id of [foreigner._id, unknown, 'nobody']) {
    expectRefusal(await tick(company, id, rosa._id), 404, 'NOT_FOUND')
  }
  expect(await sharersOf(company, rosa._id)).toMatchObject([{ accepted: false }])
})

test('a list with an accepted pair is right, by name or by identification', async () => {
  const { company, cryptoAddress: address, rosa, carlos } = await aCouple()
  const names = aList(named('ROSA', { address }), named('Carlos', { address }))
  const { errors } = expectRefusal(await createList(company, { file: names }), 422, 'CSV_INVALID')
  expect(errors).toMatchObject([{ row: 3, path: 'cryptoAddress' }])
  expectAccepted(employee, await tick(company, rosa._id, carlos._id))
  expect((await createList(company, { file: names })).status).toBe(201)
  await editEmployee(company, rosa._id, { firstName: 'Otra' })
  await company.call('PUT', path(carlos._id), { ...carlos, identification: '0299-K' })
  const byKey = aList(
    named('Otra', { address }),
    named('Calín', { address, identification: '0299k' }),
  )
  expect((await createList(company, { file: byKey })).status).toBe(201)
})

test('a third person in a list needs to be accepted beside both others', async () => {
  const { company, cryptoAddress: address, rosa, carlos } = await aCouple()
  const eva = await anEmployee(company, { firstName: 'Eva', cryptoAddress: address })
  const three = aList(
    named('Carlos', { address }),
    named('Rosa', { address }),
    named('Eva', { address }),
  )
  const refusedRows = async () =>
    expectRefusal(await createList(company, { file: three }), 422, 'CSV_INVALID').errors?.map(
      ({ row }) => row,
    )
  expectAccepted(employee, await tick(company, rosa._id, carlos._id))
  expect(await refusedRows()).toEqual([4])
  expectAccepted(employee, await tick(company, carlos._id, eva._id))
  expect(await refusedRows()).toEqual([4])
  expectAccepted(employee, await tick(company, rosa._id, eva._id))
  expect((await createList(company, { file: three })).status).toBe(201)
})
