import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type EmployeeList, employeeList } from '#contract/employees.ts'
import { anAddress } from '#server/testing/engine.ts'
import {
  aCompany,
  anEmployee,
  expectAccepted,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { aList, createList, replaceList } from '#server/testing/lists.ts'

const t = await appForFile()

const list = async (company: TestCompany, query: string): Promise<EmployeeList> =>
  expectAccepted(employeeList, await company.call('GET', `/employees?${query}`))

const people = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    firstName: n % 3 === 0 ? 'Tercera' : 'Persona',
    lastName: `Número ${n}`,
    address: anAddress(),
  }))

test('pages of every size cut the same list, whichever end they are counted from', async () => {
  const company = await aCompany(t)
  await createList(company, { file: aList(...people(37)) })
  const whole = await list(company, 'limit=100')
  const thirds = await list(company, 'limit=100&search=tercera')
  expect([whole.employees.length, thirds.employees.length]).toEqual([37, 13])
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 42 }),
      fc.boolean(),
      async (limit, page, searching) => {
        const { employees } = searching ? thirds : whole
        const search = searching ? '&search=tercera' : ''
        const answer = await list(company, `limit=${limit}&page=${page}${search}`)
        expect(answer.employees).toEqual(employees.slice((page - 1) * limit, page * limit))
        expect(answer.employeesMatched).toBe(employees.length)
        expect(answer.pages).toBe(Math.ceil(employees.length / limit))
      },
    ),
    { numRuns: process.env.LONG_RUN ? 60 : 15 },
  )
})

test('created, replaced and deleted employees → the count of each type follows', async () => {
  const company = await aCompany(t)
  const matched = async (query = '') => (await list(company, query)).employeesMatched
  const byHand = await anEmployee(company)
  await anEmployee(company)
  const { data } = (await createList(company, { file: aList(...people(5)) })).body
  expect(await matched()).toBe(7)
  expect([await matched('creationType=CSV'), await matched('creationType=REGULAR')]).toEqual([5, 2])
  await replaceList(company, data._id, { file: aList(...people(3)) })
  await company.call('DELETE', `/companies/employees/${byHand._id}`)
  expect([await matched('creationType=CSV'), await matched('creationType=REGULAR')]).toEqual([3, 1])
  await company.call('DELETE', `/companies/payrolls/${data._id}`)
  expect(await matched()).toBe(1)
})
