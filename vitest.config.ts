import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Libraries are compiled once, and neither by each file's worker nor by each program that a test starts.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/node')

export default defineConfig({
  test: {
    include: ['{contract,domain,server,scripts}/**/*.test.ts', 'web/**/*.test.{ts,tsx}'],
    globalSetup: 'server/testing/global-setup.ts',
    setupFiles: 'server/testing/no-console.ts',
    // Much of a test is waiting for a node or a database, and meanwhile another one can run.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // A real node and a real database start in some of them, on machines with 2 cores.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
  },
})
