import { Client } from '#server/testing/client.ts'
import { type Installation, withInstallation } from './installation.ts'
import { fillPeople } from './people.ts'
import { measured } from './table.ts'

/**
 * Lists and searches of one company's employees over HTTP, with a few of them (SMALL, 1,000) and with
 * many (LARGE, 1,000,000): median of each and their ratio, and the slowest of ROUNDS (60) answers but
 * one in a hundred. The goal is a ratio of at least 0.8 and 100 ms. What takes a second, as a search does
 * that nearly everybody matches and that is counted, is asked for as often as SECONDS (6) allow.
 */
const small = Number(process.env.SMALL ?? 1_000)
const large = Number(process.env.LARGE ?? 1_000_000)
const rounds = Number(process.env.ROUNDS ?? 60)
const seconds = Number(process.env.SECONDS ?? 6)
const fewest = 5
const warmUps = 3

type Times = { median: number; p99: number }

await withInstallation(async (it) => {
  const few = await measure(it, small)
  const many = await measure(it, large)
  print(`list                     ${small} ms   ${large} ms   ratio (goal 0.8)   p99 ms (goal 100)`)
  for (const [name, times] of many) {
    const before = few.get(name)
    if (!before) continue
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
      goal: '≥ 0.8, p99 ≤ 100 ms',
      measured: `${ratio.toFixed(2)} (${times.median.toFixed(1)} ms), p99 ${times.p99.toFixed(0)} ms`,
    })
  }
})

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function measure(it: Installation, people: number): Promise<Map<string, Times>> {
  const client = new Client(it.program.baseUrl)
  await client.signUp()
  await fillPeople(it, client, people)
  const lists = {
    'first page': 'page=1',
    'last page': `page=${Math.ceil(people / 10)}`,
    'page in the middle': `page=${Math.ceil(people / 20)}`,
    'one type': 'creationType=REGULAR',
    'one name': 'search=Número 77',
    'one identification': 'search=00000077',
    'two letters': 'search=ro',
    'what everybody has': 'search=izalco',
    'what nobody has': 'search=zzzzzz',
  }
  const found = new Map<string, Times>()
  for (const [name, query] of Object.entries(lists)) found.set(name, await timesOf(client, query))
  return found
}

async function timesOf(client: Client, query: string): Promise<Times> {
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
  return {
    median: times[times.length >> 1] ?? 0,
    p99: times[Math.ceil(times.length * 0.99) - 1] ?? 0,
  }
}
