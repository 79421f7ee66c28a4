import type { Employee } from '#contract/employees.ts'
import { Client } from '#server/testing/client.ts'
import { type BenchInstallation, withInstallation } from './installation.ts'
import { fillPeople } from './people.ts'
import { middle, reportFigure } from './table.ts'

/**
 * Lists and searches of a company's employees over HTTP, in one installation that has companies of SIZES
 * (100000 1000000) people: median and 99th percentile of ROUNDS (60) answers, or of as many as SECONDS (6)
 * allow.
 */
const sizes = (process.env.SIZES ?? '100000 1000000').split(' ').map(Number)
const rounds = Number(process.env.ROUNDS ?? 60)
const seconds = Number(process.env.SECONDS ?? 6)
const fewest = 5
const warmUps = 3

/** Somebody waits for what they typed. */
const goalMs = (people: number) => (people <= 100_000 ? 100 : 300)

const lists: Record<string, (people: number, one: Employee) => string> = {
  'first page': () => 'page=1',
  'last page': (people) => `page=${Math.ceil(people / 10)}`,
  'page in the middle': (people) => `page=${Math.ceil(people / 20)}`,
  'one type': () => 'creationType=REGULAR',
  'one type, middle': (people) => `creationType=REGULAR&page=${Math.ceil(people / 20)}`,
  'one name': (_, { firstName, lastName }) => `search=${firstName} ${lastName}`,
  'one identification': (_, { identification }) => `search=${identification}`,
  'one phone': (_, { phone }) => `search=${phone.slice(1)}`,
  'one e-mail address': (_, { email }) => `search=${email}`,
  'a rare surname': () => 'search=Zaldaña',
  'a frequent name': () => 'search=José',
  'two frequent names': () => 'search=María José',
  'two letters': () => 'search=ro',
  'what everybody has': () => 'search=izalco',
  'what nobody has': () => 'search=zzzzzz',
}

/** The goal is about searches with at most 1,000 matches; others count and sort many people. */
const searches = new Set([
  'one name',
  'one identification',
  'one phone',
  'one e-mail address',
  'a rare surname',
  'what nobody has',
])

await withInstallation(async (it) => {
  const companies: [number, Client][] = []
  for (const people of sizes) companies.push([people, await companyOf(it, people)])
  for (const [people, client] of companies) await measure(client, people)
})

async function measure(client: Client, people: number): Promise<void> {
  const one = await oneOf(client, people)
  for (const [name, queryOf] of Object.entries(lists)) {
    const { median, p99 } = await timesOf(client, queryOf(people, one))
    reportFigure({
      what: `employees, ${name}, ${people} people`,
      against: '–',
      goal: searches.has(name) ? `p99 ≤ ${goalMs(people)} ms` : '–',
      measured: `${median.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
    })
  }
}

async function companyOf(it: BenchInstallation, people: number): Promise<Client> {
  const client = new Client(it.program.baseUrl)
  await client.signUp()
  await fillPeople(it, client, people)
  return client
}

/** Somebody in the middle, to be searched for. */
async function oneOf(client: Client, people: number): Promise<Employee> {
  const page = Math.ceil(people / 20)
  const { employees } = await client.call<{ employees: Employee[] }>(
    'GET',
    `/api/v1/employees?page=${page}`,
  )
  if (!employees[0]) throw new Error('there is nobody in the middle')
  return employees[0]
}

async function timesOf(client: Client, query: string): Promise<{ median: number; p99: number }> {
  const times: number[] = []
  const deadline = performance.now() + seconds * 1_000
  for (let round = -warmUps; round < rounds; round++) {
    if (times.length >= fewest && performance.now() > deadline) break
    const start = performance.now()
    await client.call('GET', `/api/v1/employees?${encodeURI(query)}`)
    // The first ones plan and warm up.
    if (round >= 0) times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  return { median: middle(times), p99: times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN }
}
