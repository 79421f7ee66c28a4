import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { Client } from 'pg'
import { callNode } from '#server/embedded/bitcoind-rpc.ts'
import { freePort } from '#server/embedded/ports.ts'
import { processesOf } from './processes.ts'
import { Program } from './program.ts'
import { makeProgramFolder, type ProgramFolder } from './temp-data-dir.ts'

test.describe.configure({ mode: 'serial' })

let dataDir: ProgramFolder
let port: number
let program: Program

async function start(): Promise<Program> {
  program = new Program({ dataDir: dataDir.path, port })
  await program.ready()
  return program
}

test.beforeAll(async () => {
  dataDir = makeProgramFolder()
  port = await freePort()
  await start()
  await sql(`INSERT INTO companies (name, sector) VALUES ('Café Pacamara', 'agro')`)
})
test.afterAll(async () => {
  await program.stop()
  dataDir.remove()
})

/** The database and node that connections.json tells an administrator of. */
function connections(): { postgres: string; bitcoind: { rpcUrl: string; cookieFile: string } } {
  return JSON.parse(readFileSync(join(dataDir.path, 'connections.json'), 'utf8'))
}

async function sql(text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: connections().postgres })
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

const height = () => callNode<number>(connections().bitcoind, 'getblockcount')
const companies = () => sql('SELECT name FROM companies')
const running = () => processesOf(program.pid, dataDir.path)
const parts = { postgres: /bin\/postgres -D/, bitcoind: /-regtest/, signer: /signer\/main/ }
type Part = keyof typeof parts
const pidOf = (part: Part) => running().find(({ args }) => parts[part].test(args))?.pid

function kill(pid: number | undefined): void {
  if (pid === undefined) throw new Error('what was to be killed does not run')
  process.kill(pid, 'SIGKILL')
}

/** A process that an earlier kill has ended is gone by now. */
function killIfThere(pid: number): void {
  try {
    kill(pid)
  } catch (error) {
    expect(error).toMatchObject({ code: 'ESRCH' })
  }
}

async function mine(blocks: number): Promise<void> {
  const answer = await fetch(`${program.baseUrl}/api/sandbox/mine`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ blocks }),
  })
  expect(answer.status).toBe(200)
}

test('what it started can be reached with one’s own tools, by its owner alone', async () => {
  expect(statSync(join(dataDir.path, 'connections.json')).mode & 0o777).toBe(0o600)
  expect(await companies()).toEqual(['Café Pacamara'])
  expect(await height()).toBeGreaterThan(0)
})

test('a second start on the same folder says so and leaves the first alone', async () => {
  const second = new Program({ dataDir: dataDir.path, port: await freePort() })
  expect(await second.ended()).toBe(1)
  expect(second.output).toContain('already running')
  await program.ready()
})

for (const part of Object.keys(parts) as Part[]) {
  test(`it recovers from kill −9 of its ${part}`, { tag: '@long' }, async () => {
    const before = pidOf(part)
    kill(before)
    await expect.poll(() => pidOf(part) ?? before).not.toBe(before)
    await program.ready(30_000)
    expect(await companies()).toEqual(['Café Pacamara'])
  })
}

const isProgram = ({ args }: { args: string }) => args.includes('server/main.ts')

test('after kill −9 of everything it continues with the same chain and data', async () => {
  await mine(3)
  const before = await height()
  // The program first: as long as it lives, it starts again what dies under it.
  const programFirst = running().toSorted((a, b) => Number(isProgram(b)) - Number(isProgram(a)))
  for (const { pid } of programFirst) killIfThere(pid)
  await expect.poll(running).toEqual([])
  await start()
  expect(await height()).toBe(before)
  expect(await companies()).toEqual(['Café Pacamara'])
  await expect.poll(async () => (await sql('SELECT max(height) FROM blocks'))[0]).toBe(before)
})

const takenOver = 'after kill −9 of the program alone, what it left running is taken over'
test(takenOver, { tag: '@long' }, async () => {
  const before = [pidOf('postgres'), pidOf('bitcoind')]
  kill(Number(readFileSync(join(dataDir.path, 'quincena.pid'), 'utf8')))
  expect(await program.ended()).toBe(128 + 9)
  await start()
  expect([pidOf('postgres'), pidOf('bitcoind')]).toEqual(before)
})

test('kill −9 of what npm started ends the program as well', async () => {
  program.signal('SIGKILL')
  await expect.poll(running).toEqual([])
  await start()
})

test('SIGINT ends everything that it started', { tag: '@long' }, async () => {
  await expectToEnd('SIGINT')
  await start()
})

test('SIGTERM ends everything that it started', () => expectToEnd('SIGTERM'))

async function expectToEnd(signal: NodeJS.Signals): Promise<void> {
  program.signal(signal)
  expect(await program.ended()).toBe(0)
  expect(running()).toEqual([])
}
