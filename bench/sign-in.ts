import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '#server/testing/client.ts'
import { withInstallation } from './installation.ts'
import { load } from './load.ts'
import { fillPeople } from './people.ts'
import { middle, reportFigure } from './table.ts'

/**
 * Reads on 4 connections, without and with PER_SECOND (20) people signing in each second, in turn,
 * ROUNDS (5) times SECONDS (4): how long 95 of a hundred reads take.
 */
const perSecond = Number(process.env.PER_SECOND ?? 20)
const rounds = Number(process.env.ROUNDS ?? 5)
const seconds = Number(process.env.SECONDS ?? 4)
const connections = 4
const password = 'Secreta#2026'

await withInstallation(async (it) => {
  const reader = new Client(it.program.baseUrl)
  await reader.signUp()
  await fillPeople(it, reader, 1_000)
  const emails: string[] = []
  // Each may have ten sessions, and none of them is one that reads.
  for (let n = 0; n < perSecond; n++) emails.push(await new Client(it.program.baseUrl).signUp())
  const read = () =>
    load(`${it.program.baseUrl}/api/v1/employees?page=1&limit=10`, {
      connections,
      ms: seconds * 1_000,
      headers: { authorization: `Bearer ${reader.token}` },
    })
  await read()
  const alone: number[] = []
  const beside: number[] = []
  let entered = 0
  for (let round = 0; round < rounds; round++) {
    alone.push((await read()).p95)
    const stopping = new AbortController()
    const signingIn = signIns(it.program.baseUrl, emails, stopping.signal)
    beside.push((await read()).p95)
    stopping.abort()
    entered += await signingIn
  }
  const ratio = middle(beside.map((p95, round) => p95 / (alone[round] ?? Number.NaN)))
  reportFigure({
    what: `reads while ${(entered / (rounds * seconds)).toFixed(0)} people a second sign in with Argon2id`,
    against: 'reads alone',
    goal: 'p95 ≤ 3',
    measured: `${ratio.toFixed(2)} (p95 ${middle(beside).toFixed(1)} ms : ${middle(alone).toFixed(1)} ms)`,
  })
})

/** As many a second whether or not the ones before have their answers; those that were let in are counted. */
async function signIns(baseUrl: string, emails: string[], signal: AbortSignal): Promise<number> {
  const started: Promise<boolean>[] = []
  for (let n = 0; !signal.aborted; n++) {
    const body = { email: emails[n % emails.length] ?? '', password }
    const answer = new Client(baseUrl).ask('POST', '/api/v1/auth/sign-in', { body })
    // 503 is what the program says where more sign in than it hashes for.
    started.push(answer.then(({ status }) => status === 200))
    await sleep(1_000 / perSecond, undefined, { signal }).catch(() => undefined)
  }
  return (await Promise.all(started)).filter(Boolean).length
}
