import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from './build.mjs'
import { environment, installMissing, node, root } from './install.mjs'

const isBuilt = process.argv.includes('--no-build')
installMissing({ development: !isBuilt })
if (!isBuilt) buildWeb()

const settings = join(root, '.env')
const program = spawn(
  node,
  [...(existsSync(settings) ? [`--env-file=${settings}`] : []), join(root, 'server/main.ts')],
  {
    cwd: root,
    // Password hashing takes threads of libuv's pool, and its size is read before any code runs.
    // The owner of the database, whom .env may name for the operator's scripts, is not for the program.
    env: { UV_THREADPOOL_SIZE: '8', ...environment, DATABASE_OWNER_URL: '' },
    // A group of its own: Ctrl-C in a terminal goes to every process of the foreground group, and npm
    // passes on what it gets as well. So each signal arrives here first and goes on once.
    detached: true,
    // The program sees by the closed channel that this process is gone, by any cause.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  },
)

let ending = false
function end(signal) {
  if (ending) return
  ending = true
  program.kill(signal)
}
process.on('SIGINT', end)
process.on('SIGTERM', end)
process.on('SIGHUP', () => end('SIGTERM'))

// An npm that is killed −9 can pass nothing on. (`exec` in package.json makes npm the parent: a shell
// between the two would end at a SIGTERM and keep it to itself.)
if (process.env.npm_lifecycle_event === 'start') {
  const npm = process.ppid
  setInterval(() => process.ppid !== npm && end('SIGTERM'), 250).unref()
}

program.on('error', (error) => {
  process.stderr.write(`Node 24 can't be run (${node}): ${error.message}\n`)
  process.exit(1)
})
program.on('exit', (code, signal) => {
  process.exit(code ?? 128 + (constants.signals[signal] ?? 0))
})
