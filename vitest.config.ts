import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Libraries are compiled once, and neither by each file's worker nor by each program that a test starts.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/node')

/** Where files take a minute and more: begun last, one of them would keep a single worker at the end. */
const slowFolders = ['/server/system-tests/', '/server/features/payments/', '/server/signer/']

class SlowFoldersFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = slowFolders.findIndex((folder) => moduleId.includes(folder))
      return at === -1 ? slowFolders.length : at
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

const serverTests = globSync('{server,scripts}/**/*.test.ts', { cwd: import.meta.dirname })
/** A module that is loaded already cannot be mocked, so these files get a worker of their own. */
const mocking = serverTests.filter((file) =>
  readFileSync(join(import.meta.dirname, file), 'utf8').includes('vi.mock('),
)

const server = {
  globalSetup: 'server/testing/global-setup.ts',
  // A real node and a real database start in some of them, on machines with 2 cores. A wait that is long
  // enough for a busy machine costs nothing where all goes well.
  testTimeout: 300_000,
  hookTimeout: 300_000,
}

export default defineConfig({
  test: {
    setupFiles: 'server/testing/no-console.ts',
    // A third of a test is waiting for a node or a database, and meanwhile others can run.
    maxWorkers: availableParallelism() * 2,
    sequence: { sequencer: SlowFoldersFirst },
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['{contract,domain}/**/*.test.ts'],
          // Nothing in them outlives a test; the next file finds its modules loaded.
          isolate: false,
          testTimeout: 120_000,
        },
      },
      { extends: true, test: { name: 'web', include: ['web/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          ...server,
          name: 'server',
          include: ['{server,scripts}/**/*.test.ts'],
          exclude: mocking,
          // Loading the program is a second of work, which the next file of a worker does not repeat.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...server, name: 'mocking', include: mocking },
      },
      {
        extends: true,
        test: {
          name: 'components',
          include: ['web/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: 'web/testing/setup.ts',
          testTimeout: 180_000,
          // Characters of the page that a query without a match prints.
          env: { DEBUG_PRINT_LIMIT: '2000' },
        },
      },
    ],
  },
})
