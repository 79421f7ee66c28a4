import { createSecretKey } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFile } from './csv-worker.ts'

const options = {
  importId: '019aa000-0000-7000-8000-000000000001',
  companyId: '019aa000-0000-7000-8000-000000000002',
  network: 'regtest',
  country: 'SV',
  macKey: createSecretKey(Buffer.alloc(32)),
  nowMs: 1_800_000_000_000,
} as const

async function* chunksOf(file: string) {
  yield Buffer.from(file)
}

async function count(file: string) {
  const read = { rows: 0, errors: 0 }
  for await (const part of readFile(chunksOf(file), options)) {
    read.rows += part.rows
    read.errors += part.errors
  }
  return read
}

const pieces = ['\r\n', '\n', '\r', ' ', '\t', ',', ';', '"', 'sep=', 'a', '=', "'", '\u0000', 'é']
const piece = fc.tuple(fc.constantFrom(...pieces), fc.integer({ min: 1, max: 30_000 }))

test('no pattern that repeats keeps a file from being read in its time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 5 }), async (parts) => {
      const file = parts.map(([text, times]) => text.repeat(times)).join('')
      const { rows, errors } = await count(file)
      expect(rows + errors).toBeGreaterThan(0)
    }),
    { numRuns: 25 },
  )
})
