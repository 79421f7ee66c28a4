/** PostgreSQL's text format of COPY: tabs between columns, \N for null. */

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

export function copyLine(columns: readonly (string | null)[]): string {
  let line = ''
  for (const [index, column] of columns.entries()) {
    if (index > 0) line += '\t'
    line += column === null ? '\\N' : copyText(column)
  }
  return `${line}\n`
}

function copyText(text: string): string {
  // No text of PostgreSQL can hold a NUL; a cell with one has a fault already.
  const storable = text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text
  return /[\\\t\n\r]/.test(storable)
    ? storable.replaceAll(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign)
    : storable
}

export const copyBytes = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString('hex')}`
