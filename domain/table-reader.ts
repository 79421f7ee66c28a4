import { NotText, TextBytes } from './csv-encoding.ts'
import { CsvRows } from './csv-rows.ts'
import { blankLines, fileStart, type Separator } from './csv-start.ts'
import { isWebPage, type NoTableKind } from './file-kind.ts'
import { isBlankRow } from './row-shape.ts'

/** Why a file is read no further, and the line from which on. */
export type TableFault = { kind: NoTableKind | 'csvEncoding' | 'csvQuoteOpen'; line: number }

/**
 * Reads the bytes of a table while they come in, whatever a spreadsheet made of them: encoding,
 * separator, titles above the header, and line ends. Passes on each row that is not blank, the header
 * first, with the line on which it begins.
 */
export class TableReader {
  readonly #bytes = new TextBytes()
  readonly #onRow: (cells: string[], line: number) => void
  #rows: CsvRows | null = null
  /** Text before the separator is known, without the blank lines that it began with. */
  #start = ''
  #linesBefore = 0
  separator: Separator = ','
  /** Nothing is read after it. */
  fault: TableFault | null = null

  constructor(onRow: (cells: string[], line: number) => void) {
    this.#onRow = onRow
  }

  write(chunk: Uint8Array, last = false): void {
    if (this.fault) return
    try {
      this.#read(this.#bytes.write(chunk, last), last)
    } catch (cause) {
      if (!(cause instanceof NotText)) throw cause
      // The whole rows before the fault are still read.
      const whole = /^[\s\S]*[\r\n]/.exec(cause.text)?.[0]
      if (whole !== undefined) this.#read(whole, true)
      this.#end(cause.kind)
    }
  }

  #read(text: string, last: boolean): void {
    const table = this.#rows ? text : this.#begin(text, last)
    if (this.#rows && !this.#rows.write(table, last)) this.#end('csvQuoteOpen')
  }

  /** Finds where the table begins, and answers its text so far. */
  #begin(text: string, last: boolean): string {
    this.#start += text
    const blank = blankLines(this.#start)
    this.#start = this.#start.slice(blank.length)
    this.#linesBefore += blank.lines
    if (isWebPage(this.#start)) {
      this.#end('csvWebPage')
      return ''
    }
    const start = fileStart(this.#start, last)
    if (!start) return ''
    const table = this.#start.slice(start.tableAt)
    this.#start = ''
    this.separator = start.separator
    const before = (start.isDeclared ? 0 : this.#linesBefore) + start.titleLines
    this.#rows = new CsvRows(start.separator, before + 1, (cells, line) => {
      if (!isBlankRow(cells)) this.#onRow(cells, line)
    })
    return table
  }

  #end(kind: TableFault['kind']): void {
    this.fault ??= { kind, line: this.#rows?.line ?? this.#linesBefore + 1 }
  }
}
