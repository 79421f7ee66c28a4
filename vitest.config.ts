import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,domain,server,scripts}/**/*.test.ts', 'web/**/*.test.{ts,tsx}'],
    globalSetup: 'server/testing/global-setup.ts',
    setupFiles: 'server/testing/no-console.ts',
    // Much of a test is waiting for a node or a database: no core is spared for anybody else.
    maxWorkers: '100%',
    // A real node and a real database start in some of them, on machines with 2 cores.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
  },
})
