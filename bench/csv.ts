import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { freePort } from '#server/embedded/ports.ts'
import { Client } from '#server/testing/client.ts'
import { Program } from '../e2e/program.ts'
import { makeProgramFolder } from '../e2e/temp-data-dir.ts'
import { peopleHeader, unspendableAddress, uploadedPayroll } from './payroll.ts'
import { reportFigure } from './table.ts'

/**
 * A list of employees by CSV, from the first byte of the upload to 'done', against what psql's \copy
 * does with the same file: COPY into a bare table in the same PostgreSQL, unchecked. SIZES (10000 100000
 * 1000000) in turn, and the most memory that the program's process had until then.
 */
const sizes = (process.env.SIZES ?? '10000 100000 1000000').split(' ').map(Number)

const dataDir = makeProgramFolder()
const program = new Program({ dataDir: dataDir.path, port: await freePort() })
try {
  await program.ready()
  const baseMb = peakMb()
  print('rows        ours s   \\copy s   ratio (goal 12)   peak RSS MB')
  print(`0                                              ${baseMb}`)
  for (const size of sizes) await compare(size)
} finally {
  await program.stop()
  dataDir.remove()
}

async function compare(size: number): Promise<void> {
  // One piece: a blob of 100,000 lines is sent line by line, and \copy takes ten times as long.
  const people = [...lines(size)].join('')
  const baseline = await copied(new Blob([peopleHeader + people]))
  const ours = await imported(people)
  const cells = [
    String(size).padEnd(10),
    ours.toFixed(1).padStart(8),
    baseline.toFixed(1).padStart(9),
    (ours / baseline).toFixed(2).padStart(7),
    String(peakMb()).padStart(24),
  ]
  print(cells.join(' '))
  reportFigure({
    what: `CSV of ${size} rows: upload to done`,
    against: '`\\copy` into a bare table',
    goal: size === 100_000 ? '≤ 8 s, ≤ 12' : '–',
    measured: `${(ours / baseline).toFixed(2)} (${ours.toFixed(1)} s : ${baseline.toFixed(1)} s)`,
    growth: `peak memory of the server ${peakMb()} MB`,
  })
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function* lines(size: number): Generator<string> {
  const names = ['Rosa', 'José', 'María', 'Julio', 'Ángela', 'Carlos', 'Sofía', 'Héctor']
  const surnames = ['Menjívar', 'Portillo', 'Hernández', 'Campos', 'Güell', 'Martínez', 'Ayala']
  for (let n = 0; n < size; n++) {
    const name = `${names[n % names.length]} ${n.toString(36)}`
    const surname = `${surnames[n % surnames.length]} ${surnames[(n >> 3) % surnames.length]}`
    const id = `${String(n).padStart(8, '0')}-0`
    const phone = `+503${70_000_000 + n}`
    const salary = `${300 + (n % 2_000)}.${String(n % 100).padStart(2, '0')}`
    yield `${name},${surname},${id},p${n}@izalco.sv,${phone},${salary},${unspendableAddress()}\r\n`
  }
}

function seconds(since: number): number {
  return (performance.now() - since) / 1_000
}

async function imported(people: string): Promise<number> {
  const client = new Client(program.baseUrl)
  await client.signUp()
  const start = performance.now()
  await uploadedPayroll(client, [people])
  return seconds(start)
}

async function copied(file: Blob): Promise<number> {
  const { postgres } = JSON.parse(readFileSync(join(dataDir.path, 'connections.json'), 'utf8'))
  const client = new pg.Client({ connectionString: postgres })
  await client.connect()
  try {
    await client.query(`
      CREATE TABLE bench_people (first_name text, last_name text, identification text, email text,
        phone text, base_salary_usd numeric, address text)`)
    const start = performance.now()
    const copy = `COPY bench_people (first_name, last_name, identification, email, phone,
      base_salary_usd, address) FROM STDIN (FORMAT csv, HEADER, NULL '\\N')`
    await pipeline(Readable.fromWeb(file.stream() as never), client.query(copyFrom(copy)))
    return seconds(start)
  } finally {
    await client.query('DROP TABLE bench_people')
    await client.end()
  }
}

/** VmHWM of the program's process, which is the child of the script that starts it. */
function peakMb(): number {
  const children = readFileSync(`/proc/${program.pid}/task/${program.pid}/children`, 'utf8')
  const status = readFileSync(`/proc/${children.trim().split(' ')[0]}/status`, 'utf8')
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024)
}
