import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLog, logFileOf } from './log.ts'

test('on a terminal → the log goes to a private file of the data folder', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'quincena-log-'))
  try {
    const file = logFileOf(dataDir, true)
    expect(file).toBe(join(dataDir, 'logs', 'quincena.log'))
    createLog('warn', file).warn({ exchange: 'x' }, 'an exchange gives no price')
    createLog('warn', file).error('a second process')
    const lines = readFileSync(file ?? '', 'utf8')
      .trim()
      .split('\n')
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      'an exchange gives no price',
      'a second process',
    ])
    expect(statSync(file ?? '').mode & 0o777).toBe(0o600)
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})

test('elsewhere → the log stays on standard output', () => {
  expect(logFileOf('/srv/quincena', false)).toBeUndefined()
})
