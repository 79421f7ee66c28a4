import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import type { SpecialRunLine } from '#contract/special-runs.ts'
import { usdNumber } from '#domain/money.ts'
import { type FileRow, readSheetFile } from '#domain/special-pay/sheet-csv.ts'
import { TableReader } from '#domain/table-reader.ts'
import { csvOf } from '#server/platform/spreadsheet/csv.ts'
import { tableOf } from './table.ts'

/**
 * Names with separators, quotes, line ends and text that a spreadsheet would take for a formula.
 */
const name = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  fc.constantFrom('=1+1', '@x', '-3', 'a,b', 'a;b', 'dos\r\nlíneas', '"', "'=1"),
)
const cents = fc.option(fc.bigInt(100n, 1_000_000_000n), { nil: null })

const lineOf = ([_id, firstName, formula, usdCents]: [string, string, string, bigint | null]) => {
  const usd = usdCents === null ? null : usdNumber(usdCents)
  const employee = { _id, firstName, lastName: 'Cruz', hiredOn: null, payFrequency: null }
  return {
    employee: { ...employee, creationType: 'REGULAR' },
    monthlyUsd: null,
    formula,
    formulaDetail: '',
    usd,
    computedUsd: usd,
    edited: false,
    reason: null,
    byFormerDay: null,
  } satisfies SpecialRunLine
}

test('a sheet’s file read again → no fault, and nothing changes, in any language', async () => {
  const people = fc.uniqueArray(fc.tuple(fc.uuid(), name, name, cents), {
    selector: ([id]) => id,
    maxLength: 8,
  })
  await fc.assert(
    fc.asyncProperty(people, fc.constantFrom(...languages), async (all, language) => {
      const rows: FileRow[] = []
      const table = new TableReader((cells, line) => rows.push({ line, cells }))
      table.write(await buffer(csvOf(tableOf({ lines: all.map(lineOf) }, language))), true)
      const sheet = new Map(all.map(([id, , , usdCents]) => [id, usdCents]))
      expect(readSheetFile(rows, sheet)).toEqual({
        header: null,
        rows: all.length,
        faults: [],
        changes: [],
      })
    }),
  )
})
