import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const tables = '(transactions|transaction_inputs|transaction_outputs)\\b'
const write = new RegExp(
  `\\.(insertInto|updateTable|deleteFrom|mergeInto)\\(\\s*['"\`](public\\.)?${tables}|` +
    `\\b(INSERT INTO|UPDATE|DELETE FROM|MERGE INTO|TRUNCATE|COPY)\\s+(ONLY\\s+)?(public\\.)?${tables}`,
)

/** The signer writes its own columns, under its own database role. */
const signer = ['server/signer/operator-confirmation.ts', 'server/signer/signer.ts']

test('only the writer and the signer change transactions, inputs and outputs', () => {
  const files = globSync('{server,scripts}/**/*.ts', {
    cwd: root,
    exclude: ['**/*.test.ts', 'server/testing/**'],
  })
  const writers = files.filter((file) => write.test(readFileSync(join(root, file), 'utf8')))
  const others = writers.filter((file) => !file.startsWith('server/features/transactions/write/'))
  expect(others.sort()).toEqual(signer)
  expect(writers.length - others.length).toBe(6)
})
