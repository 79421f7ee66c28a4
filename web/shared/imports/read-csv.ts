import { NotText, TextBytes } from '#domain/csv-encoding.ts'
import { blankLines, fileStart, type Separator } from '#domain/csv-start.ts'

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

/** A line end within quotes; the last cell of a row may keep half of its own. */
export const linesIn = (cell: string): number =>
  cell.includes('\n') || cell.includes('\r')
    ? (cell.replace(/\r$/, '').match(/\r\n|\n|\r/g)?.length ?? 0)
    : 0
