/** Errors that a spreadsheet shows where a formula found nothing, in Spanish and English. */
const spreadsheetError =
  /^#(?:N\/[AD]|¡?(?:REF|VALOR|NUM|DIV\/0)!|(?:VALUE|NULL|NULO|¡NULO)!|¿?(?:NAME|NOMBRE)\?)$/i

/** Whether a cell has an error in the place of its value. */
export const isSpreadsheetError = (cell: string): boolean => {
  const text = cell.trim()
  return text.startsWith('#') && spreadsheetError.test(text)
}

/** Whether a row says nothing: its cells are blank, or errors of a spreadsheet below its list. */
export const isBlankRow = (cells: readonly string[]): boolean =>
  cells.every((cell) => cell.trim() === '' || isSpreadsheetError(cell))

/**
 * Whether a row shifted, as a comma without quotes makes it: it has a value under no name, or is wider than
 * the columns with a name. A row as wide as a header that was padded with blanks is right.
 */
export function hasCellTooMany(cells: readonly string[], isNamed: readonly boolean[]): boolean {
  const named = isNamed.lastIndexOf(true) + 1
  if (cells.length > named && cells.length !== isNamed.length) return true
  return cells.some((cell, place) => !isNamed[place] && cell.trim() !== '')
}
