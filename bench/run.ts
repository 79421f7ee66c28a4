import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { asTable, type TableRow } from './table.ts'

/**
 * All benchmarks, one after another, with their figures in one table: within 12 minutes on 2 idle cores.
 * Those whose figures people feel come first. The output of each script goes to stderr. The slow ones are
 * smaller here, unless their variable is set: `SIZES='10000 100000 1000000' npm run bench`.
 */
const scripts: Record<string, Record<string, string>> = {
  'pay.ts': { RUNS: '5' },
  'csv.ts': { SIZES: '100000' },
  'block.ts': {},
  'initial-script.ts': {},
  'start.ts': {},
  'requests.ts': {},
  'employees.ts': { SIZES: '100000' },
  'dashboard.ts': {},
  'payroll-status.ts': {},
  'changes.ts': {},
  'sign-in.ts': {},
  'several.ts': {},
}
/** The longest script takes two minutes. */
const lastStartMs = 10 * 60_000

const rows: TableRow[] = []
const leftOut: string[] = []
let failed = false
for (const [script, smaller] of Object.entries(scripts)) {
  const start = performance.now()
  if (start > lastStartMs) {
    leftOut.push(script)
    continue
  }
  const load = loadavg()
    .map((average) => average.toFixed(1))
    .join(' ')
  const child = fork(join(import.meta.dirname, script), {
    stdio: ['ignore', 2, 2, 'ipc'],
    env: { ...smaller, ...process.env },
  })
  child.on('message', (row) => rows.push({ ...(row as TableRow), load }))
  const [code] = await once(child, 'exit')
  const seconds = ((performance.now() - start) / 1_000).toFixed(0)
  process.stderr.write(`${script} ended with ${code} after ${seconds} s, load before it ${load}\n`)
  if (code !== 0) failed = true
}
process.stdout.write(`${asTable(rows)}\n\n`)
process.stdout.write(
  `Load: over 1, 5 and 15 minutes, before each script. Above ${availableParallelism()} before the first, the machine was busy with something else.\n`,
)
if (leftOut.length > 0) {
  process.stdout.write(`Left out for want of time: ${leftOut.join(', ')}. Run them alone.\n`)
}
process.exit(failed ? 1 : 0)
