import type { Employee } from '#contract/employees.ts'
import { Client } from '#server/testing/client.ts'
import { type Installation, withInstallation } from './installation.ts'
import { fillPeople } from './people.ts'
import { measured, middle } from './table.ts'

/**
 * Lists and searches of one company's employees over HTTP, with a few of them (SMALL, 1,000) and
 * with many (LARGE, 1,000,000): median of each and their ratio, and the 99th percentile of ROUNDS
 * (60) answers. A query that takes a second, such as a search that nearly everybody matches and
 * that is counted, is repeated as often as SECONDS (6) allow.
 */
const small = Number(process.env.SMALL ?? 1_000)
const large = Number(process.env.LARGE ?? 1_000_000)
const rounds = Number(process.env.ROUNDS ?? 60)
const seconds = Number(process.env.SECONDS ?? 6)
const fewest = 5
const warmUps = 3

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

/** Those that the goal is about: of searches the ones with at most 100 matches. */
const named = new Set([
  'first page',
  'last page',
  'one name',
  'one identification',
  'one phone',
  'one e-mail address',
  'what nobody has',
])

type Times = { median: number; p99: number }

// Two installations: in one, a search of the few would pass over the many of another company.
await withInstallation((one) => withInstallation((other) => compare(one, other)))

async function compare(one: Installation, other: Installation): Promise<void> {
  const [few, many] = [await companyOf(one, small), await companyOf(other, large)]
  const [oneOfFew, oneOfMany] = [await oneOf(few, small), await oneOf(many, large)]
  print(`list                     ${small} ms   ${large} ms   ratio (goal 0.8)   p99 ms (goal 100)`)
  for (const [name, queryOf] of Object.entries(lists)) {
    const [before, times] = await timesOf(
      [few, queryOf(small, oneOfFew)],
      [many, queryOf(large, oneOfMany)],
    )
    const ratio = before.median / times.median
    const cells = [
      name.padEnd(24),
      before.median.toFixed(1).padStart(8),
      times.median.toFixed(1).padStart(12),
      ratio.toFixed(2).padStart(9),
      times.p99.toFixed(0).padStart(18),
    ]
    print(cells.join(' '))
    measured({
      what: `employees, ${name}, ${large} people`,
      against: `${small} people`,
      goal: named.has(name) ? '≥ 0.8, p99 ≤ 100 ms' : '–',
      measured: `${ratio.toFixed(2)} (${times.median.toFixed(1)} ms), p99 ${times.p99.toFixed(0)} ms`,
    })
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function companyOf(it: Installation, people: number): Promise<Client> {
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

type Asked = [client: Client, query: string]

/** One answer of each in turn, so that what else the machine does is shared. */
async function timesOf(...asked: [Asked, Asked]): Promise<[Times, Times]> {
  const times: [number[], number[]] = [[], []]
  const deadline = performance.now() + seconds * 1_000
  for (let round = -warmUps; round < rounds; round++) {
    if (times[1].length >= fewest && performance.now() > deadline) break
    for (const [place, [client, query]] of asked.entries()) {
      const start = performance.now()
      await client.call('GET', `/api/v1/employees?${encodeURI(query)}`)
      // The first ones plan and warm up.
      if (round >= 0) times[place]?.push(performance.now() - start)
    }
  }
  return [summary(times[0]), summary(times[1])]
}

function summary(times: number[]): Times {
  times.sort((a, b) => a - b)
  return { median: middle(times), p99: times[Math.ceil(times.length * 0.99) - 1] ?? 0 }
}
