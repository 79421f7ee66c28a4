import { existsSync, readFileSync } from 'node:fs'
import type { Outcome } from './steps.ts'

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly status: string
    readonly assertionResults: readonly { readonly status: string; readonly title: string }[]
  }[]
}

interface PlaywrightReport {
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
  }
  readonly errors: readonly unknown[]
}

/** A file that fails before its first test (or after its last) counts as one failed test. */
export function vitestOutcome(file: string, exitCode: number): Outcome {
  const report = read<VitestReport>(file)
  if (!report) return { passed: 0, failed: 1 }
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  )
  return outcome(report.numPassedTests, report.numFailedTests + brokenFiles.length, exitCode)
}

/** The titles of tests that did not run, which say why. */
export function findSkippedTests(file: string): string[] {
  const tests = read<VitestReport>(file)?.testResults.flatMap((each) => each.assertionResults) ?? []
  return tests.filter(({ status }) => status === 'skipped').map(({ title }) => title)
}

/** A journey that passes only at the second try has failed. */
export function playwrightOutcome(file: string, exitCode: number): Outcome {
  const report = read<PlaywrightReport>(file)
  if (!report) return { passed: 0, failed: 1 }
  const { expected, unexpected, flaky } = report.stats
  return outcome(expected, unexpected + flaky + report.errors.length, exitCode)
}

function read<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined
}

/** An error outside all tests (a promise nobody awaited) shows in the exit code only. */
function outcome(passed: number, failed: number, exitCode: number): Outcome {
  return { passed, failed: exitCode !== 0 && failed === 0 ? 1 : failed }
}
