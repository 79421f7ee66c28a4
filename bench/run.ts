import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from '../scripts/build.mjs'
import { formatTable, type TableRow } from './table.ts'

/**
 * Prints README's table: all of it, or the rows of the scripts that are named (`npm run bench -- pay csv`).
 * The output of each script goes to stderr.
 */
const scripts = ['pay', 'csv', 'block', 'employees', 'reads', 'lighthouse', 'script', 'start']

const names = process.argv.slice(2)
const unknown = names.filter((name) => !scripts.includes(name))
if (unknown.length > 0) {
  process.stderr.write(`There is no ${unknown.join(', ')}. There are: ${scripts.join(', ')}.\n`)
  process.exit(1)
}

const load = loadavg().map((average) => average.toFixed(1))
buildWeb()
const rows: TableRow[] = []
let failed = false
for (const script of scripts.filter((name) => names.length === 0 || names.includes(name))) {
  const start = performance.now()
  const child = fork(join(import.meta.dirname, `${script}.ts`), {
    stdio: ['ignore', 2, 2, 'ipc'],
  })
  child.on('message', (row) => rows.push(row as TableRow))
  const [code] = await once(child, 'exit')
  const took = ((performance.now() - start) / 1_000).toFixed(0)
  process.stderr.write(`${script} ended with ${code} after ${took} s\n`)
  if (code !== 0) failed = true
}
process.stdout.write(`${formatTable(rows)}\n\n`)
process.stdout.write(
  `Load over 1, 5 and 15 minutes before: ${load.join(' ')}. Above ${availableParallelism()} the machine was busy with something else.\n`,
)
process.exit(failed ? 1 : 0)
