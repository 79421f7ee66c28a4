import { buffer } from 'node:stream/consumers'
import { readSheet } from 'read-excel-file/node'
import { expect, test, vi } from 'vitest'
import { csvOf } from './csv.ts'
import { type Cell, localTime, type Table } from './table.ts'
import { xlsxOf } from './xlsx.ts'

async function* failing(): AsyncGenerator<Cell[][]> {
  yield [['Ana']]
  throw new Error('the database went away')
}
async function* one(cell: string): AsyncGenerator<Cell[][]> {
  yield [[cell]]
}
const table = (batches: Table['batches']): Table => ({
  columns: [{ title: 'Nombre', kind: 'text' }],
  batches,
})

test.each([
  ['csv', csvOf],
  ['xlsx', xlsxOf],
])('a %s whose rows break off is no file that looks whole', async (_format, write) => {
  await expect(buffer(write(table(failing())))).rejects.toThrow('the database went away')
})

test.each([
  ['csv', csvOf],
  ['xlsx', xlsxOf],
])('a %s that nobody reads to its end reads no more rows', async (_format, write) => {
  let isEnded = false
  async function* endless(): AsyncGenerator<Cell[][]> {
    try {
      for (;;) yield Array.from({ length: 100 }, () => [crypto.randomUUID()])
    } finally {
      isEnded = true
    }
  }
  const file = write(table(endless()))
  let size = 0
  for await (const chunk of file) {
    size += chunk.length
    if (size > 200_000) break
  }
  await vi.waitFor(() => expect(isEnded).toBe(true), { timeout: 120_000 })
})

test('what XML has no place for does not break a workbook', async () => {
  const sheet = await readSheet(await buffer(xlsxOf(table(one('\u0000<a>&"\uD800\u001F')))))
  expect(sheet[1]).toEqual(['\uFFFD<a>&"\uFFFD\uFFFD'])
})

test('what looks like an escape of Excel’s is kept', async () => {
  const sheet = await readSheet(await buffer(xlsxOf(table(one('_x0041_')))))
  // The text as it stands in the file, which Excel reads as _x0041_.
  expect(['_x0041_', '_x005F_x0041_']).toContain(sheet[1]?.[0])
})

test('times are those of El Salvador, where the clocks are never put forward', () => {
  expect(localTime(new Date('2026-07-01T05:59:59Z'))).toBe('2026-06-30 23:59:59')
  expect(localTime(new Date('2026-01-01T06:00:00Z'))).toBe('2026-01-01 00:00:00')
})
