import { createSecretKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { aList } from '#server/testing/lists.ts'
import { ReadingTooSlow, readFile } from './csv-worker.ts'

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

async function count(file: string, limitMs?: number) {
  const read = { rows: 0, errors: 0 }
  for await (const part of readFile(chunksOf(file), options, limitMs)) {
    read.rows += part.rows
    read.errors += part.errors
  }
  return read
}

test('a file is read in a thread of its own', async () => {
  expect(await count(aList({}, { firstName: 'J' }))).toEqual({ rows: 2, errors: 1 })
})

test('a file that takes too long is given up, and its thread with it', async () => {
  // 1 ms is over before the thread has even started.
  await expect(count(aList({}), 1)).rejects.toThrow(ReadingTooSlow)
})
