import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EmployeeList } from '#contract/employees.ts'
import type { Client } from './client.ts'
import { anAddress } from './engine.ts'

export async function countEmployees(client: Client): Promise<number> {
  const path = '/api/v1/employees?page=1&limit=10'
  return (await client.call<EmployeeList>('GET', path)).employeesMatched
}

/** Hires one person; `key` as one does who would ask again after a lost answer. */
async function hire(client: Client, key?: string): Promise<void> {
  const body = {
    firstName: 'Persona',
    lastName: 'Nueva',
    baseSalary: 450,
    cryptoAddress: anAddress(),
  }
  const options = { body, ...(key ? { key } : {}) }
  const { status, answer } = await client.ask('POST', '/api/v1/companies/employees', options)
  if (status !== 201) throw new Error(`${status}: ${answer.message}`)
}

/** Reads and writes all the time, until `stop` says what became of them. */
export function startLoad(client: Client) {
  let isOver = false
  let answered = 0
  let hired = 0
  const failures: unknown[] = []
  const repeat = async (ask: () => Promise<unknown>) => {
    while (!isOver) {
      await ask().then(
        () => answered++,
        (cause: unknown) => failures.push(cause),
      )
      await sleep(20)
    }
  }
  const before = countEmployees(client)
  const requests = before.then(() =>
    Promise.all([
      repeat(() => countEmployees(client)),
      repeat(() => client.call('GET', '/api/v1/users/dashboard')),
      repeat(() => hire(client).then(() => hired++)),
      repeat(() => hire(client, randomUUID()).then(() => hired++)),
    ]),
  )
  return {
    async stop() {
      isOver = true
      await requests
      return { failures, answered, expectedPeople: (await before) + hired }
    },
  }
}
