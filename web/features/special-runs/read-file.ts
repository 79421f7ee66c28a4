import Papa from 'papaparse'
import type { SpecialRun } from '#contract/special-runs.ts'
import { parseUsdNumber } from '#domain/money.ts'
import { type FileRow, readSheetFile, type SheetFile } from '#domain/special-pay/sheet-csv.ts'
import { linesIn, startOf } from '#web/shared/imports/read-csv.ts'

/** A sheet of ten thousand people is smaller. */
export const fileLimitBytes = 8 << 20

/** Enough to detect the encoding. */
const startBytes = 1 << 20

/** The file's amounts beside those of the sheet. The server checks all of them again. */
export async function readAmountsFile(file: File, { lines }: SpecialRun): Promise<SheetFile> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { encoding, delimiter, skippedLines } = startOf(bytes.subarray(0, startBytes))
  const text = new TextDecoder(encoding).decode(bytes)
  const { data } = Papa.parse<string[]>(text, { delimiter, skipFirstNLines: skippedLines })
  let line = 0
  const rows = data.map((cells): FileRow => {
    const first = line + 1
    line = first + cells.reduce((count, cell) => count + linesIn(cell), 0)
    return { line: first, cells }
  })
  const sheet = lines.map(
    ({ employee, usd }) =>
      [employee._id.toLowerCase(), usd === null ? null : parseUsdNumber(usd)] as const,
  )
  return readSheetFile(rows, new Map(sheet))
}
