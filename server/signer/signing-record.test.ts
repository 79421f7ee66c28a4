import { createSecretKey } from 'node:crypto'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { aSignature as signed } from '#server/testing/recorded-signature.ts'
import { RecordUnusable, SigningRecord } from './signing-record.ts'

const key = createSecretKey(Buffer.alloc(32, 1))
let path: string
const open = (seed = key) => new SigningRecord(path, seed)

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'quincena-record-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  path = join(folder, 'signer.record')
})

/** A record of two signatures. */
async function withTwo() {
  const record = open()
  const [one, two] = [signed(1n), signed(2n)]
  await record.begin(0n)
  await record.append(one)
  await record.append(two)
  return { record, one, two }
}

const numbersOf = async (record: SigningRecord) =>
  (await record.read())?.signatures.map(({ number }) => number)

test('what is recorded is read back whole, and is sealed on the disk', async () => {
  const { one, two } = await withTwo()
  expect(await open().readSignatures()).toEqual([one, two])
  expect(readFileSync(path, 'utf8')).not.toContain(one.transaction)
  expect(await numbersOf(open())).toEqual([1n, 2n])
})

test('a void signature is none, and the next one has its number', async () => {
  const { record, one } = await withTwo()
  await record.void(2n)
  const next = signed(2n)
  await record.append(next)
  expect(await open().readSignatures()).toEqual([one, next])
})

test('a line that a dead signer did not finish is dropped', async () => {
  const { record } = await withTwo()
  appendFileSync(path, 'half a li')
  expect(await numbersOf(open())).toEqual([1n, 2n])
  await record.append(signed(3n))
  expect(await numbersOf(open())).toEqual([1n, 2n, 3n])
})

test('another process appends → its lines are read', async () => {
  const { record } = await withTwo()
  await open().append(signed(3n))
  await record.append(signed(4n))
  expect(await numbersOf(record)).toEqual([1n, 2n, 3n, 4n])
})

test('a changed, missing or foreign line → the record is unusable', async () => {
  const { record } = await withTwo()
  const lines = readFileSync(path, 'utf8').split('\n')
  const unusable = async (kept: string[], reader = open()) => {
    writeFileSync(path, kept.join('\n'))
    await expect(reader.read()).rejects.toThrow(RecordUnusable)
  }
  await unusable(lines.toSpliced(1, 1))
  await unusable(lines.toSpliced(0, 1))
  await unusable(lines.with(1, (lines[1] ?? '').toLowerCase()))
  await unusable(lines.toSpliced(2, 1), record)
  await unusable(lines, open(createSecretKey(Buffer.alloc(32, 2))))
  rmSync(path)
  expect(await open().read()).toBeNull()
})
