import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { dayMs } from '#domain/durations.ts'
import { type Cell, type CellKind, localTime, type SheetColumn, type Table } from './table.ts'

/**
 * A workbook of one sheet, written as a stream: ECMA-376 part 1, the least that Excel opens. Texts
 * stand in the cells themselves (`inlineStr`), where nothing is ever a formula.
 */
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Places in `cellXfs` below. */
const styles = { text: 0, title: 1, date: 2, usd: 3, btc: 4 } as const
const widths: Record<CellKind, number> = { text: 24, date: 20, usd: 14, btc: 16 }

const parts: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${officeRelations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${officeRelations}"><sheets><sheet name="Quincena" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${officeRelations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${officeRelations}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="#,##0.00"/><numFmt numFmtId="166" formatCode="0.00000000"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** XML has no place for control characters and lone surrogates, and Excel reads `_x0041_` as an A. */
const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it is them that must not get through
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '\uFFFD')
    .replace(/[&<>]/g, (sign) => entities[sign] as string)

/** `A1` to `Z…`: no table is wider. Excel does without, other programs do not. */
const reference = (column: number, row: number): string =>
  `${String.fromCharCode(65 + column)}${row}`

const textCell = (text: string, style: number, at: string): string =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`

/** Days since 1899-12-30, by the clocks of El Salvador: what Excel calls a date. */
const serial = (at: Date): number =>
  Date.parse(`${localTime(at).replace(' ', 'T')}Z`) / dayMs + 25_569

function cellXml(cell: Cell, { kind }: SheetColumn, at: string): string {
  if (cell === null) return ''
  if (cell instanceof Date) return `<c r="${at}" s="${styles.date}"><v>${serial(cell)}</v></c>`
  if (kind === 'text') return textCell(cell, styles.text, at)
  // The decimal text as it is: no amount passes through a double on our side.
  return `<c r="${at}" s="${styles[kind]}"><v>${cell}</v></c>`
}

async function* sheet({ columns, batches }: Table) {
  const cols = columns.map(
    ({ kind }, i) => `<col min="${i + 1}" max="${i + 1}" width="${widths[kind]}" customWidth="1"/>`,
  )
  const titles = columns.map(({ title }, i) => textCell(title, styles.title, reference(i, 1)))
  yield `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData><row r="1">${titles.join('')}</row>`
  let place = 1
  for await (const rows of batches) {
    yield rows
      .map((row) => {
        place += 1
        const cells = row.map((cell, i) =>
          cellXml(cell, columns[i] as SheetColumn, reference(i, place)),
        )
        return `<row r="${place}">${cells.join('')}</row>`
      })
      .join('')
  }
  yield '</sheetData></worksheet>'
}

export function xlsxOf(table: Table): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const xml = Readable.from(sheet(table))
  // The archive hears of no error of what it reads, nor its source that nobody wants the rest.
  for (const source of [zip, xml]) source.on('error', (cause: Error) => output.destroy(cause))
  output.on('close', () => xml.destroy())
  for (const [name, xml] of Object.entries(parts)) {
    zip.addBuffer(Buffer.from(declaration + xml), name)
  }
  zip.addReadStream(xml, 'xl/worksheets/sheet1.xml')
  zip.end()
  return output
}
