import type { SpecialRun } from '#contract/special-runs.ts'
import { parseUsdNumber } from '#domain/money.ts'
import { type FileRow, readSheetFile, type SheetFile } from '#domain/special-pay/sheet-csv.ts'
import { TableReader } from '#domain/table-reader.ts'
import { readChunks } from '#web/shared/imports/read-chunks.ts'

/** A sheet of ten thousand people is smaller. */
export const fileLimitBytes = 8 << 20

/** The file's amounts beside those of the sheet. The server checks all of them again. */
export async function readAmountsFile(file: File, { lines }: SpecialRun): Promise<SheetFile> {
  const rows: FileRow[] = []
  const table = new TableReader((cells, line) => rows.push({ line, cells }))
  for await (const chunk of readChunks(file)) table.write(chunk)
  table.write(new Uint8Array(0), true)
  if (table.fault) {
    const { kind, line } = table.fault
    const fault = { row: line, column: '', value: '', fault: kind }
    return { header: null, rows: rows.length, faults: [fault], changes: [] }
  }
  const sheet = lines.map(
    ({ employee, usd }) =>
      [employee._id.toLowerCase(), usd === null ? null : parseUsdNumber(usd)] as const,
  )
  return readSheetFile(rows, new Map(sheet))
}
