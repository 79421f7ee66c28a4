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

function open(family: Family): Font {
  const font = create(readFileSync(resolve(`@expo-google-fonts/${files[family]}`)))
  if (!('layout' in font)) throw new Error(`${files[family]} is a collection`)
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
