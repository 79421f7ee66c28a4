import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findSkippedTests, playwrightOutcome, vitestOutcome } from './test-outcome.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'quincena-outcome-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

function report(content: unknown): string {
  const file = join(dir, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

const fileWith = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((each) => ({ status: each })),
})

test('passed and failed tests are counted', () => {
  const file = report({
    numPassedTests: 2,
    numFailedTests: 1,
    testResults: [fileWith('passed', 'passed'), fileWith('failed', 'passed', 'failed')],
  })
  expect(vitestOutcome(file, 1)).toEqual({ passed: 2, failed: 1 })
})

test('a test file that fails without a failed test counts as one', () => {
  const testResults = [fileWith('passed', 'passed'), fileWith('failed')]
  const file = report({ numPassedTests: 1, numFailedTests: 0, testResults })
  expect(vitestOutcome(file, 1)).toEqual({ passed: 1, failed: 1 })
})

test('a bad end without any failed test is a failure', () => {
  const testResults = [fileWith('passed', 'passed')]
  const file = report({ numPassedTests: 1, numFailedTests: 0, testResults })
  expect(vitestOutcome(file, 1)).toEqual({ passed: 1, failed: 1 })
})

test('a runner that wrote no report has failed', () => {
  expect(vitestOutcome(join(dir, 'none.json'), 0)).toEqual({ passed: 0, failed: 1 })
  expect(playwrightOutcome(join(dir, 'none.json'), 0)).toEqual({ passed: 0, failed: 1 })
})

test('tests that did not run are named', () => {
  const tests = [
    { status: 'passed', title: 'a payroll is paid' },
    { status: 'skipped', title: 'units: left out, systemd-analyze is missing' },
  ]
  const file = report({ testResults: [{ status: 'passed', assertionResults: tests }] })
  expect(findSkippedTests(file)).toEqual(['units: left out, systemd-analyze is missing'])
})

test('a journey that passes at its second try, or could not begin, has failed', () => {
  const file = report({
    stats: { expected: 3, unexpected: 1, flaky: 1 },
    errors: [{ message: 'the program did not start' }],
  })
  expect(playwrightOutcome(file, 1)).toEqual({ passed: 3, failed: 3 })
})
