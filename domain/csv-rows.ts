/** A row longer than this many characters is no row of people. */
const rowLimit = 131_072

const blank = 0x20
const quote = 0x22
const lineFeed = 0x0a
const carriageReturn = 0x0d

/**
 * Rows of a text in CSV (RFC 4180) while it comes in. A line ends in CR LF, LF or CR. Blanks before a
 * quote are not part of the cell. A quote inside a bare cell is a sign like any other, and so are both
 * quotes of a cell that goes on after the second.
 */
export class CsvRows {
  readonly #separator: number
  readonly #onRow: (cells: string[], line: number) => void
  /** The beginning of a row whose end has not come yet. */
  #rest = ''
  /** The line on which the next row begins. */
  line: number

  constructor(
    separator: string,
    firstLine: number,
    onRow: (cells: string[], line: number) => void,
  ) {
    this.#separator = separator.charCodeAt(0)
    this.line = firstLine
    this.#onRow = onRow
  }

  /** False: the row at `line` does not end, or is too long. */
  write(text: string, last = false): boolean {
    const all = this.#rest + text
    let at = 0
    while (at < all.length) {
      const cells: string[] = []
      const end = this.#readRow(all, at, last, cells)
      if (end < 0 || end - at > rowLimit) break
      const first = this.line
      this.line += 1 + linesInside(cells)
      at = end
      this.#onRow(cells, first)
    }
    this.#rest = all.slice(at)
    return this.#rest === '' || (!last && this.#rest.length <= rowLimit)
  }

  /** Reads the row at `at` into `cells`. Answers its end, or -1 where that has not come yet. */
  #readRow(text: string, at: number, last: boolean, cells: string[]): number {
    let place = at
    for (;;) {
      let first = place
      while (text.charCodeAt(first) === blank) first++
      const isQuoted = text.charCodeAt(first) === quote
      const end = isQuoted
        ? this.#readQuoted(text, first, last, cells)
        : this.#readBare(text, place, place, cells)
      if (end < 0) return -1
      if (end === text.length) return last ? end : -1
      const sign = text.charCodeAt(end)
      place = end + 1
      if (sign === this.#separator) continue
      if (sign === lineFeed) return place
      // The line feed of this line end may be still to come.
      if (place === text.length && !last) return -1
      return text.charCodeAt(place) === lineFeed ? place + 1 : place
    }
  }

  /** Reads a cell from `first` on, whose end is looked for from `from` on. */
  #readBare(text: string, first: number, from: number, cells: string[]): number {
    let end = from
    while (end < text.length && !this.#endsCell(text.charCodeAt(end))) end++
    cells.push(text.slice(first, end))
    return end
  }

  #readQuoted(text: string, open: number, last: boolean, cells: string[]): number {
    const close = closingQuote(text, open)
    if (close < 0) return -1
    let end = close + 1
    while (text.charCodeAt(end) === blank) end++
    if (end === text.length && !last) return -1
    if (end < text.length && !this.#endsCell(text.charCodeAt(end))) {
      return this.#readBare(text, open, close + 1, cells)
    }
    const value = text.slice(open + 1, close)
    cells.push(value.includes('"') ? value.replaceAll('""', '"') : value)
    return end
  }

  #endsCell(sign: number): boolean {
    return sign === this.#separator || sign === lineFeed || sign === carriageReturn
  }
}

/** The quote that closes the one at `open`: a double one stands for a sign. */
function closingQuote(text: string, open: number): number {
  let at = text.indexOf('"', open + 1)
  while (at >= 0 && text.charCodeAt(at + 1) === quote) at = text.indexOf('"', at + 2)
  return at
}

function linesInside(cells: readonly string[]): number {
  let lines = 0
  for (const cell of cells) {
    if (cell.includes('\n') || cell.includes('\r')) {
      lines += cell.match(/\r\n|\n|\r/g)?.length ?? 0
    }
  }
  return lines
}
