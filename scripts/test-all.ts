import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBitcoind } from '#server/embedded/find-bitcoind.ts'
import { check } from './check.ts'
import { ensureChromium } from './chromium.ts'
import { ensureDeployTools } from './deploy-tools.ts'
import { say as complain, environment, root } from './install.mjs'
import { ensurePgbouncer } from './pgbouncer.ts'
import { ensurePostgresTools } from './postgres-tools.ts'
import { minutesAndSeconds, print } from './print.ts'
import type { Outcome } from './steps.ts'
import { findSkippedTests, playwrightOutcome, vitestOutcome } from './test-outcome.ts'
import { writeTestTime } from './test-time.ts'

/** Reports of the runners, from which passed and failed are counted. */
const reports = mkdtempSync(join(tmpdir(), 'quincena-reports-'))

const isLong = process.argv.includes('--long')
/** `npm run test:long -- server/system-tests/races` runs one file of the long run. */
const paths = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))

/**
 * Runs a command whose output streams through. An exit code other than 0 counts even if the report
 * knows no failure.
 */
function run(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...environment, ...(isLong && { LONG_RUN: '1' }), ...env },
      stdio: 'inherit',
    })
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

async function vitest(): Promise<Outcome> {
  const report = join(reports, 'vitest.json')
  const reporters = ['default', 'json', './scripts/time-reporter.ts']
  const code = await run('vitest', [
    ...['run', ...paths, ...reporters.map((name) => `--reporter=${name}`)],
    `--outputFile.json=${report}`,
  ])
  for (const title of findSkippedTests(report)) print(`Left out: ${title}`)
  return vitestOutcome(report, code)
}

async function playwright(): Promise<Outcome> {
  const report = join(reports, 'playwright.json')
  const code = await run(
    'playwright',
    ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  )
  return playwrightOutcome(report, code)
}

/** Before an hour of tests rather than in the middle of them. */
async function ensurePrograms(): Promise<void> {
  await findBitcoind({ info: complain, warn: complain })
  ensureChromium()
  ensurePgbouncer()
  ensureDeployTools()
  await ensurePostgresTools()
}

type Part = { title: string; run: () => Promise<Outcome> }
const checks: Part = { title: 'Checks', run: check }
const tests: Part = { title: isLong ? 'Long tests' : 'Unit and integration tests', run: vitest }
const journeys: Part = { title: 'Journeys in a browser', run: playwright }

function partsOfRun(): Part[] {
  if (!isLong) return [checks, tests, journeys]
  return paths.length > 0 ? [tests] : [tests, journeys]
}

async function testAll(): Promise<Outcome> {
  await ensurePrograms()
  let total: Outcome = { passed: 0, failed: 0 }
  const times: string[] = []
  for (const part of partsOfRun()) {
    print(`\n${part.title}`)
    const begun = performance.now()
    const { passed, failed } = await part.run()
    times.push(`${part.title} ${minutesAndSeconds(performance.now() - begun)}`)
    total = { passed: total.passed + passed, failed: total.failed + failed }
  }
  print(`\nTime: ${times.join(', ')}.`)
  return total
}

try {
  const { passed, failed } = await testAll()
  if (!isLong) writeTestTime(performance.now())
  print(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
} catch (error) {
  complain(error instanceof Error ? error.message : String(error))
  print('\n0 passed, 1 failed')
  process.exitCode = 1
} finally {
  rmSync(reports, { recursive: true })
}
