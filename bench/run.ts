import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { asTable, type Row } from './table.ts'

/** All benchmarks, one after another, and their figures in one table. What a script prints goes to stderr. */
const scripts = ['pay.ts', 'block.ts', 'csv.ts', 'employees.ts']

const rows: Row[] = []
const loads: string[] = []
let failed = false
for (const script of scripts) {
  loads.push(
    loadavg()
      .map((load) => load.toFixed(1))
      .join(' '),
  )
  const child = fork(join(import.meta.dirname, script), { stdio: ['ignore', 2, 2, 'ipc'] })
  child.on('message', (row) => rows.push(row as Row))
  const [code] = await once(child, 'exit')
  if (code === 0) continue
  failed = true
  process.stderr.write(`${script} ended with ${code}\n`)
}
process.stdout.write(`${asTable(rows)}\n\n`)
process.stdout.write(
  `Load (1, 5, 15 min) before each script, on ${availableParallelism()} cores: ${loads.join('; ')}. Above ${availableParallelism()} before the first, the machine was busy with something else.\n`,
)
process.exit(failed ? 1 : 0)
