import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { keepTempFilesInMemory } from './scripts/memory-folder.ts'

keepTempFilesInMemory()

// Libraries are compiled once, and neither by each file's worker nor by each program that a test starts.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/node')

/**
 * Crash runs, races, several machines, ten thousand people: hours of work for few lines. `npm run
 * test:long` sets LONG_RUN and runs these alone, and the random tests of `npm test` in larger numbers.
 */
const longTests = '{server,scripts}/**/*.long.test.ts'
/** Pure, though they stand with the server's tests. */
const models = 'server/testing/exclusivity-model/*.test.ts'
const repeatedInLongRun = [
  models,
  'server/features/payments/random-lines.test.ts',
  'server/features/payments/random-worlds.test.ts',
  'server/features/chain/follow/reorganisations.test.ts',
  'server/features/employees/pages.test.ts',
  'server/features/employees/search.test.ts',
  'server/features/imports/row-reader.test.ts',
  'server/system-tests/bad-requests.test.ts',
  'server/system-tests/crashes.test.ts',
  'server/system-tests/failover.test.ts',
]
const longNumbers = {
  HEADS_HISTORIES: '20000',
  HISTORIES: '12',
  WORLDS: '500',
  FUZZ_STEPS: '1000',
  FUZZ_RUNS: '5000',
  FAILPOINTS: 'all',
  FAILOVER_RUNS: '20',
  CRASH_RUNS: '10',
  MODEL_RUNS: '5',
  RACE_RUNS: '10',
  APPROVAL_RUNS: '200',
}

/**
 * Files that take a minute and more begin first: one begun last would keep a single worker at the
 * end.
 */
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

const serverTests = globSync('{server,scripts}/**/*.test.ts', {
  cwd: import.meta.dirname,
  exclude: [longTests],
})
const withText = (text: string) =>
  serverTests.filter((file) => readFileSync(join(import.meta.dirname, file), 'utf8').includes(text))
/** A module that is loaded already cannot be mocked, so these files get a worker of their own. */
const mocking = withText('vi.mock(')
/** Some of their tests are for the long run alone: server/testing/long-test.ts. */
const withLongTests = withText('longTest(')

const server = {
  globalSetup: 'server/testing/global-setup.ts',
  // A real node and a real database start in some of them, on machines with 2 cores. A wait that is long
  // enough for a busy machine costs nothing where all goes well.
  testTimeout: 300_000,
  hookTimeout: 300_000,
}

const longRun: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    ...server,
    name: 'long',
    include: [longTests, ...repeatedInLongRun, ...withLongTests],
    // A number that is set by hand counts.
    env: { ...longNumbers, ...process.env },
  },
}

const projects: TestProjectInlineConfiguration[] = [
  {
    extends: true,
    test: {
      name: 'pure',
      include: ['{contract,domain}/**/*.test.ts', models],
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
      exclude: [...mocking, models, longTests],
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
      // A page and its modules for all files of a worker; `setup.ts` cleans up after each test.
      isolate: false,
      setupFiles: 'web/testing/setup.ts',
      testTimeout: 180_000,
      // Characters of the page that a query without a match prints.
      env: { DEBUG_PRINT_LIMIT: '2000' },
    },
  },
]

export default defineConfig({
  test: {
    setupFiles: 'server/testing/no-console.ts',
    // A page or an answer is thrown away as soon as it is drawn: with room for more of them, collecting
    // garbage takes a twentieth less of the time.
    execArgv: ['--max-semi-space-size=64'],
    // A third of a test is waiting for a node or a database, and meanwhile others can run.
    maxWorkers: availableParallelism() * 2,
    sequence: { sequencer: SlowFoldersFirst },
    restoreMocks: true,
    projects: process.env.LONG_RUN ? [longRun] : projects,
  },
})
