import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { asTable, type Row } from './table.ts'

/**
 * All benchmarks, one after another, with their figures in one table: within 15 minutes on 2 idle
 * cores. The output of each script goes to stderr. The slow ones are smaller here, unless their
 * variable is set: `SIZES='10000 100000 1000000' npm run bench`.
 */
const scripts: Record<string, Record<string, string>> = {
  'start.ts': {},
  'initial-script.ts': {},
  'pay.ts': {},
  'several.ts': {},
  'block.ts': {},
  'csv.ts': { SIZES: '10000 100000' },
  'employees.ts': {},
  'requests.ts': {},
  'sign-in.ts': {},
  'dashboard.ts': {},
  'changes.ts': {},
}

const rows: Row[] = []
const loads: string[] = []
let failed = false
for (const [script, smaller] of Object.entries(scripts)) {
  const start = performance.now()
  loads.push(
    loadavg()
      .map((load) => load.toFixed(1))
      .join(' '),
  )
  const child = fork(join(import.meta.dirname, script), {
    stdio: ['ignore', 2, 2, 'ipc'],
    env: { ...smaller, ...process.env },
  })
  child.on('message', (row) => rows.push(row as Row))
  const [code] = await once(child, 'exit')
  const seconds = ((performance.now() - start) / 1_000).toFixed(0)
  process.stderr.write(`${script} ended with ${code} after ${seconds} s\n`)
  if (code !== 0) failed = true
}
process.stdout.write(`${asTable(rows)}\n\n`)
process.stdout.write(
  `Load (1, 5, 15 min) before each script, on ${availableParallelism()} cores: ${loads.join('; ')}. Above ${availableParallelism()} before the first, the machine was busy with something else.\n`,
)
process.exit(failed ? 1 : 0)
