import type { CsvText } from '#contract/texts/keys.ts'
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

/** How to read the file, as far as its beginning shows. */
export interface CsvStart {
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
  /** Named by a first line `sep=;`, as spreadsheets write it. */
  delimiter: string | undefined
}

export function startOf(bytes: Uint8Array): CsvStart {
  const encoding = encodingOf(bytes)
  const text = new TextDecoder(encoding).decode(bytes.subarray(0, 64))
  return { encoding, delimiter: /^sep=(.)\r?(\n|$)/i.exec(text)?.[1] }
}

function encodingOf(bytes: Uint8Array): CsvStart['encoding'] {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  try {
    // A character may be cut at the end of what was read.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return 'utf-8'
  } catch {
    // Not UTF-8: what Excel writes in the Americas and in Western Europe.
    return 'windows-1252'
  }
}

export const textOfHeaderFault: Record<HeaderFault['kind'], CsvText> = {
  missing: 'csvColumnMissing',
  duplicate: 'csvColumnTwice',
}
