import type { Glyph, GlyphPosition, GlyphRun } from 'fontkit'
import { isRightToLeft, type ScriptName } from './scripts.ts'

/** The part of pdfkit's font that its types leave out. */
type EmbeddedFont = {
  subset: { glyphs: number[] }
  scale: number
  widths: number[]
  unicode: (readonly number[])[]
  layout: (text: string, features?: unknown) => GlyphRun
  encode: (text: string, features?: unknown) => [string[], GlyphPosition[]]
}

/** Stands for no letter, and no reader shows it. */
const wordJoiner = 0x2060

/**
 * Has a font say of its glyphs what was typed. Shaping changes their number and order, and one glyph
 * stands for several letters: so each use of a glyph for other letters gets a code of its own.
 */
export function writeAsTyped(doc: PDFKit.PDFDocument, script: ScriptName): void {
  const font = (doc as unknown as { _font: EmbeddedFont })._font
  const codes = new Map<string, number>()
  const codeOf = (glyph: Glyph, letters: readonly number[]): number => {
    const use = [glyph.id, ...letters].join()
    const known = codes.get(use)
    if (known !== undefined) return known
    const code = font.subset.glyphs.push(glyph.id) - 1
    font.widths[code] = glyph.advanceWidth * font.scale
    font.unicode[code] = letters
    codes.set(use, code)
    return code
  }
  font.encode = (text, features) => {
    const { glyphs, positions } = font.layout(text, features)
    const letters = lettersOf(text, glyphs.length, isRightToLeft(script))
    const encoded = glyphs.map((glyph, at) => codeOf(glyph, letters[at] ?? [wordJoiner]))
    return [encoded.map((code) => code.toString(16).padStart(4, '0')), positions]
  }
}

/** The letters that each of the glyphs, from left to right, stands for; the last has all that are left. */
function lettersOf(text: string, glyphs: number, rightToLeft: boolean): number[][] {
  const typed = [...text].map((letter) => letter.codePointAt(0) ?? 0)
  const parts = Array.from({ length: glyphs }, (_, at) => {
    const part = typed.slice(at, at === glyphs - 1 ? typed.length : at + 1)
    return part.length > 0 ? part : [wordJoiner]
  })
  // Readers turn a line from right to left around, letter by letter.
  return rightToLeft ? parts.map((part) => part.toReversed()).toReversed() : parts
}
