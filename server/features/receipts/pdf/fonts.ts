import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** Also accepts a font opened by fontkit, which the types do not say. */
      registerFont(name: string, src: Font): this
    }
  }
}

/** The product's typefaces. Each file has the letters of one script; a name may need several. */
const files = {
  serif: 'besley/400Regular/Besley_400Regular.ttf',
  wordmark: 'besley/500Medium/Besley_500Medium.ttf',
  sans: 'hanken-grotesk/400Regular/HankenGrotesk_400Regular.ttf',
  bold: 'hanken-grotesk/600SemiBold/HankenGrotesk_600SemiBold.ttf',
  mono: 'spline-sans-mono/400Regular/SplineSansMono_400Regular.ttf',
  monoBold: 'spline-sans-mono/600SemiBold/SplineSansMono_600SemiBold.ttf',
} as const
export type Family = keyof typeof files

const { resolve } = createRequire(import.meta.url)

const space = 0x20

function open(family: Family): Font {
  const font = create(readFileSync(resolve(`@expo-google-fonts/${files[family]}`)))
  if (!('layout' in font)) throw new Error(`${files[family]} is a collection`)
  // A font keeps each glyph as it was first asked for, and the parts of an accented letter are asked for
  // without their character: that letter would have no text on any later page. Where characters share a
  // glyph, such as a space and a line's end, the first that is printed is meant.
  const printed = font.characterSet.filter((character) => character >= space)
  for (const character of printed.toSorted((a, b) => a - b)) font.glyphForCodePoint(character)
  return font
}

let opened: Record<Family, Font> | null = null

/**
 * The fonts are opened once a process, since they do not change: a page then takes a fifth of the
 * time.
 */
export function fonts(): Record<Family, Font> {
  opened ??= {
    serif: open('serif'),
    wordmark: open('wordmark'),
    sans: open('sans'),
    bold: open('bold'),
    mono: open('mono'),
    monoBold: open('monoBold'),
  }
  return opened
}
