import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { environment, installMissing, node, root } from './install.mjs'

// All the rest is TypeScript, for which Node 24 has to be installed first.
installMissing()
const tests = spawn(node, [join(root, 'scripts/test-all.ts'), ...process.argv.slice(2)], {
  cwd: root,
  env: environment,
  stdio: 'inherit',
})
// Tests get the signal of a terminal themselves, and this process must outlive them to pass on
// their end.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => tests.kill('SIGTERM'))
tests.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
