import PDFDocument from 'pdfkit'
import type { Language } from '#contract/languages.ts'
import { type Family, fonts } from './fonts.ts'
import { inVisualOrder, runsOf, type TextRun } from './runs.ts'
import { openScript, type ScriptName } from './scripts.ts'
import { writeAsTyped } from './write-as-typed.ts'

/** A4 in points, and the margins of 16 mm that everything keeps. */
export const sheet = { width: 595.28, height: 841.89, left: 48, right: 547.28 } as const

export const colours = {
  ink: '#1C1A26',
  ink2: '#575365',
  line: '#CFC8BC',
  anil: '#2B357F',
  stone: '#978E7E',
  jade: '#0B6A4C',
  brick: '#9E3524',
  btc: '#D97500',
  paper: '#FFFFFF',
} as const
export type Colour = keyof typeof colours

export type Style = {
  family?: Family
  size?: number
  colour?: Colour
  /** The space between letters, in points. */
  spacing?: number
}

type Settings = { language: Language; title: string; author: string; at: Date }
type Element = PDFKit.PDFStructureElement

/**
 * A tagged page. Baselines count from the top of the sheet. Neither time nor machine matters: the
 * same calls make the same bytes.
 */
export class Page {
  readonly #doc: PDFKit.PDFDocument
  readonly #bytes: Promise<Buffer>
  readonly #root: Element
  /** The scripts that this document has opened. */
  readonly #scripts = new Set<ScriptName>()

  constructor({ language, title, author, at }: Settings) {
    const doc = new PDFDocument({
      size: [sheet.width, sheet.height],
      margin: 0,
      font: '',
      pdfVersion: '1.7',
      tagged: true,
      displayTitle: true,
      lang: language,
      info: { Title: title, Author: author, Creator: 'Quincena', CreationDate: at, ModDate: at },
    })
    this.#doc = doc
    for (const [family, font] of Object.entries(fonts())) doc.registerFont(family, font)
    doc.font('sans')
    this.#bytes = collect(doc)
    this.#root = doc.struct('Document')
    doc.addStructure(this.#root)
  }

  /** A part of the document for screen readers; `draw` draws all of it. */
  element(type: string, draw: () => void, actual?: string): void {
    this.#root.add(this.#doc.struct(type, actual === undefined ? {} : { actual }, draw))
  }

  /** Drawing for the eye alone: a screen reader skips an Artifact. */
  decoration(draw: () => void): void {
    this.#doc.markContent('Artifact', { type: 'Layout' })
    draw()
    this.#doc.endMarkedContent()
  }

  line(y: number, colour: Colour = 'line', width = 0.75): void {
    this.#doc.moveTo(sheet.left, y).lineTo(sheet.right, y).lineWidth(width).stroke(colours[colour])
  }

  bar(x: number, y: number, width: number, height: number, colour: Colour): void {
    this.#doc.roundedRect(x, y, width, height, 1.5).fill(colours[colour])
  }

  /** A path of SVG, drawn in units of `scale` points. */
  path(
    d: string,
    {
      x,
      y,
      scale,
      colour,
      width,
    }: { x: number; y: number; scale: number; colour: Colour; width?: number },
  ): void {
    this.#doc.save().translate(x, y).scale(scale).path(d)
    if (width === undefined) this.#doc.fill(colours[colour])
    else this.#doc.lineWidth(width).lineCap('round').lineJoin('round').stroke(colours[colour])
    this.#doc.restore()
  }

  width(text: string, style: Style = {}): number {
    return this.#runs(text, style).reduce((sum, run) => sum + this.#runWidth(run, style), 0)
  }

  /** Writes a line of text on a baseline. Returns where it ends. */
  text(text: string, x: number, y: number, style: Style = {}): number {
    const runs = this.#runs(text, style)
    const starts = new Map<TextRun, number>()
    let end = x
    for (const run of inVisualOrder(runs)) {
      starts.set(run, end)
      end += this.#runWidth(run, style)
    }
    // Readers take the words of a page in the order in which they are written.
    for (const run of runs) this.#write(run, starts.get(run) ?? x, y, style)
    return end
  }

  textEnd(text: string, right: number, y: number, style: Style = {}): void {
    this.text(text, right - this.width(text, style), y, style)
  }

  /**
   * Writes text in lines of `width`, `leading` apart, and cuts the last of `most`. Returns the last
   * baseline.
   */
  paragraph(
    text: string,
    {
      x,
      y,
      width,
      leading,
      most = 3,
    }: { x: number; y: number; width: number; leading: number; most?: number },
    style: Style = {},
  ): number {
    const lines = this.#linesOf(text, width, style)
    const shown = lines.slice(0, most)
    if (lines.length > most) shown[most - 1] = this.#cut(`${shown[most - 1]}…`, width, style)
    for (const [index, line] of shown.entries()) this.text(line, x, y + index * leading, style)
    return y + Math.max(0, shown.length - 1) * leading
  }

  #linesOf(text: string, width: number, style: Style): string[] {
    const lines: string[] = []
    let line = ''
    for (const word of text.split(/\s+/).filter((part) => part !== '')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (this.width(longer, style) <= width) line = longer
      else {
        if (line !== '') lines.push(line)
        line = word
        while (this.width(line, style) > width) {
          const fits = this.#fitting(line, width, style)
          lines.push(line.slice(0, fits))
          line = line.slice(fits)
        }
      }
    }
    if (line !== '') lines.push(line)
    return lines
  }

  #fitting(text: string, width: number, style: Style): number {
    let fits = 1
    while (fits < text.length && this.width(text.slice(0, fits + 1), style) <= width) fits += 1
    return fits
  }

  #cut(text: string, width: number, style: Style): string {
    let shown = text
    while (shown.length > 2 && this.width(shown, style) > width) shown = `${shown.slice(0, -2)}…`
    return shown
  }

  /** A word across the sheet, so faint that everything under it can be read. */
  stamp(text: string, colour: Colour): void {
    const style = { family: 'serif', size: 104, colour } as const
    const [x, y] = [sheet.width / 2, sheet.height / 2]
    this.#doc
      .save()
      .rotate(-35, { origin: [x, y] })
      .opacity(0.16)
    this.text(text, x - this.width(text, style) / 2, y + 30, style)
    this.#doc.restore()
  }

  async end(): Promise<Buffer> {
    this.#root.end()
    this.#doc.end()
    return this.#bytes
  }

  #runs(text: string, { family = 'sans' }: Style): TextRun[] {
    return runsOf(text, fonts()[family])
  }

  #runWidth(run: TextRun, style: Style): number {
    this.#use(run, style)
    return this.#doc.widthOfString(run.text, this.#options(run, style))
  }

  #write(run: TextRun, x: number, y: number, style: Style): void {
    this.#use(run, style)
    const options = {
      ...this.#options(run, style),
      baseline: 'alphabetic',
      lineBreak: false,
    } as const
    this.#doc.text(run.text, x, y, options)
  }

  #use({ script }: TextRun, { family = 'sans', size = 10, colour = 'ink' }: Style): void {
    if (script !== null && !this.#scripts.has(script)) {
      this.#doc.registerFont(script, openScript(script))
      this.#scripts.add(script)
      writeAsTyped(this.#doc.font(script), script)
    }
    this.#doc
      .font(script ?? family)
      .fontSize(size)
      .fillColor(colours[colour])
  }

  /** Features, even none, have a run shaped as a whole. */
  #options({ script }: TextRun, { spacing }: Style) {
    if (script !== null) return { features: [] }
    return spacing === undefined ? {} : { characterSpacing: spacing }
  }
}

function collect(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const parts: Buffer[] = []
  return new Promise((resolve, reject) => {
    doc.on('data', (part: Buffer) => parts.push(part))
    doc.on('end', () => resolve(Buffer.concat(parts)))
    doc.on('error', reject)
  })
}
