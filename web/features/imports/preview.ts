import type { CsvText } from '#contract/texts/keys.ts'
import { NotText, TextBytes } from '#domain/csv-encoding.ts'
import { blankLines, fileStart, type Separator } from '#domain/csv-start.ts'
import type { CsvColumns, HeaderFault } from '#domain/employee-csv.ts'

/** The browser's reading of a list before it is sent. The server reads all of it again. */
export interface Preview {
  header: string[]
  columns: CsvColumns
  faults: HeaderFault[]
  /** Without the header and without empty lines. */
  rows: number
  /** The first few. */
  first: string[][]
}

export const previewedRows = 4

/** How to read the file, as far as its beginning shows: as the server reads it. */
export interface CsvStart {
  encoding: string
  delimiter: Separator
  /** The lines up to one that names the separator; blank ones before a header are no rows in any case. */
  skippedLines: number
}

export function startOf(bytes: Uint8Array): CsvStart {
  const decoder = new TextBytes()
  const text = textOf(decoder, bytes)
  const blank = blankLines(text)
  const start = fileStart(text.slice(blank.length), true)
  return {
    encoding: decoder.encoding,
    delimiter: start?.separator ?? ',',
    skippedLines: start && start.tableAt > 0 ? blank.lines + 1 : 0,
  }
}

function textOf(decoder: TextBytes, bytes: Uint8Array): string {
  try {
    return decoder.write(bytes)
  } catch (cause) {
    if (cause instanceof NotText) return cause.text
    throw cause
  }
}

export const textOfHeaderFault: Record<HeaderFault['kind'], CsvText> = {
  missing: 'csvColumnMissing',
  duplicate: 'csvColumnTwice',
}
